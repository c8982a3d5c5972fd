import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { update } from '../../tables/tables';
import * as write from '../../tables/writes';
import { alertJobs } from '../scoring/hot-lead';
import { LEADS, type Lead } from '../tables';
import { phoneChangeOf } from './deleted-leads';
import { type LeadChange, type LeadEventType, leadJob, leadListeners, messageJob } from './lead-events';
import { toLeadContent } from './lead-view';

/**
 * Updates a lead by a pure function of its current row. The jobs of the events that follow are written before the row, so
 * that no update is ever without them. Undefined if there is no such lead.
 */
export function changeLead(
  id: string,
  patch: (lead: Lead) => Partial<Lead>,
  { ifVersion }: { ifVersion?: readonly number[] } = {},
): LeadChange | undefined {
  const isHeard = leadListeners();
  let before: Lead | undefined;
  let jobs: OutboxRow[] = [];
  let alerts: OutboxRow[] = [];
  const toPatch = (current: Lead) => {
    before = current;
    return patch(current);
  };
  const lead = update(LEADS, id, toPatch, {
    first(next) {
      jobs = before ? toJobs(before, next, isHeard) : [];
      alerts = alertJobs([next]);
      const moved = before && before.phone !== next.phone ? phoneChangeOf(before) : [];
      const queued = [...jobs, ...alerts];
      return queued.length > 0 ? [...moved, write.insert(OUTBOX, queued)] : moved;
    },
    opens: isHeard('lead.updated') || isHeard('message.received') ? [OUTBOX] : [],
    ...(ifVersion === undefined ? {} : { ifVersion }),
  });
  if (alerts.length > 0) wakeWorker();
  return lead && { lead, jobs };
}

/** Messages that the desk sends, and what becomes of them, are no events. */
function toJobs(before: Lead, next: Lead, isHeard: (type: LeadEventType) => boolean): OutboxRow[] {
  const known = new Set(before.thread.map(({ id }) => id));
  const received = next.thread.filter(({ id, direction }) => direction === 'inbound' && !known.has(id));
  const isChanged = contentOf(before) !== contentOf(next);
  return [
    ...(isChanged && isHeard('lead.updated') ? [leadJob(next)] : []),
    ...(isHeard('message.received') ? received.map((message) => messageJob(next, message)) : []),
  ];
}

/** Every update counts the version up, and most set the time. */
function contentOf(lead: Lead): string {
  return JSON.stringify({ ...toLeadContent(lead), version: 0, updatedAt: null });
}
