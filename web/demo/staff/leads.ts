import type { LeadView, ListedLead } from '../../../src/leads/lead/lead-view';
import { FILTERS } from '../../../src/leads/scoring/scoring';
import { assertUnchanged, type Call, type FakeRoutes, Refusal } from './fake-fetch';
import { addLead, CONVERTED, leads, NEXT_LEADS, toMessage, vehicles } from './lead-book';
import { ADMIN_ID, AGENTS } from './people';

const STATUSES = ['new', 'contacted', 'appointment', 'sold', 'lost'];

/** A text is on its way for so long. */
const SENT_MS = 1_500;
const DELIVERED_MS = 4_000;
const ANSWERED_MS = 12_000;
const NEXT_LEAD_MS = 40_000;

const ANSWERS = [
  'Thanks, that works for me.',
  'Could you send me a few pictures?',
  'What would it be a month?',
];

/** The IDs of texts by the keys that they were sent with. */
const sent = new Map<string, string>();

export const LEAD_ROUTES: FakeRoutes = {
  'GET /v1/leads/choices': () => ({ statuses: STATUSES, filters: FILTERS, agents: AGENTS }),
  'GET /v1/leads': listLeads,
  'GET /v1/leads/:id': ({ params }) => get(params.id),
  'PATCH /v1/leads/:id': changeLead,
  'GET /v1/messaging/threads/:leadId': ({ params: { leadId }, query }) => ({
    leadId,
    ...toPage(get(leadId).messages, query),
  }),
  'POST /v1/messaging/messages': sendText,
  'GET /v1/vehicles': ({ query }) => {
    const words = (query.get('q') ?? '').toLowerCase();
    const statuses = query.get('status')?.split(',');
    const found = [...vehicles.values()].filter(
      ({ make, model, year, status }) =>
        `${year} ${make} ${model}`.toLowerCase().includes(words) && (!statuses || statuses.includes(status)),
    );
    return toPage(found, query);
  },
  'GET /v1/vehicles/:id': ({ params: { id = '' } }) => {
    const vehicle = vehicles.get(id);
    if (!vehicle) throw new Refusal(404, 'not_found', `There is no vehicle ${id}.`);
    return vehicle;
  },
  'GET /v1/analytics/summary': ({ query }) => {
    const found = inPeriod(query);
    const converted = found.filter(({ convertedAt }) => convertedAt !== null).length;
    const score = found.reduce((sum, one) => sum + one.score, 0);
    const share = (part: number) => (found.length === 0 ? 0 : part / found.length);
    return { totalLeads: found.length, conv: share(converted), avgScore: share(score) };
  },
  'GET /v1/analytics/sources': ({ query }) => {
    const counts = new Map<string, number>();
    for (const { source } of inPeriod(query)) counts.set(source, (counts.get(source) ?? 0) + 1);
    const data = [...counts].map(([source, count]) => ({ source, leads: count }));
    return { data: data.sort((a, b) => b.leads - a.leads) };
  },
  'GET /v1/analytics/days': ({ query }) => ({ data: countDays(query) }),
};

/** Somebody asks for a car every now and then. */
export function startLeads(): void {
  const waiting = [...NEXT_LEADS];
  setInterval(() => {
    const next = waiting.shift();
    if (next) addLead(next);
  }, NEXT_LEAD_MS);
}

const EQUALS = ['status', 'filter', 'source', 'agentId', 'vehicleId'] as const;

/** The newest first. */
function listLeads({ query }: Call): object {
  const given = (name: string) => query.get(name) ?? undefined;
  const words = (given('q') ?? '').toLowerCase();
  const [from = '', to = '9999'] = [given('createdFrom'), given('createdTo')];
  const found = [...leads.values()].reverse().filter((lead) => {
    const day = dayOf(lead.createdAt);
    return (
      `${lead.name} ${lead.phone} ${lead.notes}`.toLowerCase().includes(words) &&
      EQUALS.every((name) => given(name)?.split(',').includes(lead[name]) ?? true) &&
      lead.score >= Number(given('scoreMin') ?? 0) &&
      lead.score <= Number(given('scoreMax') ?? 100) &&
      day >= from.slice(0, 10) &&
      day <= to.slice(0, 10)
    );
  });
  const { data, ...counts } = toPage(found, query);
  return { data: data.map((lead) => toListed(lead, query.get('include') === 'reasons')), ...counts };
}

