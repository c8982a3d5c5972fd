import { findAll } from '../../tables/tables';
import type { FindOptedOut, OptChoice } from '../../texts/opt-out';
import { LEADS, type Lead } from '../tables';
import { changeLead } from './change-lead';
import type { LeadChange } from './lead-events';

interface Chosen {
  what: OptChoice | undefined;
  /** The id of a user, or `sms`. */
  by: string;
  at?: Date;
  /** The text that says so. */
  words?: string;
}

/** Applies a choice of the owner of the phone, or somebody's decision about it, to a lead: no change where it is so already. */
export function withOptChoice(lead: Lead, { what, by, at = new Date(), words }: Chosen): Partial<Lead> {
  if (!what || (what === 'asked_to_stop' && lead.isOptedOut)) return {};
  const next = {
    isOptedOut: what === 'asked_to_stop' ? lead.isOptedOut : what === 'opted_out',
    asksToStop: what === 'asked_to_stop',
  };
  const isSame = next.isOptedOut === lead.isOptedOut && next.asksToStop === lead.asksToStop;
  // YES to somebody who has not opted out may answer any question.
  const agrees = what === 'opted_in' && words !== undefined && !(isSame && /yes/i.test(words));
  const consent = agrees ? { consent: { how: by, at: at.toISOString(), words } } : {};
  if (isSame) return agrees && !lead.consent ? { ...consent, updatedAt: at } : {};
  return {
    ...next,
    ...consent,
    activities: [...lead.activities, { at: at.toISOString(), by, what }],
    updatedAt: at,
  };
}

/** Finds what leads with these phones have chosen, for texts of others. */
export const findOptedOut: FindOptedOut = (phones) => {
  const leads = findAll(LEADS, 'phone', phones);
  const asking = leads.filter(({ asksToStop }) => asksToStop).map(({ phone }) => phone);
  const optedOut = leads.filter(({ isOptedOut }) => isOptedOut).map(({ phone }) => phone);
  return new Map([
    ...asking.map((phone) => [phone, 'asked_to_stop'] as const),
    ...optedOut.map((phone) => [phone, 'opted_out'] as const),
  ]);
};

/** Applies a choice to leads that have the same phone. */
export function optAll(leads: readonly Pick<Lead, 'id'>[], chosen: Chosen): (LeadChange | undefined)[] {
  return leads.map(({ id }) => changeLead(id, (lead) => withOptChoice(lead, chosen)));
}
