import * as v from 'valibot';
import { described } from '../../http/described';
import { BooleanFilter, csvQuery, listPageOf, pageSizeIn } from '../../http/fields';
import { TimeFilter } from '../../http/filters';
import { invalid } from '../../http/http-error';
import { afterParameter, listQueryOf, whereOf } from '../../http/list';
import type { Call, Caller } from '../../http/route';
import { quote } from '../../platform/quote';
import { list } from '../../tables/tables';
import { LEADS } from '../tables';
import { LISTED_FIELDS, ListedLead, toListedLead, WAITING_COLUMNS } from './lead-view';
import { CustomFilter, fieldsFor, ownCondition } from './own-fields';
import { LeadPhoneFilter } from './phone';

export const LeadQuery = v.strictObject({
  ...listQueryOf(LEADS),
  ...csvQuery,
  updatedFrom: described(
    TimeFilter,
    'Changed at or after this time, or on or after this day in the time zone of the sheet. To keep a copy in sync, pass the time at which your last sync started, minus ten minutes: no change takes longer to become visible. Skip leads that come again as you have them.',
  ),
  include: described(
    v.optional(v.picklist(['reasons'])),
    'reasons adds the reasons for its score to each lead. Not with CSV.',
  ),
  after: afterParameter(LEADS, { what: 'a lead', example: 'L-7' }),
  phone: LeadPhoneFilter,
  email: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase())),
  custom: CustomFilter,
  waiting: described(
    BooleanFilter,
    'Whether the person waits for you: for an answer, or to be contacted for the first time if hot. Sort by waitingSince for those who wait longest.',
  ),
});
type LeadQuery = v.InferOutput<typeof LeadQuery>;

/** LeadQuery without paging: filters and order. */
export const LeadSelection = v.omit(LeadQuery, ['page', 'pageSize', 'count', 'cursor', 'format', 'include']);
type LeadSelection = v.InferOutput<typeof LeadSelection>;

export const LeadPage = listPageOf(ListedLead);

/** All that a lead can be created from is in a table, which an import can take. */
export const CSV_COLUMNS = [
  ...LISTED_FIELDS,
  ...(['creditScore', 'downPayment', 'hasBank', 'idType', 'tradeIn', 'location', 'notes'] as const),
  ...(['vehicleId', 'agentId', 'email', 'externalId'] as const),
] as const;

export function listLeads({ query, caller }: Call<undefined, LeadQuery>): v.InferOutput<typeof LeadPage> {
  const { page, count, cursor, format, include } = query;
  if (format === 'csv' && include !== undefined)
    throw invalid(`include cannot be used with format=csv (got ${quote(include)}).`, 'include');
  const fields = fieldsFor(caller);
  const listed = list(LEADS, {
    page,
    pageSize: pageSizeIn(query),
    count,
    cursor,
    ...selectLeads(query, caller),
    columns: [
      ...(format === 'csv' ? CSV_COLUMNS : LISTED_FIELDS),
      ...WAITING_COLUMNS,
      ...(include ? [include] : []),
      // The owner's columns are far from the others.
      ...(fields.length > 0 ? (['custom'] as const) : []),
    ],
  });
  return { ...listed, data: listed.data.map((lead) => toListedLead(lead, fields)) };
}

/** Turns a query into options of `list`. @throws HttpError 422 */
export function selectLeads(query: LeadSelection, caller: Caller | undefined) {
  const { after, sort, q } = query;
  const where = { ...whereOf(LEADS, query), custom: ownCondition(query.custom, caller) };
  if (after === undefined) return { sort, q, where };
  if (sort !== undefined && sort !== 'id')
    throw invalid(`sort must be id when after is given (got ${quote(sort)}).`, 'sort');
  return { sort: 'id', q, where: { ...where, id: { after } } };
}
