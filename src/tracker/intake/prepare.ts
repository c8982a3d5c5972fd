import { select } from '../../tables/tables';
import { AttachmentStore } from '../mail/attachments';
import type { Mail } from '../mail/mail';
import { type Case, MESSAGES, type Message, type Settings } from '../tables';
import { afterRun, type Failed, type Failure, isDue } from './failures';
import { checkpointAfter, type NewMail } from './new-mail';
import { byAge, caseNumberOf, newCases, type Plan, planCases, toMessage } from './plan';
import type { Journal, Progress, Run, Seen } from './progress';
import { type Read, readMail } from './read-mail';
import { missingIn, type Retried, retryAttachments } from './store-attachments';

/** What a run knows when it begins to take mail in. */
export interface Situation extends Run {
  settings: Settings;
  progress: Progress;
  /** Of an earlier run that did not come to its end. */
  journal: Journal | undefined;
  /** What the owner has seen of what the bell told. */
  seen: Seen;
}

/** What a run is going to write, and what did not work. */
export interface Intake {
  plan: Plan;
  mails: Mail[];
  cases: Case[];
  messages: Message[];
  /** The messages that had a row before, where they were looked up, and their cases. */
  known: Known;
  retried: Retried;
  /** Failures that were due, whatever became of them. */
  due: Failure[];
  /** The list of failures as it stands after this run. */
  failed: Failure[];
  /** The checkpoint that is reached; none yet after a search that had to stop early. */
  checkpoint: string | undefined;
}

/** Case numbers by messageId. */
export type Known = ReadonlyMap<string, string>;

/** Mails that are taken in by this run, and their rows. */
interface Batch {
  mails: Mail[];
  messages: Message[];
}

interface Storing {
  store: AttachmentStore;
  /** Messages whose files may be stored already. */
  again: ReadonlySet<string>;
  isLate: () => boolean;
}

/** Leaves a quarter of the platform's six minutes for the sheet and the alerts. */
const TIME_MS = 4.5 * 60_000;
/** What fetching and storing one attachment takes, so that no more mail is read than can be stored. */
const UPLOAD_MS = 1_100;

/** Reads the new mail, settles what becomes a case, stores the attachments; the sheet is not written yet. */
export function prepare(news: NewMail, { settings, progress, journal, now }: Situation): Intake {
  const isLate = (uploads = 0) => Date.now() + uploads * UPLOAD_MS > now + TIME_MS;
  const due = settings.failed.filter((failure) => isDue(failure, now));
  const known = news.isSeamless && !journal && due.length === 0 ? new Map<string, string>() : knownMessages();
  const read = readMail(wantedIds(news, due, known), { settings, ownAddress: progress.address, isLate });
  const plan = planCases(read.mails.sort(byAge), { settings, journal });
  const store = new AttachmentStore({
    progress,
    run: plan.journal.run,
    isResumed: journal !== undefined,
    isLate,
  });
  const { mails, messages } = storeMails(read, plan, { store, again: unread(due), isLate });
  const retried = retryAttachments(due, known, store);
  const failed = afterRun(
    settings.failed,
    due.filter(wasTried(read)),
    newFailures(read, messages, retried),
    now,
  );
  const checkpoint = checkpointAfter(news, new Set([...known.keys(), ...read.done]), progress.checkpoint);
  return { plan, mails, messages, cases: newCases(plan, mails), known, retried, due, failed, checkpoint };
}

/**
 * What has a row already. A run that writes rows leaves its journal until its checkpoint stands, so after a run
 * that came to its end there is nothing to look up: with 100,000 messages that is a second of each check.
 */
function knownMessages(): Map<string, string> {
  const rows = select(MESSAGES, ['messageId', 'caseNumber']);
  return new Map(rows.map(({ messageId, caseNumber }) => [messageId, caseNumber]));
}

/** Messages that an earlier run could not take in, though it may have stored their files. */
function unread(due: readonly Failure[]): Set<string> {
  return new Set(due.filter(({ kind }) => kind === 'message').map(({ id }) => id));
}

/** New messages and those to be tried again, each once, without those that have a row. */
function wantedIds({ arrivals }: NewMail, due: readonly Failure[], known: Known): string[] {
  const ids = new Set([...arrivals.flatMap(({ messageIds }) => messageIds), ...unread(due)]);
  return [...ids].filter((id) => !known.has(id));
}

/**
 * Stores attachments as long as there is time; the mails left wait for the next run. The first mail is taken in any
 * case, so that every run gets on, and only those of its files wait for which there is no time.
 */
function storeMails({ mails, done }: Read, plan: Plan, { store, again, isLate }: Storing): Batch {
  const batch: Batch = { mails: [], messages: [] };
  for (const mail of mails) {
    if (mail.attachments.length > 0 && batch.mails.length > 0 && isLate()) {
      done.delete(mail.id);
      continue;
    }
    const caseNumber = caseNumberOf(plan, mail);
    const attachments = mail.attachments.map((one) =>
      again.has(mail.id) ? store.storeAgain(mail.id, one, caseNumber) : store.store(mail.id, one, caseNumber),
    );
    batch.mails.push(mail);
    batch.messages.push(toMessage(mail, caseNumber, attachments));
  }
  return batch;
}

function wasTried({ done }: Read): (failure: Failure) => boolean {
  return ({ kind, id }) => kind === 'attachments' || (kind === 'message' && done.has(id));
}

function newFailures({ failures }: Read, messages: readonly Message[], retried: Retried): Failed[] {
  const missing = messages.flatMap((row) => missingIn(row.messageId, row.caseNumber, row.attachments));
  return [...failures, ...missing, ...retried.failures];
}
