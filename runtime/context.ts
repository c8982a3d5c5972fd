import { Grants } from './account/grants';
import { FREE_PLAN, type Plan } from './account/plan';
import { Quotas } from './account/quotas';
import type { Doubts } from './doubts';
import type { Scheduler } from './execution/scheduler';
import type { Script } from './execution/script';
import { GmailUnits } from './gmail/units';
import type { OutgoingMessage } from './google/google';
import { SentFolder, type SentMail } from './mail/sent-mail';
import { Triggers } from './script-app/triggers';
import { createSpreadsheets, type Spreadsheets } from './spreadsheet/spreadsheets';
import type { Store } from './store';

/** The state and the outside world that services stand on. */
export interface ServiceOptions {
  store: Store;
  scheduler: Scheduler;
  google: GoogleAccount;
  /** Where a script's web app is served; null for one that has none. */
  webAppUrl: (script: Script) => string | null;
  /** Script properties of this start alone, by the script's name: they hide what is stored, and are never stored. */
  lentProperties?: Readonly<Record<string, Record<string, string>>>;
  /** What differs from a free account. */
  plan?: Partial<Plan>;
  /** How Google behaves where nobody is sure; none unless said. */
  doubts?: Doubts;
}

/** What services are made from; whoever starts them keeps it to look in and to steer. */
export interface ServiceContext extends ServiceOptions {
  /** May be changed at any time. */
  plan: Plan;
  doubts: Doubts;
  quotas: Quotas;
  gmailUnits: GmailUnits;
  grants: Grants;
  triggers: Triggers;
  spreadsheets: Spreadsheets;
  sentFolder: SentFolder;
  /** What scripts sent, the newest last. */
  sentMail: readonly SentMail[];
}

/** The account that every script runs as, and where its Google is. */
export interface GoogleAccount {
  /** Root of the REST server; a promise while that is about to listen. */
  url: string | Promise<string>;
  token: string;
  address: string;
  send(message: OutgoingMessage): Promise<unknown>;
}

export function createContext(surroundings: ServiceOptions): ServiceContext {
  const plan = { ...FREE_PLAN, ...surroundings.plan };
  const quotas = new Quotas({ ...surroundings, plan });
  const triggers = new Triggers({ ...surroundings, quotas });
  const sentFolder = new SentFolder(surroundings.store);
  return {
    ...surroundings,
    plan,
    doubts: surroundings.doubts ?? new Set(),
    quotas,
    gmailUnits: new GmailUnits(plan),
    triggers,
    grants: new Grants(),
    spreadsheets: createSpreadsheets(surroundings.store),
    sentFolder,
    sentMail: sentFolder.mail,
  };
}
