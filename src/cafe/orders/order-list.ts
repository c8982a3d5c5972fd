import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import { csvQuery, listPageOf, pageSizeIn, rowPageQuery, toIso } from '../../http/fields';
import { choicesFilter, fromInstant, InstantFilter } from '../../http/filters';
import { afterParameter } from '../../http/list';
import { listEtags } from '../../http/reply';
import { type Call, Response, type Routes, route } from '../../http/route';
import { digest, MINUTE_MS } from '../../platform/platform';
import { list } from '../../tables/tables';
import { assertMayActFor, getCafe } from '../cafes';
import { formatAmount } from '../money';
import { ORDERS, type Order } from '../tables';
import { CafeOrderView, toCafeView } from './order-view';
import { ordersVersion } from './orders-version';
import { ORDER_STATUSES, statusOf } from './states';

const OrderQuery = v.strictObject({
  ...rowPageQuery,
  ...csvQuery,
  status: choicesFilter(ORDER_STATUSES),
  since: described(
    InstantFilter,
    'Orders that were changed at or after this time. To keep a copy in sync, start ten minutes before your last request: a change may reach the list minutes after its time.',
  ),
  after: afterParameter(ORDERS, { what: 'an order', example: 'O-12-4k3vw8qlr1tnb5xyc9dmfa' }),
});
type OrderQuery = v.InferOutput<typeof OrderQuery>;

const ORDER_COLUMNS = Object.keys(ORDERS.columns) as (keyof typeof ORDERS.columns)[];

const CSV_COLUMNS = [
  'id',
  'status',
  'createdAt',
  'placedAt',
  'updatedAt',
  'pickupAt',
  'items',
  'total',
  'tip',
  'includedTax',
  'paid',
  'refunded',
  'currency',
  'isTest',
  'customerName',
  'customerPhone',
  'customerEmail',
  'note',
] as const;

/** An edit of the sheet that no trigger reports shows after this time. */
const NOT_MODIFIED_MS = MINUTE_MS;

export const ORDER_LIST_ROUTES: Routes = {
  'GET /v1/cafes/:cafeId/orders': route({
    summary:
      'Lists the orders of a cafe, newest first. Polling with the ETag of the last response costs next to nothing',
    access: rolesWith('orders'),
    query: withExample(OrderQuery, { status: 'accepted', since: '2026-11-21T09:00:00Z' }),
    response: listPageOf(CafeOrderView),
    csvColumns: CSV_COLUMNS,
    handle: listOrders,
  }),
};

/** The version is read before the orders, so that no answer ever has an ETag that is newer than itself. */
function listOrders({
  params: { cafeId = '' },
  query,
  caller,
  request,
}: Call<undefined, OrderQuery>): Response {
  assertMayActFor(caller, cafeId);
  const state: ListState = { version: ordersVersion(), query: digest(JSON.stringify([cafeId, query]), 11) };
  const known = listEtags(request.headers['if-none-match']).find((etag) => isCurrent(etag, state));
  if (known !== undefined) return new Response(undefined, { status: 304, headers: { etag: known } });
  const etag = toEtag(state, Date.now());
  getCafe(cafeId);
  const { page, count, cursor, format, status, since, after } = query;
  const where = { cafeId, status, updatedAt: since && { gte: fromInstant(since) } };
  const behind = after === undefined ? { where } : { sort: 'id', where: { ...where, id: { after } } };
  const window = { page, pageSize: pageSizeIn(query), count, cursor, ...behind };
  const { data, ...counts } = list(ORDERS, { ...window, columns: ORDER_COLUMNS });
  const orders: object[] = format === 'csv' ? data.map(toCsvRow) : data.map(toCafeView);
  return new Response({ data: orders, ...counts }, { headers: { etag } });
}

/** Amounts in main units, as spreadsheets and bookkeepers take them. */
function toCsvRow(order: Order): Record<(typeof CSV_COLUMNS)[number], unknown> {
  const { currency, customerName, customerPhone, customerEmail } = order;
  const amount = (minor: number) => formatAmount(minor, currency);
  return {
    id: order.id,
    status: statusOf(order),
    createdAt: toIso(order.createdAt),
    placedAt: order.history.find(({ status }) => status === 'placed')?.at,
    updatedAt: toIso(order.updatedAt),
    pickupAt: toIso(order.pickupAt),
    items: order.summary,
    total: amount(order.total),
    tip: amount(order.tip),
    includedTax: amount(order.includedTax),
    paid: amount(order.paid),
    refunded: amount(order.refunded),
    currency,
    isTest: order.isTest,
    customerName,
    customerPhone,
    customerEmail,
    note: order.note,
  };
}

interface ListState {
  version: string;
  /** A digest of what is asked for. */
  query: string;
}

/** Contains the time of the answer, which a 304 does not change. */
function toEtag({ version, query }: ListState, at: number): string {
  return `"${version}.${query}.${at.toString(36)}"`;
}

function isCurrent(etag: string, state: ListState): boolean {
  const [, digits = ''] = /\.(\w{8})"$/.exec(etag) ?? [];
  const at = Number.parseInt(digits, 36);
  return etag === toEtag(state, at) && Math.abs(Date.now() - at) < NOT_MODIFIED_MS;
}
