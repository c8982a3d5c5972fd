import { fromCaseNumber } from '../case/tables';
import type { Intake } from './prepare';
import type { Progress } from './progress';

/** The messages that have been stored, for the bell. */
export interface Notifications {
  /** Number of messages since the first mail. */
  messages: number;
  /** The numbers of the cases of the newest, the newest first. */
  newest: number[];
}

/** About 1 kB of a property's 9. */
const MAX_NEWEST = 200;
/** About as much again. */
const MAX_REOPENED = 50;

/**
 * Counts what the run has stored. The journal lists it, also what was stored before the run died; `notifiedThrough` says
 * how much of that list is counted already.
 */
export function countStored(
  intake: Intake,
  { notifications, notifiedThrough }: Progress,
): Pick<Progress, 'notifications' | 'notifiedThrough'> {
  const { journal } = intake.plan;
  const caseNumbers = storedCaseNumbers(intake);
  const done = notifiedThrough?.run === journal.run ? notifiedThrough.messages : 0;
  const added = [...new Set(journal.messages.slice(done))].flatMap((id) => caseNumbers.get(id) ?? []);
  const { messages, newest } = notifications ?? { messages: 0, newest: [] };
  return {
    notifications: {
      messages: messages + added.length,
      newest: [...added.reverse(), ...newest].slice(0, MAX_NEWEST),
    },
    notifiedThrough: { run: journal.run, messages: journal.messages.length },
  };
}

/** Adds the cases that the run's mail has opened again, the newest last. */
export function noteReopened(
  { plan: { journal } }: Intake,
  { reopened = {} }: Progress,
): Pick<Progress, 'reopened'> {
  const { reopened: added = {} } = journal;
  const others = Object.entries(reopened).filter(([caseNumber]) => !(caseNumber in added));
  return { reopened: Object.fromEntries([...others, ...Object.entries(added)].slice(-MAX_REOPENED)) };
}

/** Case numbers of all messages that have a row, as far as this run knows them, by messageId. */
function storedCaseNumbers({ stored, messages }: Intake): ReadonlyMap<string, number> {
  const numbers = new Map([...stored].map(([id, caseNumber]) => [id, fromCaseNumber(caseNumber)]));
  for (const { messageId, caseNumber } of messages) numbers.set(messageId, fromCaseNumber(caseNumber));
  return numbers;
}
