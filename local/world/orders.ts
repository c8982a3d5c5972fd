import type { OrderStatus } from '../../src/cafe/orders/states';

export interface WorldOrder {
  name: string;
  minutesAgo: number;
  /** Name, quantity, choices by option, note. */
  items: readonly (readonly [string, number, Record<string, string>?, string?])[];
  note?: string;
  tip?: number;
  pickupInMinutes?: number;
  /** Moves by the cafe since: the status and how many minutes ago. */
  moves?: readonly (readonly [OrderStatus, number, string?])[];
  refundError?: string;
}

/** Orders that the board begins with: the oldest first. */
export const AT_FIRST: readonly WorldOrder[] = [
  {
    name: 'Noor Haddad',
    minutesAgo: 19,
    items: [
      ['Cheese scone', 1],
      ['Filter coffee', 1],
    ],
    moves: [['cancelled', 15, 'The toaster is broken.']],
    refundError: 'The card has expired.',
  },
  {
    name: 'Ada Brown',
    minutesAgo: 11,
    items: [
      ['Cappuccino', 2, { Size: 'Large', Milk: 'Oat' }],
      ['Croissant', 2],
    ],
    tip: 150,
    moves: [
      ['accepted', 10],
      ['preparing', 9],
      ['ready', 2],
    ],
  },
  {
    name: 'Jonas Weber',
    minutesAgo: 9,
    items: [
      ['Espresso', 1],
      ['Cinnamon bun', 1],
    ],
    moves: [
      ['accepted', 8],
      ['preparing', 7],
      ['ready', 1],
    ],
  },
  {
    name: 'Mai Tran',
    minutesAgo: 8.4,
    items: [
      ['Flat white', 1, { Milk: 'Oat' }],
      ['Cheese scone', 2, {}, 'One without butter'],
    ],
    moves: [
      ['accepted', 7],
      ['preparing', 6],
    ],
  },
  {
    name: 'Sofia Rossi',
    minutesAgo: 6.1,
    items: [['Cappuccino', 2, { Size: 'Regular', Milk: 'Oat' }, 'Extra hot']],
    note: 'Nut allergy: please use a clean jug.',
    moves: [['accepted', 4]],
  },
  {
    name: 'Tom Okafor',
    minutesAgo: 5.3,
    items: [
      ['Filter coffee', 4],
      ['Croissant', 4],
    ],
    tip: 200,
  },
  { name: 'Lena Fischer', minutesAgo: 2, items: [['Flat white', 2, { Milk: 'Cow' }]] },
  {
    name: 'Omar Aziz',
    minutesAgo: 1,
    pickupInMinutes: 25,
    items: [
      ['Flat white', 3, { Milk: 'Oat' }],
      ['Cappuccino', 2, { Size: 'Regular', Milk: 'Cow' }],
      ['Cinnamon bun', 2],
    ],
    note: 'For a meeting, in one bag please.',
  },
];
