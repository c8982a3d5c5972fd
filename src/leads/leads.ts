import * as v from 'valibot';
import { rolesWith } from '../accounts/roles';
import {
  BooleanFilter,
  Deleted,
  listPageOf,
  listQuery,
  maxText,
  Name,
  NumberFilter,
  Phone,
  PhoneFilter,
  TextFilter,
} from '../http/fields';
import { invalid, orNotFound } from '../http/http-error';
import { ifMatch } from '../http/reply';
import { type Call, type Routes, route } from '../http/route';
import { OUTBOX } from '../outbox/jobs';
import { ARCHIVE, find, type ListPage, list, remove, update } from '../tables/tables';
import { archiveLead, changesBetween } from './activities';
import { createLead, LeadCreated, NewLead, OPTIONAL } from './create-lead';
import { LeadView, SUMMARY, toLeadView } from './lead-view';
import { FACT_NAMES, FILTERS, haveFactsChanged, type Rule, scoreLead } from './scoring';
import { leadStatuses, scoringRules } from './scoring-rules';
import { LEADS, type Lead } from './tables';

const LeadPatch = v.strictObject({
  name: v.exactOptional(Name),
  phone: v.exactOptional(Phone),
  ...OPTIONAL,
  /** A status of the desk's own, or one from the Lists tab. */
  status: v.exactOptional(maxText(80)),
  notes: v.exactOptional(maxText(5_000)),
});
type LeadPatch = v.InferOutput<typeof LeadPatch>;

const LEAD_FIELDS = Object.keys(LeadPatch.entries) as (keyof LeadPatch)[];

const LeadQuery = v.strictObject({
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
type LeadQuery = v.InferOutput<typeof LeadQuery>;

const LeadPage = listPageOf(v.strictObject(SUMMARY));

/** A lead counts as converted when it first has one of these. */
const CONVERTED: readonly string[] = ['appointment', 'sold'];

const access = rolesWith('leads');

const SHOWN = Object.keys(SUMMARY) as (keyof typeof SUMMARY)[];

export const LEADS_ROUTES: Routes = {
  'GET /v1/leads': route({
    summary: 'Lists leads, newest first by default',
    access,
    query: LeadQuery,
    response: LeadPage,
    handle: listLeads,
  }),
  'POST /v1/leads': route({
    summary: 'Creates a lead and scores it',
    access,
    body: NewLead,
    response: LeadCreated,
    status: 201,
    idempotent: true,
    handle: createLead,
  }),
  'GET /v1/leads/:id': route({
    summary: 'Returns a lead with the reasons for its score, its messages and activities',
    access,
    response: LeadView,
    handle: getLead,
  }),
  'PATCH /v1/leads/:id': route({
    summary: 'Updates a lead, and rescores it if the change affects its score',
    access,
    body: LeadPatch,
    response: LeadView,
    handle: updateLead,
  }),
  'DELETE /v1/leads/:id': route({
    summary: 'Permanently deletes a lead',
    access,
    response: Deleted,
    handle: deleteLead,
  }),
};

function listLeads({ query }: Call<undefined, LeadQuery>): ListPage<Pick<Lead, keyof typeof SUMMARY>> {
  const { page, pageSize, sort, q, ...where } = query;
  const searchIn = ['name', 'phone', 'notes'] as const;
  return list(LEADS, { page, pageSize, sort, q, searchIn, where, columns: SHOWN });
}

function getLead({ params: { id = '' } }: Call): LeadView {
  return toLeadView(orNotFound(find(LEADS, id), `lead ${id}`));
}

/** A lead is scored again when a fact changes that the score depends on, not when the rules have changed. */
function updateLead({ params: { id = '' }, body, caller, request }: Call<LeadPatch>): LeadView {
  assertStatus(body.status);
  const rules = FACT_NAMES.some((name) => name in body) ? scoringRules() : [];
  const edit = { body, by: caller?.id ?? '', at: new Date(), rules };
  const updated = update(LEADS, id, (lead) => toPatch(lead, edit), ifMatch(request));
  return toLeadView(archiveLead(orNotFound(updated, `lead ${id}`)));
}

interface Edit {
  body: LeadPatch;
  by: string;
  at: Date;
  /** Empty where the body has none of the facts that are scored. */
  rules: readonly Rule[];
}

function toPatch(lead: Lead, { body, by, at, rules }: Edit): Partial<Lead> {
  const next: Lead = { ...lead, ...body };
  const changes = changesBetween(lead, next, LEAD_FIELDS);
  if (!changes) return {};
  const isFirstConversion = Number.isNaN(lead.convertedAt.getTime()) && CONVERTED.includes(next.status);
  return {
    ...body,
    ...(haveFactsChanged(lead, next) ? scoreLead(next, rules) : {}),
    ...(isFirstConversion ? { convertedAt: at } : {}),
    updatedAt: at,
    activities: [...lead.activities, { at: at.toISOString(), by, what: 'changed', changes }],
  };
}

function assertStatus(status: string | undefined): void {
  if (status === undefined) return;
  const statuses = leadStatuses();
  if (statuses.includes(status)) return;
  const message = `status must be one of ${statuses.join(', ')} (got ${JSON.stringify(status)}).`;
  throw invalid(message, 'status');
}

/** The lead's archived entries and its messages in the outbox go with it. */
function deleteLead({ params: { id = '' }, request }: Call): {
  id: string;
  deleted: true;
} {
  const cascade = [
    { table: ARCHIVE, column: 'target' },
    { table: OUTBOX, column: 'entityId' },
  ];
  const isRemoved = remove(LEADS, id, { ...ifMatch(request), cascade });
  orNotFound(isRemoved || undefined, `lead ${id}`);
  return { id, deleted: true };
}
