import { existing } from '../http/existing';
import type { Call } from '../http/route';
import { find, type ListPage, list, whereOf } from '../tables/tables';
import type { LeadAnswer, LeadQuery } from './lead-schemas';
import { toLeadView } from './lead-view';
import { LEADS, type Lead } from './tables';

const SUMMARY = ['id', 'name', 'score', 'filter', 'status'] as const;

export function listLeads({
  query,
}: Call<undefined, LeadQuery>): ListPage<Pick<Lead, (typeof SUMMARY)[number]>> {
  const { page, pageSize, sort, q, ...filters } = query;
  const where = whereOf<typeof LEADS>(filters);
  return list(LEADS, query, { columns: SUMMARY, searched: ['name', 'phone', 'notes'], where });
}

export function getLead({ params: { id = '' } }: Call<undefined, undefined>): LeadAnswer {
  return toLeadView(existing(find(LEADS, id), `lead ${id}`));
}
