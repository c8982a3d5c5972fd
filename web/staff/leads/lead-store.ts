import type { LeadView, ListedLead } from '../../../src/leads/lead/lead-view';
import { createStore } from '../../shared/store';
import { pathOf, read, write } from '../api';
import { ApiError } from '../fetch-once';
import { session } from '../session';

/** Leads that were opened, as the server last showed them, by ID. */
export const leads = createStore<ReadonlyMap<string, LeadView>>(new Map());
session.subscribe(() => {
  if (!session.get()) leads.set(new Map());
});

/** Fields of a lead that an agent changes. */
type Editable = 'status' | 'agentId' | 'lostReason' | 'vehicleId' | 'notes';

/** Returns the ID under which the lead is found now, another one where it was merged. @throws ApiError or ConnectionError */
export async function loadLead(id: string, isPoll = false): Promise<string> {
  const reply = await read<LeadView>(pathOf('leads', id), { etag: etagOf(leads.get().get(id)), isPoll });
  if (reply) keep(reply.value);
  return reply?.value.id ?? id;
}

/**
 * Changes one field. A lead is changed by others all the time, by texts and their delivery too, and only a change of the
 * same field since `from` was read is a conflict: then nothing is written, and what the others wrote is returned.
 * @throws ApiError or ConnectionError
 */
export async function changeLead(
  id: string,
  field: Editable,
  { from, to }: { from: string; to: string },
): Promise<{ theirs?: string }> {
  for (;;) {
    const lead = leads.get().get(id);
    if (!lead || lead[field] === to) return {};
    if (lead[field] !== from) return { theirs: lead[field] };
    try {
      const { value } = await write<LeadView>(
        'PATCH',
        pathOf('leads', id),
        { [field]: to },
        { ifMatch: etagOf(lead) },
      );
      keep(value);
      return {};
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
      await loadLead(id);
    }
  }
}

/** Says whether the person wants no texts. @throws ApiError or ConnectionError */
export async function decideOptOut(id: string, optOut: boolean): Promise<void> {
  const { value } = await write<LeadView>('PATCH', pathOf('leads', id), { optOut });
  keep(value);
}

/** Plans what comes next. @throws ApiError or ConnectionError */
export async function planNext(id: string, plan: Pick<LeadView, 'nextAt' | 'nextStep'>): Promise<void> {
  const { value } = await write<LeadView>('PATCH', pathOf('leads', id), plan);
  keep(value);
}

/** Takes a lead as it was listed, or as it was read since: whichever is newer. */
export function newestOf(listed: ListedLead, read: ReadonlyMap<string, LeadView>): ListedLead {
  const opened = read.get(listed.id);
  const isNewer = opened && (opened.updatedAt ?? '') > (listed.updatedAt ?? '');
  return isNewer ? { ...listed, ...opened } : listed;
}

/** Answers may overtake each other: an older one changes nothing. */
function keep(lead: LeadView): void {
  const known = leads.get().get(lead.id);
  if (!known || known.version <= lead.version) leads.set(new Map(leads.get()).set(lead.id, lead));
}

function etagOf(lead: LeadView | undefined): string | undefined {
  return lead && `"v${lead.version}"`;
}
