import type { Scheduler } from '../runtime/scheduler';
import type { Store } from '../store';
import type { Grants } from './grants';

/** What services are made from. */
export interface ServiceContext {
  store: Store;
  scheduler: Scheduler;
  google: GoogleAccount;
  grants: Grants;
}

/** The account that every script runs as, and where its Google is. */
export interface GoogleAccount {
  /** Root of the REST server; a promise while that is about to listen. */
  url: string | Promise<string>;
  token: string;
  address: string;
}
