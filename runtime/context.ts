import { Grants } from './account/grants';
import { FREE_PLAN, type Plan } from './account/plan';
import { Quotas } from './account/quotas';
import { Caches } from './cache/caches';
import { type Doubts, usualDoubts } from './doubts';
import { Rewording } from './execution/rewording';
import type { Scheduler } from './execution/scheduler';
import type { Script } from './execution/script';
import type { Mailbox } from './gmail/tables';
import { GmailUnits } from './gmail/units';
import { SentFolder, type SentMail } from './mail/sent-mail';
import { Triggers } from './script-app/triggers';
import { Spreadsheets } from './spreadsheet/spreadsheets';
import type { Store } from './store';

/** The options that services are made from. */
export interface ServiceOptions {
  store: Store;
  scheduler: Scheduler;
  google: GoogleAccount;
  /** The address of a script's web app; null if it has none. */
  webAppUrl: (script: Script) => string | null;
  /** Script properties by script name that hide stored ones and are never stored themselves. */
  temporaryProperties?: Readonly<Record<string, Record<string, string>>>;
  /** Differences from a free account. */
  plan?: Partial<Plan>;
  /** Which uncertain behaviors of Google to turn around; none by default. */
  doubts?: Doubts;
}

/** The shared state of all services, also for whoever started them to look at and to change. */
export interface ServiceContext extends ServiceOptions {
  /** May be changed at any time. */
  plan: Plan;
  doubts: Doubts;
  rewording: Rewording;
  quotas: Quotas;
  gmailUnits: GmailUnits;
  caches: Caches;
  grants: Grants;
  triggers: Triggers;
  spreadsheets: Spreadsheets;
  sentFolder: SentFolder;
  /** The mails that scripts sent, the newest last. */
  sentMail: readonly SentMail[];
}

/** The account that every script runs as, the address of its Gmail and Drive, and its mailbox. */
export interface GoogleAccount {
  /** The root of the REST server, which may not be listening yet. */
  url: string | Promise<string>;
  token: string;
  address: string;
  mailbox: Mailbox;
}

export function createContext(options: ServiceOptions): ServiceContext {
  const plan = { ...FREE_PLAN, ...options.plan };
  const quotas = new Quotas({ ...options, plan });
  const triggers = new Triggers({ ...options, quotas });
  const sentFolder = new SentFolder(options.store);
  const doubts = options.doubts ?? usualDoubts();
  return {
    ...options,
    plan,
    doubts,
    rewording: new Rewording(doubts),
    quotas,
    gmailUnits: new GmailUnits(plan),
    triggers,
    caches: new Caches(),
    grants: new Grants(),
    spreadsheets: new Spreadsheets(options.store, () => Math.floor(options.scheduler.now())),
    sentFolder,
    sentMail: sentFolder.mail,
  };
}
