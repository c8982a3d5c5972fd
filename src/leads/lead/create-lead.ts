import * as v from 'valibot';
import { described } from '../../http/described';
import { Amount, maxText, Name } from '../../http/fields';
import {
  assertSameBody,
  type IdempotencyRecord,
  idempotencyRecord,
  storedResponse,
  withStoredResponse,
} from '../../http/idempotency';
import { type Call, Response } from '../../http/route';
import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import * as cache from '../../platform/cache';
import { quote } from '../../platform/quote';
import { findAll, insert, NEVER, type Row, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import type { Activity } from '../entries';
import { LISTS_KEY } from '../lists';
import { alertFor, alertJobs, untouchedJobs } from '../scoring/hot-lead';
import { type Rule, scoreLead } from '../scoring/scoring';
import { RULES_KEYS, scoringRules } from '../scoring/scoring-rules';
import { DELETED_LEADS, LEADS, type Lead } from '../tables';
import { type AgentChooser, agentChooser, assignmentCheck } from './assignment';
import { GivenConsent, toConsent } from './consent';
import { DEFAULTS } from './defaults';
import { heardEvents, type LeadChange, pushLeadsNow } from './lead-events';
import { SUMMARY } from './lead-view';
import { GivenCustom, withOwn } from './own-fields';
import { LeadPhone } from './phone';
import { waitingOf } from './waiting';

const EMAIL = /^[^\s@,;<>"\p{C}]+@[^\s@,;<>"\p{C}]+\.[^\s@,;<>"\p{C}]+$/u;

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

const Email = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254),
  v.check(
    (text) => text === '' || isEmail(text),
    ({ input }) => `must be an email address (got ${quote(input)}).`,
  ),
  v.toLowerCase(),
);

/** Ways to reach the person, by which leads of one person are found. */
export const CONTACTS = {
  phone: described(
    v.exactOptional(LeadPhone),
    'International, with a leading +. Empty if there is none. For a lead created by an inbound message it is the sender, which may be a name such as SHOP.',
    '+15550102030',
  ),
  email: described(
    v.exactOptional(Email),
    'The email address of the person, stored in lower case. Empty if there is none.',
    'ada@example.com',
  ),
};
type Contacts = Pick<Lead, keyof typeof CONTACTS>;
const CONTACT_NAMES = Object.keys(CONTACTS) as (keyof Contacts)[];

/** A field that is left out, or null, is scored as unknown. */
export const OPTIONAL = {
  creditScore: described(v.exactOptional(maxText(80)), 'Digits, a range or a word such as good.', '640-680'),
  downPayment: described(
    v.exactOptional(v.nullable(Amount)),
    'In main units of the currency. Null if unknown.',
    3000,
  ),
  hasBank: described(
    v.exactOptional(v.nullable(v.boolean())),
    'Whether the person has a bank account. Null if unknown.',
    true,
  ),
  idType: described(v.exactOptional(maxText(80)), 'The kind of identification.'),
  tradeIn: described(
    v.exactOptional(v.nullable(v.boolean())),
    'Whether there is a car to trade in. Null if unknown.',
    false,
  ),
  location: described(v.exactOptional(maxText(80)), 'The location of the dealer.', 'Austin'),
  source: described(v.exactOptional(maxText(80)), 'Where the lead comes from.', 'api'),
  vehicleId: described(
    v.exactOptional(maxText(40)),
    'The vehicle that the person is interested in. Empty if there is none.',
  ),
  agentId: described(
    v.exactOptional(maxText(40)),
    'The user who is assigned to the lead, and gets a text when it is hot. Empty if there is none.',
  ),
  notes: described(v.exactOptional(maxText(5_000)), 'Notes by the people who work on it.'),
  consent: GivenConsent,
  custom: GivenCustom,
};

const NEW_LEAD = {
  name: described(Name, 'The name of the person.', 'Ada Brown'),
  ...CONTACTS,
  ...OPTIONAL,
};

const UNREACHABLE = 'or email is required.';

export const NewLead = v.pipe(
  v.strictObject(NEW_LEAD),
  v.forward(
    v.check((lead) => isReachable(lead), UNREACHABLE),
    ['phone'],
  ),
);
export type NewLead = v.InferOutput<typeof NewLead>;

