import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { findAll, update, type Write, writeAll } from '../../tables/tables';
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
  let ahead: Ahead = { jobs: [], queued: [], moved: [] };
  const toPatch = (current: Lead) => {
    before = current;
    return withWaiting(current, patch(current));
  };
  const lead = update(LEADS, id, toPatch, {
    first(next) {
      if (before) ahead = aheadOf(before, next, events);
      const { queued, moved } = ahead;
      return queued.length > 0 ? [...moved, write.insert(OUTBOX, queued)] : moved;
    },
    opens: events.isAny ? [OUTBOX] : [],
    ...(ifVersion === undefined ? {} : { ifVersion }),
  });
  if (ahead.queued.length > ahead.jobs.length) wakeWorker();
  return lead && { lead, jobs: ahead.jobs };
}

/**
 * The same for many leads, in as few calls as for one. A lead that somebody else has changed meanwhile is read again, so that its
 * events tell of the version that this change makes. Returns those that are there.
 */
export function changeLeads(patches: ReadonlyMap<string, (lead: Lead) => Partial<Lead>>): Map<string, Lead> {
  const changed = new Map<string, Lead>();
  if (patches.size === 0) return changed;
  const events = heardEvents();
  let isAwake = false;
  let left = [...patches.keys()];
  while (left.length > 0) {
    const plans = new Map(
      findAll(LEADS, 'id', left).map((before) => {
        const patch = withWaiting(before, patches.get(before.id)?.(before) ?? {});
        const isSame = Object.keys(patch).length === 0;
        const lead = isSame ? before : { ...before, ...patch, version: before.version + 1 };
        return [before.id, { before, patch, lead, isSame }] as const;
      }),
    );
    const aheads = [...plans.values()].map(({ before, lead, isSame }) =>
      isSame ? undefined : aheadOf(before, lead, events),
    );
    const queued = aheads.flatMap((ahead) => ahead?.queued ?? []);
    const outdated = new Set<string>();
    const toPatch = (lead: Lead) => {
      const plan = plans.get(lead.id);
      if (plan && plan.before.version === lead.version) return plan.patch;
      outdated.add(lead.id);
      return {};
    };
    writeAll(
      ...aheads.flatMap((ahead) => ahead?.moved ?? []),
      write.insert(OUTBOX, queued),
      write.update(LEADS, new Map([...plans.keys()].map((id) => [id, toPatch]))),
    );
    isAwake ||= queued.length > 0;
    for (const [id, { lead }] of plans) if (!outdated.has(id)) changed.set(id, lead);
    left = [...outdated];
  }
  if (isAwake) wakeWorker();
  return changed;
}

/** Rows that are written before a lead changes. */
interface Ahead {
  /** The jobs of its events. */
  jobs: OutboxRow[];
  /** All jobs, of its texts too. */
  queued: OutboxRow[];
  moved: Write[];
}

function aheadOf(before: Lead, lead: Lead, { jobsOf }: ReturnType<typeof heardEvents>): Ahead {
  const jobs = jobsOf({ before, lead });
  const moved = before.phone === lead.phone ? [] : phoneChangeOf(before);
  return { jobs, queued: [...jobs, ...alertJobs([lead]), ...textJobs(lead, before)], moved };
}
