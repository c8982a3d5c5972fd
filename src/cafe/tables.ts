import { column, prefixedId, type Row, table } from '../tables/tables';
import { lateMinutes } from './late-times';
import { availability, image, options, priceAmount, stock } from './menu/item';
import { ORDER_STATUSES, type OrderStatus } from './orders/states';
import { taxPercent, taxRate } from './tax-rate';

const boolean = column.boolean();
/** Anyone who types anything but FALSE means to pause. */
const isPaused: column.Column<boolean> = {
  ...boolean,
  fromCell: (cell) => boolean.fromCell(cell) ?? !/^\s*no\s*$/i.test(String(cell)),
};

const amountText = { ...column.text(), align: 'right' } as const;

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
    taxPercent,
    /** Number of unpaid orders that the cafe has at most at a time. Empty means 200. */
    maxDrafts: column.optionalInteger(),
    /** `Mon-Fri 08:00-18:00, Sat 09:00-14:00`. Empty means always open. */
    openingHours: column.text(),
    /** `2026-12-24 10:00-13:00, 2026-12-25 closed`: these dates have no other hours. */
    specialHours: column.text(),
    /** While it is TRUE the cafe takes no orders. */
    isPaused,
    /** After how many minutes an order shows as almost late, and as late. Empty means 5 and 8. */
    lateSoonMinutes: lateMinutes,
    lateMinutes,
    /** Minutes before its pickup at which an order is begun. Empty means 10. */
    preparationMinutes: column.optionalInteger(),
    version: column.integer(),
  },
  edited: [
    'id',
    'name',
    'currency',
    'timeZone',
    'taxPercent',
    'maxDrafts',
    'openingHours',
    'specialHours',
    'isPaused',
    'lateSoonMinutes',
    'lateMinutes',
    'preparationMinutes',
  ],
});

/** Time during which an item was sold out, in RFC 3339, UTC; it has no end while the item still is. */
export interface SoldOutTime {
  from: string;
  to?: string;
}

/** Interface section 2, Menu item. */
export const MENU = table({
  name: 'Menu',
  key: 'id',
  columns: {
    id: column.text(),
    cafeId: column.text(),
    name: column.text(),
    /** Amount in main units, tax included. */
    priceAmount,
    availability,
    category: column.text(),
    stock,
    image,
    description: column.text(),
    options,
    /** Tax in its price, `Reduced 7%`. Empty means that of the cafe. */
    taxRate,
    /** The same where the order is to go. Empty means that it is no other. */
    taxRateToGo: taxRate,
    /** The pieces held for drafts, by order. They are not in stock. */
    held: column.json<Record<string, number>>({}),
    createdAt: column.timestamp(),
    updatedAt: column.timestamp(),
    version: column.integer(),
    requestKey: column.text(),
    requestHash: column.text(),
    /** Times during which it was sold out, the earliest first. */
    soldOut: column.json<SoldOutTime[]>([]),
  },
  edited: [
    'name',
    'priceAmount',
    'availability',
    'category',
    'stock',
    'image',
    'description',
    'taxRate',
    'taxRateToGo',
  ],
  ids: prefixedId('I'),
});

/** Keeps name and price as they were when the order was placed. */
export interface OrderLine {
  menuItemId: string;
  name: string;
  /** Heading of the menu, by which a station knows what it makes. Absent in orders of before it was stored. */
  category?: string;
  quantity: number;
  /** Pieces that were taken off before the order was accepted. */
  removed?: number;
  /** RFC 3339, UTC; since when it is ticked off. */
  doneAt?: string;
  options: { option: string; choice: string; priceChange: number }[];
  note: string;
  /** Set if its item was sold from a stock. */
  isLimited?: true;
  /** Rate when it was ordered; absent where no tax was shown. */
  taxPercent?: number;
  taxName?: string;
  /** Price of one piece with its choices. */
  unitPrice: number;
  amount: number;
}

