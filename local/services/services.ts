import type { Service } from '../runtime/service';
import { consoleService } from './console';
import type { ServiceContext } from './context';
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
  ] as Service<never>[];
}
