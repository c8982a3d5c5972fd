import { column, prefixedId, type Row, table } from '../tables/tables';
import { availability, options, price, stock } from './menu/item';
import { ORDER_STATUSES, type OrderStatus } from './orders/states';

/** The owner adds a row for each cafe. */
export const CAFES = table({
  name: 'Cafes',
  key: 'id',
  columns: {
    id: column.text(),
    name: column.text(),
    /** ISO 4217. All amounts of the cafe are in its minor units. */
    currency: column.text(),
    /** `Europe/Berlin` */
    timeZone: column.text(),
    /** Included in every price. Empty where no tax is shown. */
    taxPercent: column.decimal(),
    /** How many unpaid orders the cafe has at most at a time. Empty means 200. */
    maxDrafts: column.decimal(),
  },
  edited: ['id', 'name', 'currency', 'timeZone', 'taxPercent', 'maxDrafts'],
});

/** Interface section 2, Menu item. */
export const MENU = table({
  name: 'Menu',
  key: 'id',
  columns: {
    id: column.text(),
    cafeId: column.text(),
    name: column.text(),
    /** In minor units, tax included. */
    price,
    availability,
    category: column.text(),
    stock,
    image: column.text(),
    description: column.text(),
    options,
    /** The pieces held for drafts, by order. They are not in stock. */
    held: column.json<Record<string, number>>({}),
    createdAt: column.timestamp(),
    updatedAt: column.timestamp(),
    version: column.integer(),
    requestKey: column.text(),
    requestHash: column.text(),
  },
  edited: ['name', 'price', 'availability', 'category', 'stock', 'image', 'description'],
  ids: prefixedId('I'),
});

/** Keeps name and price as they were when the order was placed. */
export interface OrderLine {
  menuItemId: string;
  name: string;
  quantity: number;
  options: { option: string; choice: string; priceChange: number }[];
  note: string;
  /** Whether its item was sold from a stock. */
  isLimited?: true;
  /** Of one piece with its choices. */
  unitPrice: number;
  amount: number;
}

interface Step {
  status: OrderStatus;
  /** RFC 3339, UTC. */
  at: string;
  /** The id of a user, or `customer`, `payment`, `timer` or `sheet`. */
  by: string;
  reason?: string;
}

/** Interface section 2, Order. Its lines and history are in the same row, so that they are written together. */
export const ORDERS = table({
  name: 'Orders',
  key: 'id',
  columns: {
    id: column.text(),
    /** For the owner to see and to change. `history` has the status that counts. */
    status: column.choice(ORDER_STATUSES),
    /** `2 x Flat white (Oat), 1 x Bagel` */
    summary: column.text(),
    customerName: column.text(),
    pickupAt: column.timestamp(),
    note: column.text(),
    total: column.integer(),
    currency: column.text(),
    createdAt: column.timestamp(),
    updatedAt: column.timestamp(),
    cafeId: column.text(),
    customerPhone: column.text(),
    customerEmail: column.text(),
    tip: column.integer(),
    includedTax: column.integer(),
    /** The provider's id of the payment intent. Its client secret is never stored. */
    intentId: column.text(),
    paid: column.integer(),
    refunded: column.integer(),
    /** Why the last payment or refund failed. */
    paymentError: column.text(),
    version: column.integer(),
    requestKey: column.text(),
    requestHash: column.text(),
    lines: column.json<OrderLine[]>([]),
    history: column.json<Step[]>([]),
    /** The ids of the provider's events that have been applied. */
    events: column.json<string[]>([]),
  },
  edited: ['status'],
  ids: prefixedId('O', '-[0-9a-z]{22}'),
});

export type Cafe = Row<typeof CAFES>;
export type MenuItem = Row<typeof MENU>;
export type Order = Row<typeof ORDERS>;

/** Where the updates of a cafe's orders are pushed to. The secrets that sign them are in script properties. */
export const PUSH_ENDPOINTS = table({
  name: 'Push endpoints',
  key: 'id',
  columns: {
    id: column.text(),
    cafeId: column.text(),
    url: column.text(),
    state: column.choice(['enabled', 'disabled']),
    /** The first of the failed attempts since the last success. */
    failingSince: column.timestamp(),
    createdAt: column.timestamp(),
    version: column.integer(),
    requestKey: column.text(),
    requestHash: column.text(),
  },
  edited: ['url', 'state'],
  ids: prefixedId('P'),
});

/** A log of the attempts to push. */
export const DELIVERIES = table({
  name: 'Deliveries',
  key: 'id',
  columns: {
    id: column.text(),
    at: column.timestamp(),
    eventId: column.text(),
    endpointId: column.text(),
    attempt: column.integer(),
    /** The HTTP status of the response; 0 if the endpoint could not be reached. */
    status: column.integer(),
    error: column.text(),
  },
  edited: [],
});

export type PushEndpoint = Row<typeof PUSH_ENDPOINTS>;
