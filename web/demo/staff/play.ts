import { fillBasket, type MenuItem } from '../../../local/world/basket';
import { CAFE, CAFE_ID, MENU, USERS } from '../../../local/world/cafe';
import { CARS, EARLIER, KNOWN, type WorldLead } from '../../../local/world/leads';
import { AT_FIRST, type WorldOrder } from '../../../local/world/orders';
import { USERS as USERS_TABLE } from '../../../src/accounts/tables';
import type { OrderStatus } from '../../../src/cafe/orders/states';
import { CAFES, ORDERS } from '../../../src/cafe/tables';
import { fillLeadTabs } from '../../../src/leads/set-up';
import { receiveMessage } from '../../../src/leads/thread/webhook';
import { setTestMode } from '../../../src/platform/test-mode';
import { NEVER, update, writeAll } from '../../../src/tables/tables';
import * as write from '../../../src/tables/writes';
import { answer, order, send, work } from './api';

const MORNING_ORDERS = 26;
const ORDERS_A_DAY = 9;
const EARLIER_ORDERS = 13 * ORDERS_A_DAY;
const DAY_MINUTES = 24 * 60;
/** What could not be had, how many days ago, and from and until how many minutes before this time of the day. */
const SOLD_OUT = [
  ['Cinnamon bun', 1, 190, 25],
  ['Croissant', 2, 120, 40],
  ['Cinnamon bun', 4, 150, 60],
] as const;
const MINUTE_MS = 60_000;

/** How far the clock of the page is behind while the past is played. */
let behindMs = 0;

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: []) => (args.length > 0 ? new target(...args) : new target(Date.now())),
  get: (target, name) => (name === 'now' ? () => target.now() - behindMs : Reflect.get(target, name)),
});

/** What happened, and how many minutes ago. */
type Event = readonly [minutesAgo: number, happen: () => void];

/** Plays what has happened to the cafe and the dealer until now. */
export function playWorld(): void {
  const events = [
    [40_000, open] as const,
    ...[...EARLIER, ...KNOWN].flatMap(eventsOfLead),
    ...eventsOfOrders(),
  ];
  for (const [minutesAgo, happen] of [...events].sort(([a], [b]) => b - a)) {
    behindMs = minutesAgo * MINUTE_MS;
    happen();
  }
  behindMs = 0;
}

function open(): void {
  setTestMode(true);
  fillLeadTabs();
  const user = { passwordHash: '', createdAt: new Date(), disabledAt: NEVER, version: 1, sessionVersion: 1 };
  const users = USERS.map(({ email, role, cafeId = '' }, index) => ({
    ...user,
    ...{ id: `U-${index + 1}`, email, role, cafeId, phone: '' },
  }));
  const cafe = {
    maxDrafts: null,
    openingHours: '',
    specialHours: '',
    isPaused: false,
    lateSoonMinutes: null,
    lateMinutes: null,
    preparationMinutes: null,
  };
  writeAll(
    write.insert(USERS_TABLE, users as never),
    write.insert(CAFES, [{ ...CAFE, ...cafe, version: 1 }]),
  );
  for (const { stock: _, ...item } of MENU) send(`POST /v1/cafes/${CAFE_ID}/menu`, item);
  send(`POST /v1/cafes/${CAFE_ID}/devices`, { name: 'Tablet at the counter' });
  for (const [make, model, year, miles, price] of CARS)
    send('POST /v1/vehicles', { make, model, year, miles, price, location: 'Main lot' });
}

function eventsOfLead(lead: WorldLead, index = 0): Event[] {
  const { minutesAgo, status, lostReason, answeredAfter = 0, texts = [] } = lead;
  let added = { id: '', phone: '' };
  const wrote = texts.map(
    ([who, body, ago]): Event => [
      ago,
      () => (who === 'us' ? sendText(added.id, body) : receiveText(added.phone, body)),
    ],
  );
  return [
    [
      minutesAgo,
      () => {
        added = addLead(lead, index);
      },
    ],
    [
      minutesAgo - answeredAfter,
      () => {
        if (status !== undefined) send(`PATCH /v1/leads/${added.id}`, { status, lostReason });
      },
    ],
    ...wrote,
  ];
}

