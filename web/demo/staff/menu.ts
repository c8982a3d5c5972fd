import type { CafeView } from '../../../src/cafe/cafe-view';
import type { ItemView, MenuView } from '../../../src/cafe/menu/menu';
import { assertUnchanged, type FakeRoutes, Refusal } from './fake-fetch';

/** The cafe of the demo. It is open whenever somebody looks. */
const cafe: CafeView = {
  id: 'C-1',
  name: 'Corner Cafe',
  currency: 'EUR',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  openingHours: '',
  isPaused: false,
  isOpen: true,
  opensAt: null,
  isTest: false,
  lateSoonMinutes: 5,
  lateMinutes: 8,
  version: 1,
};

const MILK = choice('Milk', ['Cow', 0], ['Oat', 40], ['Lactose-free', 30]);
const SIZE = choice('Size', ['Regular', 0], ['Large', 70]);

const NOW = new Date().toISOString();

const items = [
  item('Flat white', 380, 'Coffee', { options: [MILK] }),
  item('Cappuccino', 360, 'Coffee', { options: [SIZE, MILK] }),
  item('Espresso', 250, 'Coffee'),
  item('Filter coffee', 320, 'Coffee', { options: [SIZE] }),
  item('Chai latte', 420, 'Tea', { options: [MILK] }),
  item('Mint tea', 340, 'Tea'),
  item('Croissant', 290, 'Bakery', { stock: 14 }),
  item('Almond croissant', 360, 'Bakery', { stock: 5 }),
  item('Cheese toastie', 690, 'Kitchen'),
  item('Avocado toast', 890, 'Kitchen', { availability: 'sold_out' }),
];

export const MENU_ROUTES: FakeRoutes = {
  'GET /v1/cafes': () => ({ data: [cafe] }),
  'GET /v1/cafes/:cafeId': () => cafe,
  'PATCH /v1/cafes/:cafeId': (call) => {
    assertUnchanged(cafe, call);
    Object.assign(cafe, call.body, { version: cafe.version + 1 });
    cafe.isOpen = !cafe.isPaused;
    return cafe;
  },
  'GET /v1/cafes/:cafeId/menu': (): MenuView => {
    const { id, name, currency, timeZone } = cafe;
    const categories = [...new Set(items.map(({ category }) => category))];
    return { cafe: { id, name, currency, timeZone }, categories, data: items };
  },
  'PATCH /v1/menu/:id': (call) => {
    const changed = items.find(({ id }) => id === call.params.id);
    if (!changed) throw new Refusal(404, 'not_found', `There is no menu item ${call.params.id}.`);
    assertUnchanged(changed, call);
    return Object.assign(changed, call.body, { version: changed.version + 1 });
  },
};

export function isTakingOrders(): boolean {
  return cafe.isOpen;
}

/** What a customer can order now. */
export function itemsForSale(): ItemView[] {
  return items.filter(({ availability, stock }) => availability === 'available' && stock !== 0);
}

export function itemNamed(name: string): ItemView {
  const found = items.find((one) => one.name === name);
  if (!found) throw new Error(`The menu of the demo has no ${name}.`);
  return found;
}

/** Takes pieces of a limited item, which is sold out after the last. */
export function takeFromStock(one: ItemView, quantity: number): void {
  if (one.stock === null) return;
  one.stock = Math.max(0, one.stock - quantity);
  if (one.stock === 0) one.availability = 'sold_out';
  one.version += 1;
}

function choice(name: string, ...choices: [string, number][]): ItemView['options'][number] {
  return { name, min: 1, max: 1, choices: choices.map(([one, priceChange]) => ({ name: one, priceChange })) };
}

function item(name: string, price: number, category: string, rest: Partial<ItemView> = {}): ItemView {
  const id = `I-${name.toLowerCase().replace(/ /g, '-')}`;
  const texts = { description: '', image: '', createdAt: NOW, updatedAt: NOW };
  const sale = { availability: 'available' as const, options: [], stock: null };
  return {
    id,
    cafeId: cafe.id,
    name,
    price,
    currency: cafe.currency,
    category,
    ...texts,
    version: 1,
    ...sale,
    ...rest,
  };
}
