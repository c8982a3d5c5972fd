import * as v from 'valibot';
import { Time, toIso } from '../http/fields';
import { FILTERS } from './scoring';
import type { Lead } from './tables';
import { MessageView, toMessageView } from './thread';

/** What a list shows of each lead. */
export const SUMMARY = {
  id: v.string(),
  name: v.string(),
  score: v.number(),
  filter: v.picklist(FILTERS),
  status: v.string(),
};

const Change = v.strictObject({ from: v.unknown(), to: v.unknown() });

const ActivityView = v.strictObject({
  at: v.string(),
  by: v.string(),
  what: v.string(),
  changes: v.optional(v.record(v.string(), Change)),
  leads: v.optional(v.array(v.string())),
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
  version: v.number(),
  reasons: v.array(v.strictObject({ field: v.string(), rule: v.string(), points: v.number() })),
  messages: v.array(MessageView),
  activities: v.array(ActivityView),
});
export type LeadView = v.InferOutput<typeof LeadView>;

export function toLeadView(row: Lead): LeadView {
  const { requestKey, requestHash, thread, activities, createdAt, updatedAt, convertedAt, ...rest } = row;
  return {
    ...rest,
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    convertedAt: toIso(convertedAt),
    messages: thread.map(toMessageView),
    activities,
  };
}
