import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described } from '../../http/described';
import { reportRoutes } from '../../http/report-routes';
import type { Routes } from '../../http/route';
import { listDays, toTimeZone } from '../../platform/day';
import { MINUTE_MS } from '../../platform/platform';
import type { Shown } from '../../reports/overview-tab';
import { type Fact, type FactReport, ofFacts, type Period } from '../../reports/report';
import { viewUsual } from '../../reports/report-view';
import { compared, earlier, inWords, percent, plural, spread } from '../../reports/sentences';
import * as shown from '../../reports/shown';
import { scan } from '../../tables/tables';
import { assertMayActFor, getCafe, zoneOf } from '../cafes';
import { withDefaults } from '../late-times';
import { decimalsOf, formatAmount, toCurrency } from '../money';
import { periodsOf, toOpeningHours } from '../opening-hours';
import { takesTestOrders } from '../payments/payments';
import { CAFES, type Cafe, MENU, type Order } from '../tables';
import { mapPlaced, timeOf } from './placed-orders';

const { usualDays } = shown.CAFE;
type CafeReport = FactReport<Scope> & shown.ShownIn<typeof shown.CAFE>;

/** Cafe that the figures are of. */
interface Scope {
  cafeId: string;
  currency: string;
  lateMinutes: number;
  /** While orders are only tests, the figures are of them, so that a trial shows something. */
  isTest: boolean;
  hours: Pick<Cafe, 'openingHours' | 'specialHours'>;
}

const TAKINGS: CafeReport = {
  id: 'takings',
  question: 'How much do we take?',
  by: ['day', 'hour'],
  chart: 'columns',
  measures: {
    net: { label: 'Takings less refunds', unit: 'money', fold: 'sum' },
    orders: { label: 'Orders', unit: 'count', of: 'total', fold: 'count' },
    average: { label: 'Average order', unit: 'money', of: 'total', fold: 'average' },
    refunds: { label: 'Refunds', unit: 'money', fold: 'sum' },
  },
  read: (period, scope) =>
    readOrders(period, scope, ({ total, refunded }) => [
      { values: { net: total - refunded, total, refunds: refunded } },
    ]),
  answer(figures, { currency }) {
    const { net, orders, average: mean } = figures.totals;
    if (!orders) return 'Nothing was taken.';
    const [taken, each] = [net, mean].map((minor) => inMoney(minor ?? 0, currency));
    return `${taken} from ${plural(orders, 'order')}${compared(figures, 'orders')}; ${each} each on average.`;
  },
};

/** Reports of orders by the day on which they were placed: either those for which real money moved, or tests. */
const CAFE_REPORTS: readonly CafeReport[] = [
  TAKINGS,
  {
    id: 'sold-items',
    question: 'What sells?',
    by: ['item', 'category', 'hour', 'day'],
    chart: 'bars',
    measures: {
      amount: { label: 'Amount', unit: 'money', fold: 'sum' },
      pieces: { label: 'Pieces', unit: 'count', fold: 'sum' },
    },
    read: (period, scope) =>
      readOrders(period, scope, ({ lines }) =>
        lines.map(({ name, category = '', quantity, amount }) => ({
          in: { item: name, category: category || 'none' },
          values: { amount, pieces: quantity },
        })),
      ),
    answer({ totals: { pieces }, groups }, { currency }) {
      const [most] = groups;
      if (!pieces || !most) return 'Nothing was sold.';
      return `${plural(pieces, 'piece')}; most of it ${most.label}, ${inMoney(most.values.amount ?? 0, currency)}.`;
    },
  },
  {
    id: 'time-to-ready',
    question: 'How long do orders take?',
    by: ['hour', 'day'],
    chart: 'columns',
    measures: {
      median: { label: 'Half took at most', unit: 'minutes', of: 'took', fold: 'median' },
      ninetieth: { label: 'Nine in ten took at most', unit: 'minutes', of: 'took', fold: 'ninetieth' },
      late: { label: 'Late', unit: 'share', fold: 'average' },
    },
    read: (period, scope) =>
      readOrders(period, scope, (order, placedAt) => {
        const readyAt = timeOf(order, 'ready');
        if (Number.isNaN(readyAt)) return [];
        const took = (readyAt - placedAt) / MINUTE_MS;
        const pickupAt = order.pickupAt.getTime();
        if (pickupAt > placedAt) return [{ values: { late: readyAt > pickupAt ? 1 : 0 } }];
        return [{ values: { took, late: took > scope.lateMinutes ? 1 : 0 } }];
      }),
    answer(figures) {
      const { late } = figures.totals;
      if (late == null) return 'No order was made ready.';
      return [spread(figures, 'took'), `${percent(late)} were late.`].filter(Boolean).join(' ');
    },
  },
  {
    id: 'sold-out',
    question: 'What was sold out, and how long?',
    by: ['item', 'category', 'day'],
    chart: 'bars',
    measures: { minutes: { label: 'Sold out while open', unit: 'minutes', fold: 'sum' } },
    read: readSoldOut,
    answer(figures) {
      const { totals, before, groups } = figures;
      const [most] = groups;
      if (!totals.minutes || !most) return 'Nothing was sold out.';
      const times = [most.values, totals, before].map(({ minutes }) =>
        minutes ? inWords(minutes) : 'nothing',
      );
      return `${most.label} was sold out the longest, ${times[0]}; ${plural(groups.length, 'item')} for ${times[1]} in all, against ${times[2]} ${earlier(figures)}.`;
    },
  },
];

