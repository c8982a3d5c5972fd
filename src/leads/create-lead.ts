import * as v from 'valibot';
import { Amount, maxText, Name, Phone } from '../http/fields';
import {
  assertSameBody,
  type IdempotencyRecord,
  idempotencyRecord,
  storedResponse,
  withStoredResponse,
} from '../http/idempotency';
import { type Call, Response } from '../http/route';
import { findAll, insert } from '../tables/tables';
import type { Activity } from './activities';
import { SUMMARY } from './lead-view';
import { scoreLead } from './scoring';
import { scoringRules } from './scoring-rules';
import { LEADS, type Lead } from './tables';

/** What is left out, or null, is scored as unknown. */
export const OPTIONAL = {
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

export const LeadCreated = v.pick(v.strictObject(SUMMARY), ['id', 'score', 'filter']);

const NEVER = new Date(Number.NaN);

/** What the score counts as unknown, and a source for leads that name none. */
const DEFAULTS = {
  creditScore: '',
  downPayment: null,
  hasBank: null,
  idType: '',
  tradeIn: null,
  location: '',
  source: 'api',
};

/** A request that is repeated gets the score of the first time, whatever has become of the lead. */
export function createLead({ body, caller, request }: Call<NewLead>): Response {
  const record = idempotencyRecord(caller, request, body);
  const { id, score, filter, requestHash } = insertLead(body, { by: caller?.id ?? '', record });
  const [firstScore = score, firstFilter = filter] = storedResponse(requestHash);
  const value = { id, score: Number(firstScore), filter: firstFilter };
  return new Response(value, { status: 201, headers: { location: `/v1/leads/${id}` } });
}

/**
 * A new lead with its score, linked to earlier leads with the same phone; the existing one for a repeated request.
 * Everything is read and scored before the row gets its id.
 */
export function insertLead(given: NewLead, { by, record }: { by: string; record: IdempotencyRecord }): Lead {
  const facts = { ...DEFAULTS, ...given };
  const scored = scoreLead(facts, scoringRules());
  const earlier = leadsWithPhone(given.phone);
  const at = new Date();
  const { row, isNew } = insert(
    LEADS,
    (id): Lead => ({
      id,
      ...facts,
      ...scored,
      status: 'new',
      notes: '',
      createdAt: at,
      updatedAt: at,
      convertedAt: NEVER,
      isOptedOut: earlier.some(({ isOptedOut }) => isOptedOut),
      version: 1,
      requestKey: record.requestKey,
      requestHash: withStoredResponse(record.requestHash, scored.score, scored.filter),
      activities: firstActivities({ at: at.toISOString(), by, what: 'created' }, earlier),
      thread: [],
    }),
    record,
  );
  if (!isNew) assertSameBody(row, record);
  return row;
}

/** As a rule the oldest first. */
export function leadsWithPhone(phone: string): Lead[] {
  return findAll(LEADS, 'phone', [phone]);
}

const MAX_DUPLICATES = 20;

function firstActivities(created: Activity, earlier: readonly Lead[]): Activity[] {
  if (earlier.length === 0) return [created];
  const leads = earlier.slice(0, MAX_DUPLICATES).map(({ id }) => id);
  return [created, { ...created, what: 'duplicate', leads }];
}
