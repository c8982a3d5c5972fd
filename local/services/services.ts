import type { Service } from '../runtime/service';
import { cacheService } from './cache';
import { consoleService } from './console';
import type { ServiceContext } from './context';
import { googleService } from './google';
import { lockService } from './lock';
import { propertiesService } from './properties';
import { utilitiesService } from './utilities';

/** Every service that scripts can call, over one state. */
export function createServices(context: ServiceContext): Service<never>[] {
  return [
    consoleService(),
    lockService(context),
    propertiesService(context),
    utilitiesService(context),
    googleService(context),
    cacheService(context),
  ] as Service<never>[];
}
