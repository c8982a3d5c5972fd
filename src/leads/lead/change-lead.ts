import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { update } from '../../tables/tables';
import * as write from '../../tables/writes';
import { alertJobs } from '../scoring/hot-lead';
import { LEADS, type Lead } from '../tables';
import { phoneChangeOf } from './deleted-leads';
import { heardEvents, type LeadChange } from './lead-events';
import { textJobs } from './text-jobs';
import { withWaiting } from './waiting';

/**
 * Updates a lead by a pure function of its current row. The jobs of the events that follow are written before the row, so
 * that no update is ever without them. Undefined if there is no such lead.
 */
export function changeLead(
  id: string,
  patch: (lead: Lead) => Partial<Lead>,
  { ifVersion }: { ifVersion?: readonly number[] } = {},
): LeadChange | undefined {
  const events = heardEvents();
  let before: Lead | undefined;
  let jobs: OutboxRow[] = [];
  let isAwake = false;
  const toPatch = (current: Lead) => {
    before = current;
    return withWaiting(current, patch(current));
  };
  const lead = update(LEADS, id, toPatch, {
    first(next) {
      jobs = before ? events.jobsOf({ before, lead: next }) : [];
      const alerts = alertJobs([next]);
      const moved = before && before.phone !== next.phone ? phoneChangeOf(before) : [];
      const texts = textJobs(next, before);
      const queued = [...jobs, ...alerts, ...texts];
      isAwake = alerts.length + texts.length > 0;
      return queued.length > 0 ? [...moved, write.insert(OUTBOX, queued)] : moved;
    },
    opens: events.isAny ? [OUTBOX] : [],
    ...(ifVersion === undefined ? {} : { ifVersion }),
  });
  if (isAwake) wakeWorker();
  return lead && { lead, jobs };
}
