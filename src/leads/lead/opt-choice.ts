import type { OptChoice } from '../../texts/opt-out';
import type { Lead } from '../tables';
import { changeLead } from './change-lead';
import type { LeadChange } from './lead-events';

interface Chosen {
  what: OptChoice | undefined;
  /** The id of a user, or `sms`. */
  by: string;
  at?: Date;
}

/** Applies a choice of the owner of the phone, or somebody's decision about it, to a lead: no change where it is so already. */
export function withOptChoice(lead: Lead, { what, by, at = new Date() }: Chosen): Partial<Lead> {
  if (!what || (what === 'asked_to_stop' && lead.isOptedOut)) return {};
  const next = {
    isOptedOut: what === 'asked_to_stop' ? lead.isOptedOut : what === 'opted_out',
    asksToStop: what === 'asked_to_stop',
  };
  if (next.isOptedOut === lead.isOptedOut && next.asksToStop === lead.asksToStop) return {};
  return { ...next, activities: [...lead.activities, { at: at.toISOString(), by, what }], updatedAt: at };
}

/** Applies a choice to leads that have the same phone. */
export function optAll(leads: readonly Pick<Lead, 'id'>[], chosen: Chosen): (LeadChange | undefined)[] {
  return leads.map(({ id }) => changeLead(id, (lead) => withOptChoice(lead, chosen)));
}