export function addLead(
  { minutesAgo, texts, status, lostReason, answeredAfter, ...lead }: WorldLead,
  index: number,
) {
  const phone = `+1555${String(Math.round(minutesAgo)).padStart(5, '1')}${String(index).padStart(2, '0')}`;
  const { id = '' } = send('POST /v1/leads', { location: 'Main lot', ...lead, phone });
  return { id, phone };
}

function sendText(leadId: string, body: string): void {
  send('POST /v1/messaging/messages', { leadId, body });
  work();
}

export function receiveText(phone: string, body: string): void {
  receiveMessage({ sid: crypto.randomUUID(), phone, body, media: [], channel: 'sms' });
}

function offer(name: string, availability: string): void {
  const item = menu().data.find((one) => one.name === name);
  if (item) send(`PATCH /v1/menu/${item.id}`, { availability });
}

/** What was baked for the time from now on. */
function bake(): void {
  for (const { id, name } of menu().data) {
    const stock = MENU.find((item) => item.name === name)?.stock;
    if (stock !== undefined) send(`PATCH /v1/menu/${id}`, { stock });
  }
}

/** Days and a morning that are over, and orders at every stage. */
function eventsOfOrders(): Event[] {
  const morning = Array.from({ length: MORNING_ORDERS }, (_, index) => (index + 1) * 7);
  const days = Array.from({ length: EARLIER_ORDERS }, (_, index) => {
    const day = 1 + Math.floor(index / ORDERS_A_DAY);
    return day * DAY_MINUTES + (index % ORDERS_A_DAY) * (13 + (day % 7)) + 40;
  });
  const over = [...morning, ...days].map((minutes, index): Event[] => {
    const ago = 20 + minutes;
    let id: string | undefined;
    const move = (status: OrderStatus) => () => id && send(`PATCH /v1/orders/${id}`, { status });
    return [
      [
        ago,
        () => {
          id = orderSomething();
        },
      ],
      ...(['accepted', 'preparing', 'ready', 'completed'] as const).map(
        (status, step): Event => [ago - 1 - step * (1 + (index % 4)), move(status)],
      ),
    ];
  });
  const soldOut = SOLD_OUT.flatMap(([name, day, from, to]): Event[] => [
    [day * DAY_MINUTES + from, () => offer(name, 'sold_out')],
    [day * DAY_MINUTES + to, () => offer(name, 'available')],
  ]);
  return [...over.flat(), ...soldOut, [20, bake], ...AT_FIRST.flatMap(eventsOfOrder)];
}

function eventsOfOrder({
  name,
  minutesAgo,
  items,
  pickupInMinutes,
  moves = [],
  refundError,
  ...rest
}: WorldOrder): Event[] {
  let id = '';
  const place = () => {
    const { data } = menu();
    const lines = items.map(([item, quantity, choices = {}, note = '']) => ({
      menuItemId: data.find((one) => one.name === item)?.id ?? '',
      options: Object.entries(choices).map(([option, choice]) => ({ option, choice })),
      ...{ quantity, note },
    }));
    const pickupAt = pickupInMinutes && {
      pickupAt: new Date(Date.now() + (minutesAgo + pickupInMinutes) * MINUTE_MS).toISOString(),
    };
    id = order({ cafeId: CAFE_ID, items: lines, customer: { name }, ...pickupAt, ...rest });
  };
  const moved = moves.map(
    ([status, ago, reason]): Event => [
      ago,
      () => {
        send(`PATCH /v1/orders/${id}`, { status, ...(reason && { reason }) });
        if (refundError === undefined) return;
        work();
        update(ORDERS, id, () => ({ refunded: 0, refundError }));
      },
    ],
  );
  return [[minutesAgo, place], ...moved];
}

/** As a customer does; undefined where everything is sold out or the cafe takes no orders. */
export function orderSomething(): string | undefined {
  const basket = fillBasket(menu().data, Date.now());
  return basket && order({ cafeId: CAFE_ID, ...basket });
}

function menu(): { data: (MenuItem & { name: string })[] } {
  return JSON.parse(answer({ method: 'GET', path: `/v1/cafes/${CAFE_ID}/menu` }).body);
}
