import { VERSION } from '../platform/build';
import { findProblem } from '../platform/circuit-breaker';
import { DAY_MS, HOUR_MS, MINUTE_MS, properties } from '../platform/platform';
import { listAccessProblems } from '../platform/spreadsheet';
import { LayoutError } from '../platform/user-error';
import { columnNames, listMissingRows, readSchema, schemaOf, Tab, type TabSchema } from '../tables/sheet';

/** A line of Health. `problem`: it needs attention. */
export interface HealthCheck {
  label: string;
  detail: string;
  status?: 'ok' | 'problem';
}

export function toStatus(isProblem: boolean): 'ok' | 'problem' {
  return isProblem ? 'problem' : 'ok';
}

/** `detail` says what is wrong and what to do. */
export function toProblem(detail: string): HealthCheck {
  return { label: 'Problem', detail, status: 'problem' };
}

/** The version of the code, and whether the sheet has the columns that it needs. */
export function schemaChecks(tabs: readonly TabSchema[]): HealthCheck[] {
  const stored = properties().getProperties();
  const isCurrent = readSchema(stored) === schemaOf(tabs);
  const detail = isCurrent ? 'Up to date.' : 'Out of date. Choose Set up.';
  return [
    { label: 'Version', detail: `${VERSION}, of the menu and the timer.` },
    { label: 'Columns of the sheet', detail, status: toStatus(!isCurrent) },
    ...listAccessProblems(stored).map(toProblem),
    ...listMissing(tabs),
  ];
}

/** Whether a provider that is connected works, as its last calls have shown; and what it means if it does not. */
export function checkProvider(
  name: string,
  { down, refused }: Record<'down' | 'refused', string>,
): HealthCheck {
  const problem = findProblem(name);
  if (!problem) return { label: name, detail: 'Connected.' };
  const since = new Date(problem.since).toISOString();
  const detail =
    problem.kind === 'unavailable'
      ? `Not responding since ${since}. It is tried again every 30 seconds. ${down} Last error: ${problem.error}`
      : `Refuses the credentials since ${since}. ${refused} Last error: ${problem.error}`;
  return { label: name, detail, status: 'problem' };
}

/** Tabs, columns and rows of settings that were deleted or renamed: all of them. */
function listMissing(tabs: readonly TabSchema[]): HealthCheck[] {
  return tabs.flatMap((tab) => missingIn(tab).map(toProblem));
}

function missingIn(tab: TabSchema): string[] {
  try {
    const { header } = new Tab(tab);
    const columns = columnNames(tab).filter((name) => !header.has(name));
    if (columns.length > 0) return columns.map((name) => header.missing(name).message);
    return 'entries' in tab ? listMissingRows(tab) : [];
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return [error.message];
  }
}

/** `3 minutes` */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (ms < 2 * HOUR_MS) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / DAY_MS)} days`;
}