function toListed(lead: LeadView, hasReasons: boolean): ListedLead {
  const { id, name, score, filter, status, phone, source, createdAt, updatedAt, reasons } = lead;
  const listed = { id, name, score, filter, status, phone, source, createdAt, updatedAt };
  return hasReasons ? { ...listed, reasons } : listed;
}

function changeLead(call: Call): LeadView {
  const lead = get(call.params.id);
  assertUnchanged(lead, call);
  const changed: LeadView = { ...lead, ...call.body };
  const at = new Date().toISOString();
  if (CONVERTED.includes(changed.status)) changed.convertedAt ??= at;
  const before: Record<string, unknown> = { ...lead };
  const changes = Object.fromEntries(
    Object.entries(call.body).map(([field, to]) => [field, { from: before[field], to }]),
  );
  changed.activities = [...lead.activities, { at, by: ADMIN_ID, what: 'changed', changes }];
  changed.activitiesTotal += 1;
  return store(changed, at);
}

/** A text with the key of an earlier one is that one. */
function sendText({ body, idempotencyKey }: Call): object {
  const lead = get(String(body.leadId));
  const key = idempotencyKey ?? crypto.randomUUID();
  const known = sent.get(key);
  if (known !== undefined) return { id: known, status: 'queued' };
  const message = toMessage(crypto.randomUUID(), 'us', String(body.body));
  sent.set(key, message.id);
  addMessage(lead.id, { ...message, status: 'queued' });
  setTimeout(() => setMessageStatus(lead.id, message.id, 'sent'), SENT_MS);
  setTimeout(() => setMessageStatus(lead.id, message.id, 'delivered'), DELIVERED_MS);
  const answer = ANSWERS[lead.messages.length % ANSWERS.length] ?? '';
  setTimeout(() => addMessage(lead.id, toMessage(crypto.randomUUID(), 'lead', answer)), ANSWERED_MS);
  return { id: message.id, status: 'queued' };
}

function addMessage(leadId: string, message: LeadView['messages'][number]): void {
  const lead = get(leadId);
  store(
    { ...lead, messages: [...lead.messages, message], messagesTotal: lead.messagesTotal + 1 },
    message.at,
  );
}

function setMessageStatus(leadId: string, id: string, status: 'sent' | 'delivered'): void {
  const lead = get(leadId);
  const messages = lead.messages.map((one) => (one.id === id ? { ...one, status } : one));
  store({ ...lead, messages }, new Date().toISOString());
}

function store(lead: LeadView, updatedAt: string): LeadView {
  const stored = { ...lead, updatedAt, version: lead.version + 1 };
  leads.set(lead.id, stored);
  return stored;
}

function get(id = ''): LeadView {
  const lead = leads.get(id);
  if (!lead) throw new Refusal(404, 'not_found', `There is no lead ${id}.`);
  return lead;
}

function inPeriod(query: URLSearchParams): LeadView[] {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9999'];
  return [...leads.values()].filter(({ createdAt }) => dayOf(createdAt) >= from && dayOf(createdAt) <= to);
}

function countDays(query: URLSearchParams): { day: string; leads: number; converted: number }[] {
  const to = new Date(`${query.get('to') ?? dayOf(new Date().toISOString())}T12:00`);
  const from = query.get('from') ?? dayOf(new Date(to.getTime() - 13 * 86_400_000).toISOString());
  const days = [];
  for (const at = new Date(`${from}T12:00`); at <= to; at.setDate(at.getDate() + 1)) {
    const day = dayOf(at.toISOString());
    const own = inPeriod(new URLSearchParams({ from: day, to: day }));
    const converted = own.filter(({ convertedAt }) => convertedAt !== null).length;
    days.push({ day, leads: own.length, converted });
  }
  return days;
}

function toPage<T>(all: readonly T[], query: URLSearchParams) {
  const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 25)];
  return { data: all.slice((page - 1) * pageSize, page * pageSize), page, pageSize, total: all.length };
}

/** By the reader's own clock, YYYY-MM-DD, which is how Swedes write it. */
function dayOf(iso: string | null): string {
  return new Date(iso ?? 0).toLocaleDateString('sv');
}
