import type {
  Bell,
  CaseList,
  CaseView,
  Checked,
  Edited,
  Marked,
  Refused,
  Saved,
  SearchResult,
  SettingsView,
  Updated,
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
}

/** The script's functions (interface section 4.1), as far as the page calls them. */
interface Functions {
  listCases(page: Page): CaseList;
  searchCases(search: Search & Page): SearchResult;
  getCase(caseNumber: string): CaseView;
  updateCase(caseNumber: string, changes: Partial<Edited> & { version?: string }): Updated;
  getBell(): Bell;
  markBellSeen(seen: { through: number }): Marked;
  getSettings(): SettingsView;
  saveSettings(settings: Partial<Pick<SettingsView, 'senders' | 'emailAlerts' | 'alertEmail'>>): Saved;
  checkMail(): Checked;
}

type Name = keyof Functions;
type Answer<N extends Name> = ReturnType<Functions[N]>;

/** The script's own no, in words for the owner: asking again brings the same. */
export class Refusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.error);
    this.refused = refused;
  }
}

/** A check may take as long as the platform lets it. */
const PATIENCE_MS: Partial<Record<Name, number>> = { checkMail: 6 * 60_000 };
const USUAL_PATIENCE_MS = 60_000;

/** Calls the script. Rejects with a Refusal, or with an error whose cause may pass: then a retry makes sense. */
export async function call<N extends Name>(name: N, ...args: Parameters<Functions[N]>): Promise<Answer<N>> {
  if (!navigator.onLine) throw new Error('You are offline.');
  const answer = await withPatience(run<Answer<N> | Refused | null>(name, args), PATIENCE_MS[name]);
  if (answer === null) throw new Error('The response was lost.');
  if (isRefused(answer)) throw new Refusal(answer);
  return answer;
}

function isRefused(answer: object): answer is Refused {
  return 'ok' in answer && answer.ok === false;
}

function run<T>(name: Name, args: unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const runner = google.script.run.withSuccessHandler(resolve).withFailureHandler(reject);
    (runner as unknown as Record<string, (...args: unknown[]) => void>)[name]?.(...args);
  });
}

/** The bridge has no limit of its own: what is lost on the way would be waited for without end. */
function withPatience<T>(answer: Promise<T>, ms = USUAL_PATIENCE_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Google did not respond in time.')), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
