import { ifMatch } from '../http/etag';
import { orNotFound } from '../http/http-error';
import { invalid } from '../http/parse';
import type { Call } from '../http/route';
import { OUTBOX } from '../outbox/jobs';
import { ARCHIVE, find, type ListPage, list, remove, update } from '../tables/tables';
import { archiveLead, changesBetween } from './activities';
import { type LeadAnswer, type LeadPatch, type LeadQuery, PATCHED_FIELDS, toLeadView } from './lead-schemas';
import { FACT_NAMES, type Rule, readsDifferently, scoreLead } from './scoring';
import { leadStatuses, scoringRules } from './scoring-tab';
import { LEADS, type Lead } from './tables';

const SUMMARY = ['id', 'name', 'score', 'filter', 'status'] as const;

interface Edit {
  body: LeadPatch;
  by: string;
  at: Date;
  /** Read where the body names something that scoring reads. */
  scoring: readonly Rule[];
}

/** A status that counts as won over, the first time. */
const CONVERTED: readonly string[] = ['appointment', 'sold'];

export function listLeads({
  query,
}: Call<undefined, LeadQuery>): ListPage<Pick<Lead, (typeof SUMMARY)[number]>> {
  const { page, pageSize, sort, q, ...where } = query;
  const searchIn = ['name', 'phone', 'notes'] as const;
  return list(LEADS, { page, pageSize, sort, q, searchIn, where, columns: SUMMARY });
}

export function getLead({ params: { id = '' } }: Call<undefined, undefined>): LeadAnswer {
  return toLeadView(orNotFound(find(LEADS, id), `lead ${id}`));
}

/** Scores again only where scoring reads something else now: other rules alone change no lead. */
export function changeLead({
  params: { id = '' },
  body,
  caller,
  request,
}: Call<LeadPatch, undefined>): LeadAnswer {
  assertStatus(body.status);
  const scoring = FACT_NAMES.some((name) => name in body) ? scoringRules() : [];
  const edit = { body, by: caller?.id ?? '', at: new Date(), scoring };
  const changed = update(LEADS, id, (lead) => patchOf(lead, edit), ifMatch(request));
  return toLeadView(archiveLead(orNotFound(changed, `lead ${id}`)));
}

function patchOf(lead: Lead, { body, by, at, scoring }: Edit): Partial<Lead> {
  const next: Lead = { ...lead, ...body };
  const changes = changesBetween(lead, next, PATCHED_FIELDS);
  if (!changes) return {};
  const isFirst = Number.isNaN(lead.convertedAt.getTime()) && CONVERTED.includes(next.status);
  return {
    ...body,
    ...(readsDifferently(lead, next) ? scoreLead(next, scoring) : {}),
    ...(isFirst ? { convertedAt: at } : {}),
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

/** For good, with what hangs on it; with If-Match only in that state. */
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
