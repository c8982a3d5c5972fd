import type { HealthReport } from '../../src/health/report';
import type { ReportView } from '../../src/reports/report-view';
import type {
  Bell,
  CaseView,
  Checked,
  Edited,
  EditedSettings,
  Marked,
  Order,
  PicturesView,
  Refused,
  RepliesView,
  Saved,
  SearchResult,
  SeenMarked,
  SettingsView,
  Status,
  Updated,
  UpdatedCases,
} from '../../src/tracker/case/answers';
import { createStore } from '../shared/store';
import { CallError, type FailureKind, toCallError } from './errors';

export interface Search {
  caseNumber?: string;
  keyword?: string;
  issue?: string;
  status?: string;
  sender?: string;
  from?: string;
  to?: string;
  /** The last day of due dates. */
  dueBy?: string;
}

interface Page {
  limit?: number;
  offset?: number;
  order?: Order;
}

/** The filters of a search besides those that the owner types. */
interface Narrowing {
  waitingFor?: string;
  unseen?: boolean;
  due?: boolean;
}

/** The functions of the script that the page calls (interface section 4.1). */
export interface Functions {
  searchCases(search: Search & Narrowing & Page): SearchResult;
  getCase(caseNumber: string): CaseView;
  updateCase(caseNumber: string, changes: Partial<Edited> & { version?: string }): Updated;
  getCases(caseNumbers: string[]): (CaseView | Refused)[];
  getReplies(caseNumber: string): RepliesView;
  getPictures(messageId: string): PicturesView;
  updateCases(caseNumbers: string[], changes: { status?: Status; due?: string }): UpdatedCases;
  markSeen(caseNumber: string, seen: number): SeenMarked;
  getReport(id: string, asked: { from?: string; to?: string; by?: string }): ReportView;
  getBell(): Bell;
  markBellSeen(seen: { through: number }): Marked;
  getSettings(): SettingsView;
  getHealth(): HealthReport;
  saveSettings(settings: Partial<EditedSettings>): Saved;
  checkMail(): Checked;
}

type Name = keyof Functions;
type Response<N extends Name> = ReturnType<Functions[N]>;

/** The script's refusal, in words for the owner. */
export class Refusal extends Error {
  readonly response: Refused;

  constructor(response: Refused) {
    super(response.error);
    this.response = response;
  }

  /** Tells if calling again may help, which the script says itself: another script holds the sheet. */
  get isTemporary(): boolean {
    return /try again/i.test(this.message);
  }
}

/** A check may take as long as Apps Script lets it run. */
const TIMEOUT_MS: Partial<Record<Name, number>> = { checkMail: 6 * 60_000 };
const DEFAULT_TIMEOUT_MS = 60_000;

/** The functions that change nothing. */
const READS: readonly Name[] = [
  'searchCases',
  'getCase',
  'getCases',
  'getReplies',
  'getPictures',
  'getSettings',
  'getHealth',
  'getBell',
  'getReport',
];

/** Before each repetition, which are not at the same moment as those of other windows. */
const BUSY_PAUSES_MS = [2_000, 4_000, 8_000, 16_000];
const BLIP_PAUSES_MS = [1_000];

const WITHOUT_CONNECTION: readonly FailureKind[] = ['offline', 'connection'];

/** A refusal in words that nobody has published may be a moment's limit too. */
const PAUSES_MS: Partial<Record<FailureKind, readonly number[]>> = {
  busy: BUSY_PAUSES_MS,
  'rate limit': BUSY_PAUSES_MS,
  refused: BUSY_PAUSES_MS.slice(0, 2),
  connection: BLIP_PAUSES_MS,
  server: BLIP_PAUSES_MS,
  lost: BLIP_PAUSES_MS,
};

/** The number of calls that wait because Google refuses them at the moment. */
export const waitingCalls = createStore(0);

/** Changes that wait for the connection: each goes on when its function is called. */
export const waitingChanges = createStore<readonly (() => void)[]>([]);

/** Sends the changes that wait for the connection. */
export function sendWaiting(): void {
  for (const goOn of waitingChanges.get()) goOn();
}

addEventListener('online', sendWaiting);

/**
 * Calls the script, again where that may help: every function can be called twice, since a change says how things shall be, not what
 * to add to them. A change waits for the connection. Rejects with a Refusal, or with a CallError.
 */
export async function call<N extends Name>(name: N, ...args: Parameters<Functions[N]>): Promise<Response<N>> {
  for (let repetitions = 0; ; repetitions++) {
    try {
      const response = await callOnce<N>(name, args);
      sendWaiting();
      return response;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // The bell asks again by itself.
      const pauses = (name !== 'getBell' && PAUSES_MS[error.kind]) || [];
      const pause = pauses[repetitions];
      if (pause !== undefined) await wait(pause, { isSaid: pauses !== BLIP_PAUSES_MS });
      // A check of the mail is started by the owner, who looks on.
      else if (WITHOUT_CONNECTION.includes(error.kind) && isWrite(name) && name !== 'checkMail')
        await waitForConnection(error.kind);
      else throw error;
    }
  }
}

async function callOnce<N extends Name>(name: N, args: Parameters<Functions[N]>): Promise<Response<N>> {
  if (!navigator.onLine) throw new CallError('offline');
  const response = await withTimeout(name, run<Response<N> | Refused | null>(name, args));
  if (response === null) throw new CallError('lost', { isWrite: isWrite(name) });
  if (isRefused(response)) throw new Refusal(response);
  return response;
}

async function wait(ms: number, { isSaid }: { isSaid: boolean }): Promise<void> {
  if (isSaid) waitingCalls.set(waitingCalls.get() + 1);
  await new Promise((resolve) => setTimeout(resolve, ms * (1 + Math.random() / 4)));
  if (isSaid) waitingCalls.set(waitingCalls.get() - 1);
}

/** Resolves when the browser is online again, or another call has succeeded. */
async function waitForConnection(kind: FailureKind): Promise<void> {
  // The browser may have been offline for a moment only.
  if (kind === 'offline' && navigator.onLine) return;
  await new Promise<void>((resolve) => {
    const goOn = () => {
      waitingChanges.set(waitingChanges.get().filter((one) => one !== goOn));
      resolve();
    };
    waitingChanges.set([...waitingChanges.get(), goOn]);
  });
}

function isWrite(name: Name): boolean {
  return !READS.includes(name);
}

function isRefused(response: object): response is Refused {
  return 'ok' in response && response.ok === false;
}

function run<T>(name: Name, args: unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(toCallError(error, { name, isWrite: isWrite(name) }));
    const runner = google.script.run.withSuccessHandler(resolve).withFailureHandler(fail);
    const functions = runner as unknown as Record<string, (...args: unknown[]) => void>;
    // A script of another version may not have it.
    if (functions[name]) functions[name](...args);
    else reject(new CallError('outdated'));
  });
}

/** `google.script.run` has no timeout of its own, so a lost response would be waited for without end. */
function withTimeout<T>(name: Name, response: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new CallError('timeout', { isWrite: isWrite(name) }));
    const timer = setTimeout(giveUp, TIMEOUT_MS[name] ?? DEFAULT_TIMEOUT_MS);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