export const MAX_EXTERNAL_ID = 200;

/** A lead of an import. */
export const ImportedLead = v.pipe(
  v.strictObject({
    ...NEW_LEAD,
    externalId: described(
      v.exactOptional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_EXTERNAL_ID))),
      'The ID in another system. The lead that has it is changed, as by PUT; there is a new one where none has.',
      'crm-7',
    ),
  }),
  v.forward(
    v.check((lead) => isReachable(lead), UNREACHABLE),
    ['phone'],
  ),
);
export type ImportedLead = v.InferOutput<typeof ImportedLead>;

type GivenLead = NewLead & { externalId?: string };

export const LeadCreated = v.pick(v.strictObject(SUMMARY), ['id', 'score', 'filter']);

/** A repeated request gets the score of the first time, even if the lead has changed since. */
export function createLead(call: Call<NewLead>): Response {
  return createOnce(call, () => withOwn(call.body, call.caller));
}

/** Makes the lead that `read` reads out of the request's body, unless the same request has made it before. */
export function createOnce({ body, caller, request }: Call<unknown>, read: () => NewLead): Response {
  const record = idempotencyRecord(caller, request, body);
  // The keys of leads that were merged since go on counting.
  const inserted = insertLead(read(), { by: caller?.id ?? '', record, movedTo: DELETED_LEADS });
  if (inserted.isNew) pushLeadsNow([inserted]);
  return toCreation({ ...MERGED, ...inserted.lead });
}

/** The score is in what is stored of the first response. */
const MERGED = { score: 0, filter: 'review' } as const;

/** Leads by these keys of the rows that the same request has made, as far as they have been merged since. */
export function findMergedCreations(
  keys: readonly string[],
  record: IdempotencyRecord,
): Map<string, Created> {
  if (record.requestKey === '') return new Map();
  const columns = ['id', 'requestKey', 'requestHash'] as const;
  const rows = findAll(DELETED_LEADS, 'requestKey', keys, columns);
  for (const { requestHash } of rows) assertSameBody({ requestKey: record.requestKey, requestHash }, record);
  return new Map(rows.map((row) => [row.requestKey, { ...MERGED, ...row }]));
}

type Created = Pick<Lead, 'id' | 'score' | 'filter' | 'requestHash'>;

export function toCreation(lead: Created): Response {
  return new Response(toCreated(lead), { status: 201, headers: { location: `/v1/leads/${lead.id}` } });
}

/**
 * A new lead with its score, linked to earlier leads with the same phone or email; the existing one for a repeated request.
 * Everything is read and scored before the row gets its id, and the jobs are in the outbox before the row is written.
 */
export function insertLead<M extends typeof LEADS | typeof DELETED_LEADS = typeof LEADS>(
  given: GivenLead,
  { by, record, movedTo }: { by: string; record: IdempotencyRecord; movedTo?: M },
): (LeadChange & { isNew: true }) | (Omit<LeadChange, 'lead'> & { lead: Lead | Row<M>; isNew: false }) {
  cache.readAhead([...RULES_KEYS, LISTS_KEY]);
  const agents = agentChooser([given]);
  const origin = { by, record, at: new Date(), rules: scoringRules(), agents };
  const assertAssignable = assignmentCheck([given]);
  // A repeated request finds its lead, even if the agent is gone.
  if (record.requestKey === '') assertAssignable(given);
  const events = heardEvents();
  let jobs: OutboxRow[] = [];
  const make = (id: string, earlier: readonly Lead[]) => {
    assertAssignable(given);
    const lead = toLead(id, given, { ...origin, earlier });
    jobs = events.jobsOf({ before: undefined, lead });
    const queued = [...jobs, ...hotJobs(lead)];
    if (queued.length > 0) writeAll(write.insert(OUTBOX, queued));
    return lead;
  };
  const related = contactsOf(given);
  const { row: lead, isNew } = insert(LEADS, make, { ...record, movedTo, related });
  if (!isNew) assertSameBody(lead as IdempotencyRecord, record);
  agents.keepTurns();
  if (!isNew) return { lead, jobs: [], isNew };
  if (hotJobs(lead).length > 0) wakeWorker();
  return { lead, jobs, isNew };
}