export const CAFE_REPORT_ROUTES: Routes = reportRoutes(CAFE_REPORTS.map(ofFacts), {
  access: rolesWith('overview'),
  usualDays,
  query: { cafeId: described(v.pipe(v.string(), v.nonEmpty()), 'The ID of the cafe.', 'C-1') },
  errorStatuses: [404],
  open({ caller, query: { cafeId = '' } }) {
    assertMayActFor(caller, cafeId);
    return openCafe(getCafe(cafeId, 'cafeId'));
  },
});

/** The takings of each cafe as they are by default. A cafe with a cell that Health complains of is left out. */
export function viewTakings(): Shown[] {
  return scan(CAFES).flatMap((cafe) => {
    const [zone, currency] = [toTimeZone(cafe.timeZone), toCurrency(cafe.currency)];
    if (zone === undefined || currency === undefined) return [];
    const { scope } = openCafe({ ...cafe, id: cafe.id.trim(), currency });
    const view = viewUsual(ofFacts(TAKINGS), { zone, usualDays, scope, currency });
    return [{ title: `${cafe.name}: ${TAKINGS.question}`, view, decimals: decimalsOf(currency) }];
  });
}

function openCafe(cafe: Cafe): { scope: Scope; zoneOf(): string; currency: string } {
  const { id: cafeId, currency, openingHours, specialHours } = cafe;
  const hours = { openingHours, specialHours };
  const scope = { cafeId, currency, isTest: takesTestOrders(), ...withDefaults(cafe), hours };
  return { scope, zoneOf: () => zoneOf(cafe), currency };
}

const COLUMNS = ['total', 'currency', 'refunded', 'isTest', 'pickupAt', 'lines'] as const;
type Counted = Pick<Order, (typeof COLUMNS)[number] | 'history'>;

/** Facts of the orders that were placed, each at that time. */
function readOrders(
  period: Period,
  { cafeId, currency, isTest }: Scope,
  factsOf: (order: Counted, placedAt: number) => Omit<Fact, 'at'>[],
): Fact[] {
  return mapPlaced({ cafeId, ...period }, COLUMNS, (order, at) => {
    if (order.isTest !== isTest || order.currency !== currency) return [];
    return factsOf(order, at).map((fact) => ({ ...fact, at }));
  }).flat();
}

/** Facts of the time that items were sold out while the cafe was open, by the day on which it opened. */
function readSoldOut({ from, to, zone }: Period, { cafeId, hours }: Scope): Fact[] {
  const opening = toOpeningHours(hours);
  const open = listDays({ from, to }).flatMap((day) => periodsOf(opening, day, zone));
  const now = Date.now();
  const items = scan(MENU, ['cafeId', 'name', 'category', 'soldOut']).filter(
    (item) => item.cafeId.trim() === cafeId,
  );
  return items.flatMap(({ name, category, soldOut }) =>
    soldOut.flatMap((time) => {
      const [start, end] = [Date.parse(time.from), time.to === undefined ? now : Date.parse(time.to)];
      return open.flatMap((period) => {
        const minutes = (Math.min(end, period.to) - Math.max(start, period.from)) / MINUTE_MS;
        // Less is a tap that was taken back.
        const isTime = minutes >= 1;
        const labels = { item: name, category: category || 'none' };
        return isTime ? [{ at: period.from, in: labels, values: { minutes } }] : [];
      });
    }),
  );
}

function inMoney(minor: number, currency: string): string {
  return `${formatAmount(Math.round(minor), currency)} ${currency}`;
}
