import * as v from 'valibot';
import { Count, Instant, Time, toIso } from '../../http/fields';
import { withReason } from '../../texts/texts';
import { FILTERS } from '../scoring/scoring';
import { ALERT_STATUSES, type Lead } from '../tables';
import { MessageView, toMessageView } from '../thread/thread';
import type { History } from './history';

/** What a list shows of each lead. */
export const SUMMARY = {
  id: v.string(),
  name: v.string(),
  score: Count,
  filter: v.picklist(FILTERS),
  status: v.string(),
};

/** The same in a list of the API, with what a copy of it needs. */
const LISTED = {
  ...SUMMARY,
  phone: v.string(),
  source: v.string(),
  createdAt: Time,
  updatedAt: Time,
};
export const LISTED_FIELDS = Object.keys(LISTED) as (keyof typeof LISTED)[];

/** The rules that made up a score. */
const Reasons = v.array(
  v.strictObject({ field: v.string(), rule: v.string(), points: v.pipe(v.number(), v.integer()) }),
);

export const ListedLead = v.strictObject({
  ...LISTED,
  /** Where they were asked for. */
  reasons: v.exactOptional(Reasons),
});
export type ListedLead = v.InferOutput<typeof ListedLead>;

const Change = v.strictObject({ from: v.unknown(), to: v.unknown() });

export const ActivityView = v.strictObject({
  at: Instant,
  by: v.string(),
  what: v.string(),
  changes: v.optional(v.record(v.string(), Change)),
  leads: v.optional(v.array(v.string())),
  error: v.optional(v.string()),
});

/** A lead as the API returns it. */
export const LeadView = v.strictObject({
  ...SUMMARY,
  phone: v.string(),
  creditScore: v.string(),
  downPayment: v.nullable(v.number()),
  hasBank: v.nullable(v.boolean()),
  idType: v.string(),
  tradeIn: v.nullable(v.boolean()),
  location: v.string(),
  source: v.string(),
  notes: v.string(),
  createdAt: Time,
  updatedAt: Time,
  convertedAt: Time,
  isOptedOut: v.boolean(),
  vehicleId: v.string(),
  agentId: v.string(),
  /** The text to the agent that the lead is hot. */
  alert: v.nullable(
    v.strictObject({ status: v.picklist(ALERT_STATUSES), at: Instant, error: v.nullable(v.string()) }),
  ),
  version: Count,
  reasons: Reasons,
  /** The newest, with the oldest of them first; the totals count all. */
  messages: v.array(MessageView),
  messagesTotal: Count,
  activities: v.array(ActivityView),
  activitiesTotal: Count,
});
export type LeadView = v.InferOutput<typeof LeadView>;

export function toListedLead(
  row: Pick<Lead, keyof typeof LISTED> & Partial<Pick<Lead, 'reasons'>>,
): ListedLead {
  return { ...row, createdAt: toIso(row.createdAt), updatedAt: toIso(row.updatedAt) };
}

/** How many of its messages and of its activities a lead shows; the others have pages of their own. */
export const MAX_SHOWN = 100;

export function toLeadView(row: Lead, { messages, activities }: History): LeadView {
  return {
    ...toLeadContent(row),
    messages: withReason(messages.slice(-MAX_SHOWN).map(toMessageView)),
    messagesTotal: messages.length,
    activities: activities.slice(-MAX_SHOWN),
    activitiesTotal: activities.length,
  };
}

type LeadContent = Omit<LeadView, 'messages' | 'messagesTotal' | 'activities' | 'activitiesTotal'>;

/** A lead without its messages and its activities: as it is pushed. */
export function toLeadContent({ createdAt, updatedAt, convertedAt, alert, ...row }: Lead): LeadContent {
  const { requestKey, requestHash, thread, activities, archived, ...content } = row;
  return {
    ...content,
    // Without the agent's phone.
    alert: alert && { status: alert.status, at: alert.at, error: alert.error },
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    convertedAt: toIso(convertedAt),
  };
}
