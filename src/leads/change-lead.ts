import { existing } from '../http/existing';
import { expectedVersion } from '../http/if-match';
import { invalid } from '../http/parse';
import type { Call } from '../http/route';
import { update } from '../tables/tables';
import { changesBetween } from './activities';
import { archiveLead } from './archive';
import { type LeadAnswer, type LeadPatch, PATCHED_FIELDS } from './lead-schemas';
import { toLeadView } from './lead-view';
import { leadStatuses, scoringRules } from './rules';
import { FACT_NAMES, type Rule, readsDifferently, scoreLead } from './scoring';
import { LEADS, type Lead } from './tables';

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
  const changed = update(LEADS, id, (lead) => patchOf(lead, edit), expectedVersion(request));
  return toLeadView(archiveLead(existing(changed, `lead ${id}`)));
}

interface Edit {
  body: LeadPatch;
  by: string;
  at: Date;
  /** Read where the body names something that scoring reads. */
  scoring: readonly Rule[];
}

/** A status that counts as won over, the first time. */
const CONVERTED: readonly string[] = ['appointment', 'sold'];

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
