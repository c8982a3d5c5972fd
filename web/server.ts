import type {
  Bell,
  CaseList,
  CaseView,
  Checked,
  Edited,
  Marked,
  Order,
  Refused,
  Saved,
  SearchResult,
  SeenMarked,
  SettingsView,
  Status,
  Updated,
  UpdatedCases,
} from '../src/tracker/page/answers';

export interface Search {
  caseNumber?: string;
  keyword?: string;
  issue?: string;
  status?: string;
  from?: string;
  to?: string;
}

interface Page {
  limit?: number;
  offset?: number;
  order?: Order;
}

/** What a search may ask for besides what the owner types. */
interface Narrowing {
  sender?: string;
  unseen?: boolean;
  due?: boolean;
}

/** The functions of the script that the page calls (interface section 4.1). */
interface Functions {
  listCases(page: Page): CaseList;
  searchCases(search: Search & Narrowing & Page): SearchResult;
  getCase(caseNumber: string): CaseView;
  updateCase(caseNumber: string, changes: Partial<Edited> & { version?: string }): Updated;
  getCases(caseNumbers: string[]): (CaseView | Refused)[];
  updateCases(caseNumbers: string[], changes: { status?: Status; due?: string }): UpdatedCases;
  markSeen(caseNumber: string, seen: number): SeenMarked;
  getBell(): Bell;
  markBellSeen(seen: { through: number }): Marked;
  getSettings(): SettingsView;
  saveSettings(settings: Partial<Omit<Saved, 'ok' | 'warning'>>): Saved;
  checkMail(): Checked;
}

type Name = keyof Functions;
type Response<N extends Name> = ReturnType<Functions[N]>;

/** The script's refusal, in words for the owner; calling again would be refused again. */
export class Refusal extends Error {
  readonly response: Refused;

  constructor(response: Refused) {
    super(response.error);
    this.response = response;
  }
}

/** A check may take as long as Apps Script lets it run. */
const TIMEOUT_MS: Partial<Record<Name, number>> = { checkMail: 6 * 60_000 };
const DEFAULT_TIMEOUT_MS = 60_000;

/** Calls the script. Rejects with a Refusal, or with an error after which a retry makes sense. */
export async function call<N extends Name>(name: N, ...args: Parameters<Functions[N]>): Promise<Response<N>> {
  if (!navigator.onLine) throw new Error('You are offline.');
  const response = await withTimeout(run<Response<N> | Refused | null>(name, args), TIMEOUT_MS[name]);
  if (response === null) throw new Error('Google lost the response.');
  if (isRefused(response)) throw new Refusal(response);
  return response;
}

function isRefused(response: object): response is Refused {
  return 'ok' in response && response.ok === false;
}

function run<T>(name: Name, args: unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const runner = google.script.run.withSuccessHandler(resolve).withFailureHandler(reject);
    (runner as unknown as Record<string, (...args: unknown[]) => void>)[name]?.(...args);
  });
}

/** `google.script.run` has no timeout of its own, so a lost response would be waited for without end. */
function withTimeout<T>(response: Promise<T>, ms = DEFAULT_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Google did not respond in time.')), ms);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