const hotJobs = (lead: Lead) => [...alertJobs([lead]), ...untouchedJobs(lead)];

export const EARLIER_COLUMNS = ['id', 'phone', 'isOptedOut', 'asksToStop'] as const;
export type EarlierLead = Pick<Lead, (typeof EARLIER_COLUMNS)[number]> & Partial<Pick<Lead, 'email'>>;

interface Origin {
  by: string;
  at: Date;
  record: IdempotencyRecord;
  rules: readonly Rule[];
  agents: AgentChooser;
  /** Leads with the same phone or email. */
  earlier: readonly EarlierLead[];
}

export function toLead(
  id: string,
  given: GivenLead,
  { by, at, record, rules, agents, earlier }: Origin,
): Lead {
  const stated = { ...DEFAULTS, ...given };
  // Opting out is of the phone.
  const ofPhone = earlier.filter(({ phone }) => phone === stated.phone);
  const scored = scoreLead(stated, rules);
  const agentId = stated.agentId || agents.choose({ ...stated, ...scored });
  const facts = { ...stated, agentId };
  const alert = alertFor(undefined, { ...facts, ...scored, alert: null }, at);
  const lead = {
    id,
    ...facts,
    ...scored,
    status: 'new',
    createdAt: at,
    updatedAt: at,
    convertedAt: NEVER,
    nextAt: NEVER,
    nextStep: '',
    lostReason: '',
    isOptedOut: ofPhone.some(({ isOptedOut }) => isOptedOut),
    version: 1,
    requestKey: record.requestKey,
    requestHash: withStoredResponse(record.requestHash, scored.score, scored.filter),
    activities: [
      ...firstActivities({ at: at.toISOString(), by, what: 'created', ...changesOf(facts) }, earlier),
      ...(agentId === stated.agentId ? [] : [assignedBy(agentId, at)]),
    ],
    thread: [],
    archived: 0,
    alert: alert ?? null,
    consent: toConsent(given.consent, at),
    escalation: null,
    asksToStop: ofPhone.some(({ asksToStop }) => asksToStop),
  };
  return { ...lead, ...waitingOf(lead) };
}

/** Repeats the answer of the first request: the lead may have changed since. */
export function toCreated({ id, score, filter, requestHash }: Created): v.InferOutput<typeof LeadCreated> {
  const [firstScore = score, firstFilter = filter] = storedResponse(requestHash);
  return { id, score: Number(firstScore), filter: firstFilter as Lead['filter'] };
}

/** Finds leads with a phone, as a rule the oldest first. */
export function leadsWithPhone(phone: string): Lead[] {
  return phone === '' ? [] : findAll(LEADS, 'phone', [phone]);
}

export function isReachable(lead: Partial<Contacts>): boolean {
  return contactsOf(lead).length > 0;
}

/** The phone and the email of a lead, as far as it has them. */
export function contactsOf(lead: Partial<Contacts>): { column: keyof Contacts; text: string }[] {
  return CONTACT_NAMES.flatMap((column) => {
    const text = lead[column];
    return text ? [{ column, text }] : [];
  });
}

/** Records the notes among the activities, from which the sheet's trigger knows what was typed over. */
function changesOf({ notes }: Pick<Lead, 'notes'>): Pick<Activity, 'changes'> {
  return notes === '' ? {} : { changes: { notes: { from: '', to: notes } } };
}

function assignedBy(agentId: string, at: Date): Activity {
  const changes = { agentId: { from: '', to: agentId } };
  return { at: at.toISOString(), by: 'rule', what: 'changed', changes };
}

const MAX_DUPLICATES = 20;

function firstActivities(created: Activity, earlier: readonly Pick<Lead, 'id'>[]): Activity[] {
  if (earlier.length === 0) return [created];
  const leads = [...new Set(earlier.map(({ id }) => id))].slice(0, MAX_DUPLICATES);
  const { at, by } = created;
  return [created, { at, by, what: 'duplicate', leads }];
}
