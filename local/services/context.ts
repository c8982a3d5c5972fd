import type { OutgoingMessage } from '../google/google';
import type { Scheduler } from '../runtime/scheduler';
import type { Script } from '../runtime/script';
import type { Store } from '../store';
import { Grants } from './grants';
import type { SentMail } from './mail';
import { Quotas } from './quotas';
import { createSpreadsheets, type Spreadsheets } from './spreadsheet/spreadsheets';
import { Triggers } from './triggers/triggers';

/** The state and the outside world that services stand on. */
export interface Surroundings {
  store: Store;
  scheduler: Scheduler;
  google: GoogleAccount;
  /** Where a script's web app is served; null for one that has none. */
  webAppUrl: (script: Script) => string | null;
}

/** What services are made from; whoever starts them keeps it to look in and to steer. */
export interface ServiceContext extends Surroundings {
  quotas: Quotas;
  grants: Grants;
  triggers: Triggers;
  spreadsheets: Spreadsheets;
  /** The newest last. */
  sentMail: SentMail[];
}

/** The account that every script runs as, and where its Google is. */
export interface GoogleAccount {
  /** Root of the REST server; a promise while that is about to listen. */
  url: string | Promise<string>;
  token: string;
  address: string;
  send(message: OutgoingMessage): Promise<unknown>;
}

export function createContext(surroundings: Surroundings): ServiceContext {
  const quotas = new Quotas(surroundings);
  const triggers = new Triggers({ ...surroundings, quotas });
  return {
    ...surroundings,
    quotas,
    triggers,
    grants: new Grants(),
    spreadsheets: createSpreadsheets(surroundings.store),
    sentMail: [],
  };
}
