/** Item of the menu, as a customer reads it. */
export interface MenuItem {
  id: string;
  availability: string;
  /** Null where it is unlimited. */
  stock: number | null;
  options: { name: string; min: number; max: number; choices: { name: string }[] }[];
}

interface Basket {
  items: {
    menuItemId: string;
    quantity: number;
    options: { option: string; choice: string }[];
    note: string;
  }[];
  customer: { name: string };
  note: string;
  tip: number;
  pickupAt?: string;
}

const NAMES = [
  'Ada',
  'Ben Okafor',
  'Chloé',
  'Dimitri',
  'Emre Yılmaz',
  'Fatima',
  'Grace Lindqvist',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaja',
  'Leo Brandt',
  'Mai',
  'Nikhil',
  'Olga',
  'Pilar Ortega-Villanueva',
];
const ITEM_NOTES = ['Extra hot', 'No sugar', 'Cut in half, please', 'Very little foam', 'In my own cup'];
const ORDER_NOTES = [
  'Nut allergy: please use a clean knife.',
  'Paper bag, please.',
  'I am on a bike, I wave from outside.',
  'Lactose intolerant, oat everywhere.',
];

/** Undefined where everything is sold out. */
export function fillBasket(menu: readonly MenuItem[], now: number): Basket | undefined {
  const left = menu.filter(({ availability, stock }) => availability === 'available' && stock !== 0);
  if (left.length === 0) return undefined;
  const items = takeSome(left, 1 + randomInt(oneIn(6) ? 6 : 3)).map((item) => ({
    menuItemId: item.id,
    quantity: Math.min(oneIn(4) ? 1 + randomInt(4) : 1, item.stock ?? Infinity),
    options: item.options.flatMap(({ name, min, max, choices }) =>
      takeSome(choices, min + randomInt(max - min + 1)).map((choice) => ({
        option: name,
        choice: choice.name,
      })),
    ),
    note: oneIn(5) ? pick(ITEM_NOTES) : '',
  }));
  return {
    items,
    customer: { name: pick(NAMES) },
    note: oneIn(5) ? pick(ORDER_NOTES) : '',
    tip: oneIn(3) ? 50 * (1 + randomInt(4)) : 0,
    ...(oneIn(4) && { pickupAt: new Date(now + (10 + randomInt(20)) * 60_000).toISOString() }),
  };
}

/** Picks cards: of twelve customers one has a card that takes no refund, and one a card that is declined at first. */
export function pickCards(): string[] {
  const card = randomInt(12);
  if (card === 0) return ['pm_card_refundFail'];
  return card === 1 ? ['pm_card_visa_chargeDeclined', 'pm_card_visa'] : ['pm_card_visa'];
}

function oneIn(count: number): boolean {
  return randomInt(count) === 0;
}

function pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
  return list[randomInt(list.length)] as T;
}

/** Takes so many of the list, or all, in their own order. */
function takeSome<T>(list: readonly T[], count: number): T[] {
  const taken = [...list];
  while (taken.length > count) taken.splice(randomInt(taken.length), 1);
  return taken;
}

function randomInt(below: number): number {
  return Math.floor(Math.random() * below);
}
