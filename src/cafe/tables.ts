import {
  type AutoId,
  choice,
  decimal,
  integer,
  json,
  prefixedId,
  type Row,
  table,
  text,
  timestamp,
} from '../tables/tables';
import { availability, options, price, stock } from './menu/menu-columns';
import { ORDER_STATUSES, type OrderStatus } from './orders/states';

/** The owner adds a row for each cafe. */
export const CAFES = table({
  name: 'Cafes',
  key: 'id',
  columns: {
    id: text(),
    name: text(),
    /** Three letters of ISO 4217; every price of the cafe counts its minor units. */
    currency: text(),
    /** `Europe/Berlin` */
    timeZone: text(),
    /** Included in every price; empty where nothing is to be shown. */
    taxPercent: decimal(),
  },
  edited: ['id', 'name', 'currency', 'timeZone', 'taxPercent'],
});

const ITEM_IDS = prefixedId('I');

/** Interface section 2, Menu item. */
export const MENU = table({
  name: 'Menu',
  key: 'id',
  columns: {
    id: text(),
    cafeId: text(),
    name: text(),
    /** In minor units, tax included. */
    price,
    availability,
    category: text(),
    stock,
    image: text(),
    description: text(),
    options,
    /** Taken from the stock for drafts, by order. */
    held: json<Record<string, number>>({}),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    version: integer(),
    requestKey: text(),
    requestHash: text(),
  },
  edited: ['name', 'price', 'availability', 'category', 'stock', 'image', 'description'],
  numberOf: ITEM_IDS.numberOf,
});

/** A line keeps the name and the price that it was ordered with. */
export interface OrderLine {
  menuItemId: string;
  name: string;
  quantity: number;
  options: { option: string; choice: string; priceChange: number }[];
  note: string;
  /** Of one piece with its options. */
  unitPrice: number;
  amount: number;
}

interface Step {
  status: OrderStatus;
  /** RFC 3339, UTC. */
  at: string;
  /** The id of a user, or who else it was: `customer`, `payment`, `timer`, `sheet`. */
  by: string;
  reason?: string;
}

/** An order with all that hangs on it: written whole or not at all. */
export const ORDERS = table({
  name: 'Orders',
  key: 'id',
  columns: {
    id: text(),
    /** Shown and moved by hand here; `history` says what it is. */
    status: choice(ORDER_STATUSES),
    /** `2 x Flat white (Oat), 1 x Bagel` */
    summary: text(),
    customerName: text(),
    pickupAt: timestamp(),
    note: text(),
    total: integer(),
    currency: text(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    cafeId: text(),
    customerPhone: text(),
    customerEmail: text(),
    tip: integer(),
    includedTax: integer(),
    /** The provider's id of the payment intent; its client secret is never kept. */
    intentId: text(),
    paid: integer(),
    refunded: integer(),
    /** Why the last try to pay failed. */
    paymentError: text(),
    version: integer(),
    requestKey: text(),
    requestHash: text(),
    lines: json<OrderLine[]>([]),
    history: json<Step[]>([]),
    /** The ids of the provider's events that have been seen. */
    events: json<string[]>([]),
  },
  edited: ['status'],
  numberOf: prefixedId('O', '-[0-9a-z]{22}').numberOf,
});

export const NEW_ITEMS: AutoId<typeof MENU> = { table: MENU, toId: ITEM_IDS.toId };

export type Cafe = Row<typeof CAFES>;
export type MenuItem = Row<typeof MENU>;
export type Order = Row<typeof ORDERS>;

const ENDPOINT_IDS = prefixedId('P');

/** Where updates of a cafe's orders are pushed to; what they are signed with stands in script properties. */
export const PUSH_ENDPOINTS = table({
  name: 'Push endpoints',
  key: 'id',
  columns: {
    id: text(),
    cafeId: text(),
    url: text(),
    state: choice(['enabled', 'disabled']),
    /** Since when nothing has arrived; empty while all is well. */
    failingSince: timestamp(),
    createdAt: timestamp(),
    version: integer(),
    requestKey: text(),
    requestHash: text(),
  },
  edited: ['url', 'state'],
  numberOf: ENDPOINT_IDS.numberOf,
});

/** One row an attempt. */
export const DELIVERIES = table({
  name: 'Deliveries',
  key: 'id',
  columns: {
    id: text(),
    at: timestamp(),
    eventId: text(),
    endpointId: text(),
    attempt: integer(),
    /** What the endpoint answered; 0 where it could not be reached. */
    status: integer(),
    error: text(),
  },
  edited: [],
});

export const NEW_ENDPOINTS: AutoId<typeof PUSH_ENDPOINTS> = {
  table: PUSH_ENDPOINTS,
  toId: ENDPOINT_IDS.toId,
};

export type PushEndpoint = Row<typeof PUSH_ENDPOINTS>;
