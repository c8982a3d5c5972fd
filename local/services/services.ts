import type { Service } from '../runtime/service';
import { cacheService } from './cache';
import { consoleService } from './console';
import type { ServiceContext } from './context';
import { googleService } from './google';
import { htmlService } from './html';
import { lockService } from './lock';
import { mailService } from './mail';
import { propertiesService } from './properties';
import { scriptAppService } from './script-app';
import { sessionService } from './session';
import { spreadsheetService } from './spreadsheet/spreadsheet';
import { urlFetchService } from './url-fetch';
import { utilitiesService } from './utilities';

/** Every service that scripts can call, over one state. */
export function createServices(context: ServiceContext): Service<never>[] {
  return [
    consoleService(),
    lockService(context),
    propertiesService(context),
    spreadsheetService(context),
    utilitiesService(context),
    googleService(context),
    cacheService(context),
    mailService(context),
    sessionService(context),
    scriptAppService(context),
    htmlService(),
    urlFetchService(context),
  ] as Service<never>[];
}
