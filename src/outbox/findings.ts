import { type Finding, inWords, toTimerMinutes } from '../health/findings';
import { select } from '../tables/select';
import { columnNames } from '../tables/table';
import { OUTBOX, type OutboxRow } from './tables';
import { findRuns, LATE_MS } from './timer-runs';

const MOST_ROWS = 20;

/** How the timer runs, and what has still to be sent. */
export function outboxFindings(now: number): Finding[] {
  const { last, usage = [] } = findRuns() ?? {};
  return [
    toLastRun(last, now),
    toTimerMinutes(usage, now),
    ...toWaiting(select(OUTBOX, columnNames(OUTBOX)) as OutboxRow[], now),
  ];
}

function toLastRun(last: number | undefined, now: number): Finding {
  const what = 'Last run';
  if (last === undefined) return { what, how: 'None yet: the timer runs every minute.' };
  const how = `${inWords(now - last)} ago; everything is looked through every ten minutes.`;
  return { what, how, isTrouble: now - last > LATE_MS };
}

/** What is new is sent within a minute; what has failed before is listed with the reason. */
function toWaiting(rows: readonly OutboxRow[], now: number): Finding[] {
  const lag = Math.max(0, ...rows.map(({ due }) => now - due.getTime()).filter(Number.isFinite));
  const failed = rows.filter(({ tries, error }) => tries > 0 && error !== '');
  const listed = failed.slice(0, MOST_ROWS).map(toRetry);
  const more = failed.length > MOST_ROWS ? ` The first ${MOST_ROWS} of them:` : '';
  const how = `${rows.length} to send or to look at again, ${failed.length} have failed before; the oldest is ${inWords(lag)} late.${more}`;
  const total = { what: 'Waiting', how, isTrouble: lag > LATE_MS };
  return rows.length === 0 ? [{ what: total.what, how: 'Nothing.' }] : [total, ...listed];
}

function toRetry({ kind, targetId, tries, due, error }: OutboxRow): Finding {
  const next = Number.isNaN(due.getTime()) ? 'soon' : due.toISOString();
  return {
    what: `  ${kind} for ${targetId}`,
    how: `Failed ${tries} ${tries === 1 ? 'time' : 'times'}, next try ${next}: ${error}`,
  };
}
