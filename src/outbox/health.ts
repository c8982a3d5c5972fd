import { type HealthCheck, inWords, toStatus, toTimerMinutes } from '../health/checks';
import { columnNames, select } from '../tables/tables';
import { OUTBOX, type OutboxRow } from './tables';
import { findRuns, LATE_MS } from './timer-runs';

const MOST_ROWS = 20;

/** How the timer runs, and what has still to be sent. */
export function outboxChecks(now: number): HealthCheck[] {
  const { last, usage = [] } = findRuns() ?? {};
  return [
    toLastRun(last, now),
    toTimerMinutes(usage, now),
    ...toWaiting(select(OUTBOX, columnNames(OUTBOX)) as OutboxRow[], now),
  ];
}

function toLastRun(last: number | undefined, now: number): HealthCheck {
  const label = 'Last run';
  if (last === undefined) return { label, detail: 'None yet: the timer runs every minute.' };
  const detail = `${inWords(now - last)} ago; everything is looked through every ten minutes.`;
  return { label, detail, status: toStatus(now - last > LATE_MS) };
}

/** What is new is sent within a minute; what has failed before is listed with the reason. */
function toWaiting(rows: readonly OutboxRow[], now: number): HealthCheck[] {
  const lag = Math.max(0, ...rows.map(({ due }) => now - due.getTime()).filter(Number.isFinite));
  const failed = rows.filter(({ tries, error }) => tries > 0 && error !== '');
  const listed = failed.slice(0, MOST_ROWS).map(toRetry);
  const more = failed.length > MOST_ROWS ? ` The first ${MOST_ROWS} of them:` : '';
  const detail = `${rows.length} to send or to look at again, ${failed.length} have failed before; the oldest is ${inWords(lag)} late.${more}`;
  const total = { label: 'Waiting', detail, status: toStatus(lag > LATE_MS) };
  return rows.length === 0 ? [{ label: total.label, detail: 'Nothing.' }] : [total, ...listed];
}

function toRetry({ kind, targetId, tries, due, error }: OutboxRow): HealthCheck {
  const next = Number.isNaN(due.getTime()) ? 'soon' : due.toISOString();
  return {
    label: `  ${kind} for ${targetId}`,
    detail: `Failed ${tries} ${tries === 1 ? 'time' : 'times'}, next try ${next}: ${error}`,
  };
}
