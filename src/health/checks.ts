import { VERSION } from '../platform/build';
import { DAY_MS, HOUR_MS, MINUTE_MS, properties } from '../platform/platform';
import { listAccessProblems } from '../platform/spreadsheet';
import { LayoutError } from '../platform/user-error';
import { columnNames, readSchema, schemaOf, Tab, type TabSchema } from '../tables/sheet';
import { type Usage, usedInDay } from './usage';

/** A line of Health. */
export interface HealthCheck {
  label: string;
  detail: string;
  /** `problem`: somebody has to do something about it. */
  status?: 'ok' | 'problem';
}

export function toStatus(isProblem: boolean): 'ok' | 'problem' {
  return isProblem ? 'problem' : 'ok';
}

/** `detail` says what to do. */
export function toProblem(detail: string): HealthCheck {
  return { label: 'Problem', detail, status: 'problem' };
}

/** What triggers may run in a day, by account (platform facts 7). */
const TRIGGER_MINUTES = { free: 90, workspace: 360 };
/** From here on it is worth knowing. */
const WARN_AT = 0.9;

export function toTimerMinutes(usage: Usage<'ms'>, now: number): HealthCheck {
  const minutes = usedInDay(usage, now, 'ms') / MINUTE_MS;
  const { free, workspace } = TRIGGER_MINUTES;
  return {
    label: 'Timer minutes',
    detail: `About ${minutes.toFixed(1)} in the last 24 hours. All scripts of an account share ${free} a day, in a Workspace ${workspace}.`,
    status: toStatus(minutes > free * WARN_AT),
  };
}

/** Which code the menu and the timer run, and whether the sheet has all that it wants. */
export function listVersions(tabs: readonly TabSchema[]): HealthCheck[] {
  const stored = properties().getProperties();
  const isCurrent = readSchema(stored) === schemaOf(tabs);
  const detail = isCurrent ? 'Up to date.' : 'Out of date. Choose Set up.';
  return [
    { label: 'Version', detail: `${VERSION}, of the menu and the timer.` },
    { label: 'Columns of the sheet', detail, status: toStatus(!isCurrent) },
    ...listAccessProblems(stored).map(toProblem),
    ...listLacks(tabs),
  ];
}

/** What somebody has deleted or renamed. */
function listLacks(tabs: readonly TabSchema[]): HealthCheck[] {
  return tabs.flatMap((tab): HealthCheck[] => {
    try {
      new Tab(tab).assertHas(columnNames(tab));
      return [];
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      return [toProblem(error.message)];
    }
  });
}

/** `3 minutes` */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (ms < 2 * HOUR_MS) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / DAY_MS)} days`;
}
