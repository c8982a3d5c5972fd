import { cacheService } from './cache/service';
import { consoleService } from './console/service';
import type { ServiceContext } from './context';
import { driveAppService } from './drive/drive-app-service';
import { driveService } from './drive/service';
import type { Service } from './execution/service';
import { gmailService } from './gmail/service';
import { gmailAppService } from './gmail-app/service';
import { htmlService } from './html/service';
import { lockService } from './lock/service';
import { mailService } from './mail/service';
import { propertiesService } from './properties/service';
import { scriptAppService } from './script-app/service';
import { sessionService } from './session/service';
import { spreadsheetService } from './spreadsheet/service';
import { urlFetchService } from './url-fetch/service';
import { utilitiesService } from './utilities/service';

/** All services that scripts can call. */
export function createServices(context: ServiceContext): Service<never>[] {
  return [
    consoleService(),
    lockService(context),
    propertiesService(context),
    spreadsheetService(context),
    utilitiesService(context),
    gmailService(context),
    gmailAppService(context),
    driveService(context),
    driveAppService(context),
    cacheService(context),
    mailService(context),
    sessionService(context),
    scriptAppService(context),
    htmlService(),
    urlFetchService(context),
  ] as Service<never>[];
}
