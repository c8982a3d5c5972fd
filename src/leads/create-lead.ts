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
import type { NewLead } from './lead-schemas';
import { scoreLead } from './scoring';
import { scoringRules } from './scoring-tab';
import { LEADS, type Lead, NEW_LEADS } from './tables';

const NEVER = new Date(Number.NaN);

/** Everything is looked up and scored before the row gets its number, and it is written whole or not at all. */
export function createLead({ body, caller, request }: Call<NewLead, undefined>): Response {
  const mark = idempotencyRecord(caller, request, body);
  const made = makeLead(body, { by: caller?.id ?? '', mark });
  return new Response(firstAnswer(made), { status: 201, headers: { location: `/v1/leads/${made.id}` } });
}

/** A lead with its score, linked to earlier ones with the same phone; the first one again for a known request. */
export function makeLead(given: NewLead, { by, mark }: { by: string; mark: IdempotencyRecord }): Lead {
  const facts = { ...UNKNOWN, ...given };
  const scored = scoreLead(facts, scoringRules());
  const earlier = leadsWithPhone(given.phone);
  const at = new Date();
  const { row, isNew } = insert(
    NEW_LEADS,
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
      requestKey: mark.requestKey,
      requestHash: withStoredResponse(mark.requestHash, scored.score, scored.filter),
      activities: firstActivities({ by, at, earlier }),
      thread: [],
    }),
    mark,
  );
  if (!isNew) assertSameBody(row, mark);
  return row;
}

const UNKNOWN = {
  creditScore: '',
  downPayment: null,
  hasBank: null,
  idType: '',
  tradeIn: null,
  location: '',
  source: 'api',
};

/** A phone that many leads share tells nothing more. */
const MOST_TOLD = 20;

function firstActivities({
  by,
  at,
  earlier,
}: {
  by: string;
  at: Date;
  earlier: readonly Lead[];
}): Activity[] {
  const created: Activity = { at: at.toISOString(), by, what: 'created' };
  if (earlier.length === 0) return [created];
  return [created, { ...created, what: 'duplicate', leads: earlier.slice(0, MOST_TOLD).map(({ id }) => id) }];
}

function firstAnswer({ id, score, filter, requestHash }: Lead): Pick<Lead, 'id' | 'score' | 'filter'> {
  const [firstScore = score, firstFilter = filter] = storedResponse(requestHash);
  return { id, score: Number(firstScore), filter: firstFilter as Lead['filter'] };
}

/** The leads with this phone, as a rule the oldest of them first. */
export function leadsWithPhone(phone: string): Lead[] {
  return findAll(LEADS, 'phone', [phone]);
}
