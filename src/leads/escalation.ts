import { DONE, type JobHandler, type JobResult, retryUntilVisible } from '../outbox/jobs';
import { agentChooser } from './lead/assignment';
import { changeLead } from './lead/change-lead';
import { leadLists } from './lists';
import { findLeads } from './merged';
import { UNTOUCHED_KIND } from './scoring/hot-lead';
import type { Lead } from './tables';

/** Gives a hot lead that nobody has touched in time to the next agent, and has an admin told: once for a lead. */
export const ESCALATION_HANDLER: JobHandler = {
  kind: UNTOUCHED_KIND,
  noun: 'check of a hot lead',
  maxAttempts: 4,
  delays: [1, 2, 4],
  run(jobs, deadline) {
    const byId = findLeads(jobs.map(({ entityId }) => entityId));
    const leads = [...byId.values()];
    const isOn = leadLists().settings.hotMinutes > 0;
    const agents = isOn && leads.some(isLeftAlone) ? agentChooser(leads, true) : undefined;
    const results = new Map<string, JobResult>();
    for (const job of jobs) {
      const lead = byId.get(job.entityId);
      if (lead && agents && isLeftAlone(lead)) {
        if (Date.now() >= deadline) break;
        const next = agents.chooseOther(lead);
        changeLead(lead.id, (current) => toEscalated(current, next, new Date()));
      }
      // A lead is written after its job; one that was deleted is not waited for in vain.
      results.set(job.id, lead ? DONE : retryUntilVisible(job, 'The lead is not there yet.'));
    }
    agents?.keepTurns();
    return { results };
  },
};

/** Entries from before the lead are of an older one that was merged into it, and say nothing of this one. */
function isLeftAlone({ filter, status, firstResponseAt, escalation, activities, createdAt }: Lead): boolean {
  const isOfLead = (at: string) => Date.parse(at) >= createdAt.getTime();
  const isTouched = activities.some(
    ({ at, by, what }) => what === 'changed' && by !== 'rule' && by !== 'timer' && isOfLead(at),
  );
  const isNew = status.trim().toLowerCase() === 'new' && !(firstResponseAt >= createdAt);
  return filter === 'hot' && isNew && !isTouched && !escalation;
}

function toEscalated(lead: Lead, agentId: string, time: Date): Partial<Lead> {
  if (!isLeftAlone(lead)) return {};
  const at = time.toISOString();
  const queued = { status: 'queued', at, error: null } as const;
  const changes = { agentId: { from: lead.agentId, to: agentId } };
  return {
    escalation: queued,
    updatedAt: time,
    ...(agentId === '' ? {} : { agentId, alert: queued }),
    activities: [
      ...lead.activities,
      { at, by: 'timer', what: 'escalated', ...(agentId === '' ? {} : { changes }) },
    ],
  };
}
