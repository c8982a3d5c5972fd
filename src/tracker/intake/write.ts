import { describeError } from '../../platform/google-errors';
import { UserError } from '../../platform/user-error';
import { insertAll, raiseTimestamps, select, type Write, writeAll, writeValues } from '../../tables/tables';
import { CASES, type Case, MESSAGES, type Message, SETTINGS } from '../tables';
import { afterRun, type Failed } from './failures';
import { refreshedCases } from './plan';
import type { Intake, Situation } from './prepare';

/**
 * Writes a run's rows and answers what stands then. One commit; a prefix of it may stand after a crash, so cases come
 * before their messages. Where the sheet refuses it, one row must not keep out the others: then mail by mail.
 */
export function write(intake: Intake, situation: Situation): Intake {
  try {
    writeAll(
      insertAll(CASES, intake.cases),
      ...refresh(intake),
      insertAll(MESSAGES, intake.messages),
      ...ending(intake),
    );
    return intake;
  } catch (error) {
    if (error instanceof UserError || intake.messages.length === 0) throw error;
    return writeOneByOne(intake, situation);
  }
}

/** So many refused rows are no fault of theirs: the run fails, and the next one tries all of them again. */
const REFUSALS_THAT_MEAN_THE_SHEET = 5;

function writeOneByOne(intake: Intake, { settings, now }: Situation): Intake {
  const failures: Failed[] = [];
  const standing = new Set(select(MESSAGES, ['messageId']).map(({ messageId }) => messageId));
  for (const message of intake.messages.filter(({ messageId }) => !standing.has(messageId))) {
    const error = tryToWrite(message, intake.cases);
    if (error === undefined) standing.add(message.messageId);
    else failures.push({ kind: 'message', id: message.messageId, error: describeError(error) });
    if (failures.length === REFUSALS_THAT_MEAN_THE_SHEET) throw error;
  }
  const again = afterRun(settings.failed, settings.failed, failures, now);
  const written = withoutRefused(intake, standing, [...intake.failed, ...again]);
  writeAll(...refresh(written), ...ending(written));
  return written;
}

/** The error, or undefined where the row stands. */
function tryToWrite(message: Message, cases: readonly Case[]): unknown {
  const begun = cases.filter(({ caseNumber }) => caseNumber === message.caseNumber);
  const standing = new Set(
    begun.length > 0 ? select(CASES, ['caseNumber']).map(({ caseNumber }) => caseNumber) : [],
  );
  try {
    writeAll(
      insertAll(
        CASES,
        begun.filter(({ caseNumber }) => !standing.has(caseNumber)),
      ),
      insertAll(MESSAGES, [message]),
    );
    return undefined;
  } catch (error) {
    if (error instanceof UserError) throw error;
    return error;
  }
}

/** A refused mail is read again later and gets another number then: its own is not promised any more. */
function withoutRefused(intake: Intake, standing: ReadonlySet<string>, failed: Intake['failed']): Intake {
  const messages = intake.messages.filter(({ messageId }) => standing.has(messageId));
  const numbers = new Set(messages.map(({ caseNumber }) => caseNumber));
  const cases = intake.cases.filter(({ caseNumber }) => numbers.has(caseNumber));
  const mails = intake.mails.filter(({ id }) => standing.has(id));
  const refused = new Set(
    intake.cases.filter(({ caseNumber }) => !numbers.has(caseNumber)).map(({ threadId }) => threadId),
  );
  const promised = Object.entries(intake.plan.journal.threads).filter(([threadId]) => !refused.has(threadId));
  const journal = { ...intake.plan.journal, threads: Object.fromEntries(promised) };
  return { ...intake, messages, cases, mails, failed, plan: { ...intake.plan, journal } };
}

function refresh({ plan, mails }: Intake): Write[] {
  return [raiseTimestamps(CASES, 'updatedAt', refreshedCases(plan, mails))];
}

function ending({ plan, retried, failed, checkpoint }: Intake): Write[] {
  const { nextCaseNumber } = plan;
  return [
    ...retried.changes,
    writeValues(SETTINGS, { nextCaseNumber, failed, ...(checkpoint ? { lastHistoryId: checkpoint } : {}) }),
  ];
}
