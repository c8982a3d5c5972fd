import { describeError } from '../../platform/google-errors';
import { UserError } from '../../platform/user-error';
import { writeValue, writeValues } from '../../tables/sheet';
import { scan, type Write, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { type NewFailure, updateFailures } from '../case/failures';
import { furtherRow, MAX_COLUMNS, PART_LENGTH } from '../case/long-mail';
import { CASES, type Case, MESSAGES, type Message, SETTINGS } from '../case/tables';
import { searchedFor } from '../mail/senders';
import { type Intake, readStored } from './prepare';
import type { Run } from './progress';
import { refreshCases } from './refresh';

/** This many refused rows are not the rows' fault: the run fails, and the next one tries all of them again. */
const REFUSALS_THAT_MEAN_THE_SHEET = 5;

/**
 * Writes a run's rows, and returns what has been written. After a crash the first of these steps may be done and the
 * others not, so cases come before their messages, and what tells the next run that all is there comes last. Where the sheet refuses them, one row must not keep out the others:
 * then they are written mail by mail.
 */
export function writeIntake(intake: Intake, run: Run): Intake {
  try {
    writeAll(
      write.insert(CASES, intake.cases),
      ...refreshCases(intake),
      write.insert(MESSAGES, newRows(intake.messages, intake.stored)),
      write.update(MESSAGES, intake.completed),
      writeSettings(intake, run),
    );
    return intake;
  } catch (error) {
    if (error instanceof UserError || intake.messages.length === 0) throw error;
    return writeOneByOne(intake, run);
  }
}

function writeOneByOne(intake: Intake, run: Run): Intake {
  const { settings, now } = run;
  const failures: NewFailure[] = [];
  const written = readStored();
  for (const message of intake.messages.filter(({ messageId }) => !written.has(messageId))) {
    try {
      writeMessage(newRows([message], written), intake.cases);
      written.set(message.messageId, message.caseNumber);
    } catch (error) {
      if (error instanceof UserError) throw error;
      failures.push({ kind: 'message', id: message.messageId, error: describeError(error) });
      if (failures.length === REFUSALS_THAT_MEAN_THE_SHEET) throw error;
    }
  }
  const refused = updateFailures(settings.failed, { retried: settings.failed, failures }, now);
  const result = withoutRefused({ ...intake, failed: [...intake.failed, ...refused] }, written);
  writeAll(...refreshCases(result), write.update(MESSAGES, result.completed), writeSettings(result, run));
  return result;
}

/**
 * Lists the rows that are still to be written. An earlier run may have died in the middle of a message: its rows are left out,
 * unless they name a case that never came to be, under which nobody looks for them.
 */
function newRows(messages: readonly Message[], written: ReadonlyMap<string, string>): Message[] {
  return messages
    .flatMap(toRows)
    .filter(({ messageId, caseNumber }) => written.get(messageId) !== caseNumber);
}

/** The rows in which a message's text goes on come first, so that a run that dies leaves no message without its end. */
function toRows(message: Message): Message[] {
  const [body = '', ...rest] = partsOf(message.body);
  return [...rest.map((part, index) => furtherRow(message, index + 1, part)), { ...message, body }];
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== ''; ) {
    let length = PART_LENGTH;
    while (writeValue(MESSAGES.columns.body, rest.slice(0, length)).length > MAX_COLUMNS) length /= 2;
    parts.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return parts;
}

/** Writes a message's rows, with its case where that is new and has no row yet. */
function writeMessage(rows: readonly Message[], cases: readonly Case[]): void {
  const own = cases.filter(({ caseNumber }) => rows.some((row) => row.caseNumber === caseNumber));
  const present = own.length > 0 ? scan(CASES, ['caseNumber']).map(({ caseNumber }) => caseNumber) : [];
  const missing = own.filter(({ caseNumber }) => !present.includes(caseNumber));
  writeAll(write.insert(CASES, missing), write.insert(MESSAGES, rows));
}

/** A refused mail is read again later and then gets another number, so the journal drops the one it has now. */
function withoutRefused(intake: Intake, written: ReadonlyMap<string, string>): Intake {
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
    ...(isBehind ? {} : { lookedBack: searchedFor(settings) }),
  });
}