/** Pieces of a line of an order. */
export interface Pieces {
  /** Place of the line in the order, from 0. */
  line: number;
  quantity: number;
  /** Number of them that an earlier refund, which failed since, has brought back into stock. */
  inStock?: number;
}

/** Part of an order that is taxed at one rate. */
export interface TaxedAmount {
  /** Null in orders that were placed before the rate was stored. */
  percent: number | null;
  /** Empty where the rate has none. */
  name: string;
  /** Tax included. */
  amount: number;
  includedTax: number;
}

export interface OrderRefund {
  /** `R-1`; or the provider's own id where it was made there. */
  id: string;
  amount: number;
  /** Part of the amount that was tip. */
  tip: number;
  /** The rest of the amount, by the rates of the order. */
  taxes: TaxedAmount[];
  lines: Pieces[];
  /** Return of its pieces into stock: done once they are on their way, which begins when the provider has taken it. */
  restock?: 'due' | 'done';
  reason: string;
  /** RFC 3339, UTC. */
  at: string;
  /** The id of a user, or `payment` where it was made at the provider. */
  by: string;
  /** A pending one is the timer's: its row asks for it until the provider has taken or refused it. */
  status: 'pending' | 'succeeded' | 'failed';
  /** Reason why it failed. */
  error?: string;
  /** RFC 3339, UTC: when the desk was told that it failed. */
  failedAt?: string;
  requestKey: string;
  requestHash: string;
}

export interface Step {
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
    /** Status for the owner to see and to change. `history` has the status that counts. */
    status: column.choice(ORDER_STATUSES),
    /** `2 x Flat white (Oat), 1 x Bagel` */
    summary: column.text(),
    customerName: column.text(),
    pickupAt: column.timestamp(),
    /** Set while it goes before the others. */
    hurriedAt: column.timestamp(),
    note: column.text(),
    total: column.integer(),
    currency: column.text(),
    createdAt: column.timestamp(),
    updatedAt: column.timestamp(),
    cafeId: column.text(),
    customerPhone: column.text(),
    /** The customer has asked for a text when it is ready. */
    textWhenReady: column.boolean(),
    customerEmail: column.text(),
    isToGo: column.boolean(),
    tip: column.integer(),
    includedTax: column.integer(),
    /** The provider's id of the payment intent. Its client secret is never stored. */
    intentId: column.text(),
    paid: column.integer(),
    refunded: column.integer(),
    /** The total and what was refunded in main units, for people: `10.50`. No code reads them. */
    amount: amountText,
    refundedAmount: amountText,
    /** Reason why the last payment failed. */
    paymentError: column.text(),
    /** Reason why the money has not gone back, and will not by itself. */
    refundError: column.text(),
    /** The provider's status of a dispute, if there is or was one. */
    dispute: column.text(),
    /** No money moves: in test mode, or with a key of the provider's own test mode. */
    isTest: column.boolean(),
    version: column.integer(),
    requestKey: column.text(),
    requestHash: column.text(),
    lines: column.json<OrderLine[]>([]),
    history: column.json<Step[]>([]),
    refunds: column.json<OrderRefund[]>([]),
    /** The ids of the provider's events that have been applied. */
    events: column.json<string[]>([]),
  },
  // An owner who has settled a refund or a dispute by other means clears the cell.
  edited: ['status', 'refundError', 'dispute'],
  ids: prefixedId('O', '-[0-9a-z]{22}'),
  lookups: {
    indexes: [['cafeId'], ['cafeId', 'status'], ['cafeId', 'updatedAt'], ['status', 'createdAt']],
    totals: ['cafeId', 'status'],
  },
});

/** Ids that are blank (`` is always one of them) or occur in more than one row. Blanks around an id do not count. */
export function repeatedIds(ids: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set(['']);
  for (const id of ids.map((one) => one.trim())) (seen.has(id) ? repeated : seen).add(id);
  return repeated;
}

export type Cafe = Row<typeof CAFES>;
export type MenuItem = Row<typeof MENU>;
export type Order = Row<typeof ORDERS>;
