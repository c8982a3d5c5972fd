import type { Scheduler } from '../runtime/scheduler';
import type { Store } from '../store';

/** What services are made from. */
export interface ServiceContext {
  store: Store;
  scheduler: Scheduler;
}
