import * as v from 'valibot';
import {
  Amount,
  BooleanFilter,
  listPageOf,
  listQuery,
  maxText,
  Name,
  NumberFilter,
  Phone,
  PhoneFilter,
  TextFilter,
  Time,
  toIso,
} from '../http/fields';
import { FILTERS } from './scoring';
import type { Lead } from './tables';
import { MessageView, toMessageView } from './thread';

/** What is left out, or null, is scored as unknown. */
const OPTIONAL = {
  creditScore: v.exactOptional(maxText(80)),
  downPayment: v.exactOptional(v.nullable(Amount)),
  hasBank: v.exactOptional(v.nullable(v.boolean())),
  idType: v.exactOptional(maxText(80)),
  tradeIn: v.exactOptional(v.nullable(v.boolean())),
  location: v.exactOptional(maxText(80)),
  source: v.exactOptional(maxText(80)),
};

export const NewLead = v.strictObject({ name: Name, phone: Phone, ...OPTIONAL });
export type NewLead = v.InferOutput<typeof NewLead>;

export const LeadPatch = v.strictObject({
  name: v.exactOptional(Name),
  phone: v.exactOptional(Phone),
  ...OPTIONAL,
  /** A status of the desk's own, or one from the Lists tab. */
  status: v.exactOptional(maxText(80)),
  notes: v.exactOptional(maxText(5_000)),
});
export type LeadPatch = v.InferOutput<typeof LeadPatch>;

export const LEAD_FIELDS = Object.keys(LeadPatch.entries) as (keyof LeadPatch)[];

const SUMMARY = {
  id: v.string(),
  name: v.string(),
  score: v.number(),
  filter: v.picklist(FILTERS),
  status: v.string(),
};

export const LeadCreated = v.pick(v.strictObject(SUMMARY), ['id', 'score', 'filter']);

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

export const LeadQuery = v.strictObject({
  ...listQuery([
    'id',
    'name',
    'score',
    'filter',
    'status',
    'phone',
    'downPayment',
    'location',
    'source',
    'createdAt',
    'updatedAt',
  ]),
  name: TextFilter,
  score: NumberFilter,
  filter: v.optional(v.picklist(FILTERS)),
  status: TextFilter,
  phone: PhoneFilter,
  creditScore: TextFilter,
  downPayment: NumberFilter,
  hasBank: BooleanFilter,
  idType: TextFilter,
  tradeIn: BooleanFilter,
  location: TextFilter,
  source: TextFilter,
});
export type LeadQuery = v.InferOutput<typeof LeadQuery>;

export const LeadPage = listPageOf(v.strictObject(SUMMARY));

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
