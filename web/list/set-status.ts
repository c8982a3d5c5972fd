import type { Status } from '../../src/tracker/page/answers';
import { announce } from '../announce';
import { call } from '../server';
import { createStore } from '../store';
import { changeListed, listed } from './listed';

interface Unchanged {
  what: string;
  error: Error;
  retry: () => void;
}

/** The last change that failed, until another is made. */
export const unchanged = createStore<Unchanged | undefined>(undefined);

/** Changes go one after the other: calls may overtake each other. */
let underWay = Promise.resolve();

/** Shows the status at once, and takes it back where it cannot be saved. */
export function setStatus(caseNumber: string, status: Status): void {
  const before = statusOf(caseNumber);
  if (!before || before === status) return;
  unchanged.set(undefined);
  changeListed(caseNumber, { status }, { isUnsaved: true });
  announce(`${caseNumber}: ${status}`);
  underWay = underWay.then(() => save(caseNumber, status, before));
}

async function save(caseNumber: string, status: Status, before: Status): Promise<void> {
  try {
    await call('updateCase', caseNumber, { status });
    settle(caseNumber, status, status);
  } catch (error) {
    settle(caseNumber, status, before);
    const retry = () => setStatus(caseNumber, status);
    unchanged.set({ what: `${caseNumber} could not be set to ${status}`, error: error as Error, retry });
  }
}

/** Unless the owner has gone on to another status, which is under way then. */
function settle(caseNumber: string, asked: Status, status: Status): void {
  if (statusOf(caseNumber) === asked) changeListed(caseNumber, { status });
}

function statusOf(caseNumber: string): Status | undefined {
  return listed.get().get(caseNumber)?.status;
}
