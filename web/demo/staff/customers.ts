import { isTakingOrders, itemsForSale } from './menu';
import { countOpen, type DemoOrder, placeOrder } from './orders';

/** What the board begins with: the oldest first. */
const AT_FIRST: readonly DemoOrder[] = [
  {
    name: 'Noor Haddad',
    minutesAgo: 19,
    items: [
      ['Cheese toastie', 1],
      ['Mint tea', 1],
    ],
    moves: [['cancelled', 15, 'The toaster is broken.']],
    payment: { refundError: 'The card has expired.' },
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
      ['Almond croissant', 1],
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
      ['Cheese toastie', 2, {}, 'One without butter'],
    ],
    moves: [
      ['accepted', 7],
      ['preparing', 6],
    ],
  },
  {
    name: 'Sofia Rossi',
    minutesAgo: 6.1,
    items: [['Chai latte', 2, { Milk: 'Lactose-free' }, 'Extra hot']],
    note: 'Nut allergy: please use a clean jug.',
    moves: [['accepted', 4]],
  },
  {
    name: 'Tom Okafor',
    minutesAgo: 5.3,
    items: [
      ['Filter coffee', 4, { Size: 'Large' }],
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
      ['Cappuccino', 2],
      ['Almond croissant', 2],
    ],
    note: 'For a meeting, in one bag please.',
  },
];

const NAMES = ['Iris Novak', 'Ben Carter', 'Amira Saleh', 'Paul Meyer', 'Yuki Mori', 'Elif Kaya', 'Sam Lee'];
const NOTES = ['', '', '', 'To go', 'Extra hot', 'Cut in half, please'];

const EVERY_MS = 25_000;
const MAX_OPEN = 10;
const MORNING_ORDERS = 26;

/** A morning that is over, orders at every stage, and another one every now and then. */
export function startCustomers(): void {
  for (let order = MORNING_ORDERS; order > 0; order--) {
    const ago = 20 + order * 7;
    placeOrder({
      ...randomOrder(),
      minutesAgo: ago,
      moves: [
        ['accepted', ago - 1],
        ['completed', ago - 6],
      ],
    });
  }
  for (const order of AT_FIRST) placeOrder(order);
  setInterval(() => {
    if (isTakingOrders() && countOpen() < MAX_OPEN && itemsForSale().length > 0) placeOrder(randomOrder());
  }, EVERY_MS);
}

function randomOrder(): DemoOrder {
  const items = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => oneOf(itemsForSale()));
  const distinct = [...new Set(items)];
  return {
    name: oneOf(NAMES),
    minutesAgo: 0,
    items: distinct.map(({ name, options }) => {
      const choices = options.map((option) => [option.name, oneOf(option.choices).name]);
      return [name, 1 + Math.floor(Math.random() * 2), Object.fromEntries(choices), oneOf(NOTES)];
    }),
  };
}

function oneOf<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T;
}
