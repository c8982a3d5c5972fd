import { ifMatch } from '../http/etag';
import { invalid, orNotFound } from '../http/http-error';
import type { Call } from '../http/route';
import { OUTBOX } from '../outbox/jobs';
import { ARCHIVE, find, type ListPage, list, remove, update } from '../tables/tables';
import { archiveLead, changesBetween } from './activities';
import { LEAD_FIELDS, type LeadPatch, type LeadQuery, type LeadView, toLeadView } from './lead-schemas';
import { FACT_NAMES, haveFactsChanged, type Rule, scoreLead } from './scoring';
import { leadStatuses, scoringRules } from './scoring-tab';
import { LEADS, type Lead } from './tables';

const SUMMARY = ['id', 'name', 'score', 'filter', 'status'] as const;

/** A lead counts as converted when it first has one of these. */
const CONVERTED: readonly string[] = ['appointment', 'sold'];

export function listLeads({
  query,
}: Call<undefined, LeadQuery>): ListPage<Pick<Lead, (typeof SUMMARY)[number]>> {
  const { page, pageSize, sort, q, ...where } = query;
  const searchIn = ['name', 'phone', 'notes'] as const;
  return list(LEADS, { page, pageSize, sort, q, searchIn, where, columns: SUMMARY });
}

export function getLead({ params: { id = '' } }: Call<undefined, undefined>): LeadView {
  return toLeadView(orNotFound(find(LEADS, id), `lead ${id}`));
}

/** A lead is scored again when a fact changes that the score depends on, not when the rules have changed. */
export function updateLead({
  params: { id = '' },
  body,
  caller,
  request,
}: Call<LeadPatch, undefined>): LeadView {
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
export function deleteLead({ params: { id = '' }, request }: Call<undefined, undefined>): {
  id: string;
  deleted: true;
} {
  const cascade = [
    { table: ARCHIVE, column: 'target' },
    { table: OUTBOX, column: 'targetId' },
  ];
  const isRemoved = remove(LEADS, id, { ...ifMatch(request), cascade });
  orNotFound(isRemoved || undefined, `lead ${id}`);
  return { id, deleted: true };
}
