import { describeError } from '../../platform/google-errors';
import { UserError } from '../../platform/user-error';
import { insertRows, select, type Write, writeAll, writeValues } from '../../tables/tables';
import { trackedBy } from '../mail/senders';
import { CASES, type Case, MESSAGES, type Message, SETTINGS } from '../tables';
import { type NewFailure, updateFailures } from './failures';
import type { Intake } from './prepare';
import type { Run } from './progress';
import { refreshCases } from './refresh';

/** This many refused rows are not the rows' fault: the run fails, and the next one tries all of them again. */
const REFUSALS_THAT_MEAN_THE_SHEET = 5;

/** Of messages that are written together: more characters would keep others waiting for the lock. */
const MAX_CHARACTERS = 2_500_000;

/**
 * Writes a run's rows, and returns what has been written. After a crash the first of these steps may be done and the
 * others not, so cases come before their messages. Where the sheet refuses them, one row must not keep out the others:
 * then they are written mail by mail.
 */
export function write(intake: Intake, run: Run): Intake {
  try {
    for (const writes of holdsFor(intake, run)) writeAll(...writes);
    return intake;
  } catch (error) {
    if (error instanceof UserError || intake.messages.length === 0) throw error;
    return writeOneByOne(intake, run);
  }
}

/** What is written together; all of it, unless there is much. */
function holdsFor(intake: Intake, run: Run): Write[][] {
  const refreshed = refreshCases(intake);
  const inserted = batchesOf(intake.messages).map((messages) => insertRows(MESSAGES, messages));
  const middle = [...refreshed.slice(-1), ...inserted.slice(0, 1)];
  const holds = [
    ...refreshed.slice(0, -1).map((one) => [one]),
    middle,
    ...inserted.slice(1).map((one) => [one]),
  ];
  holds[0]?.unshift(insertRows(CASES, intake.cases));
  holds[holds.length - 1]?.push(...intake.completed, writeSettings(intake, run));
  return holds;
}

function batchesOf(messages: readonly Message[]): Message[][] {
  const batches: Message[][] = [];
  let characters = 0;
  for (const message of messages) {
    const batch = batches[batches.length - 1];
    characters += message.body.length;
    if (batch && characters <= MAX_CHARACTERS) batch.push(message);
    else {
      batches.push([message]);
      characters = message.body.length;
    }
  }
  return batches;
}

function writeOneByOne(intake: Intake, run: Run): Intake {
  const { settings, now } = run;
  const failures: NewFailure[] = [];
  const written = new Set(select(MESSAGES, ['messageId']).map(({ messageId }) => messageId));
  for (const message of intake.messages.filter(({ messageId }) => !written.has(messageId))) {
    try {
      writeMessage(message, intake.cases);
      written.add(message.messageId);
    } catch (error) {
      if (error instanceof UserError) throw error;
      failures.push({ kind: 'message', id: message.messageId, error: describeError(error) });
      if (failures.length === REFUSALS_THAT_MEAN_THE_SHEET) throw error;
    }
  }
  const refused = updateFailures(settings.failed, { retried: settings.failed, failures }, now);
  const result = withoutRefused({ ...intake, failed: [...intake.failed, ...refused] }, written);
  writeAll(...refreshCases(result), ...result.completed, writeSettings(result, run));
  return result;
}

/** With its case, where that is new and has no row yet. */
function writeMessage(message: Message, cases: readonly Case[]): void {
  const own = cases.filter(({ caseNumber }) => caseNumber === message.caseNumber);
  const rows = own.length > 0 ? select(CASES, ['caseNumber']).map(({ caseNumber }) => caseNumber) : [];
  const missing = own.filter(({ caseNumber }) => !rows.includes(caseNumber));
  writeAll(insertRows(CASES, missing), insertRows(MESSAGES, [message]));
}

/** A refused mail is read again later and then gets another number, so the journal drops the one it has now. */
function withoutRefused(intake: Intake, written: ReadonlySet<string>): Intake {
  const messages = intake.messages.filter(({ messageId }) => written.has(messageId));
  const numbers = new Set(messages.map(({ caseNumber }) => caseNumber));
  const cases = intake.cases.filter(({ caseNumber }) => numbers.has(caseNumber));
  const threads = { ...intake.plan.journal.threads };
  for (const { threadId, caseNumber } of intake.cases) if (!numbers.has(caseNumber)) delete threads[threadId];
  const journal = { ...intake.plan.journal, threads };
  const firsts = new Map([...intake.firsts].filter(([, { messageId }]) => written.has(messageId)));
  return { ...intake, messages, cases, firsts, plan: { ...intake.plan, journal } };
}

/** A search for earlier mail that had to stop early is repeated. */
function writeSettings(
  { plan: { nextCaseNumber }, failed, checkpoint, isBehind }: Intake,
  { settings }: Run,
): Write {
  return writeValues(SETTINGS, {
    nextCaseNumber,
    failed,
    ...(checkpoint ? { lastHistoryId: checkpoint } : {}),
    ...(isBehind ? {} : { lookedBack: trackedBy(settings) }),
  });
}
