/** The credentials of the demo. */
export interface Demo {
  apiKey: string;
  users: { email: string; password: string; role: string; cafeId: string }[];
}

/** The cafe of the demo data. */
export const CAFE_ID = 'C-1';

export const USERS = [
  { email: 'admin@example.com', role: 'admin' },
  { email: 'agent@example.com', role: 'agent' },
  { email: 'manager@example.com', role: 'manager', cafeId: CAFE_ID },
  { email: 'staff@example.com', role: 'staff', cafeId: CAFE_ID },
];

/** Cafe, as its owner enters it. */
export const CAFE = {
  id: CAFE_ID,
  name: 'Corner Cafe',
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  taxPercent: 7,
};

const MILK = { name: 'Milk', min: 1, choices: [{ name: 'Cow' }, { name: 'Oat', priceChange: 40 }] };

/** Menu with prices in minor units. */
export const MENU = [
  { name: 'Flat white', price: 380, category: 'Coffee', options: [MILK] },
  { name: 'Espresso', price: 250, category: 'Coffee' },
  { name: 'Croissant', price: 290, category: 'Pastry', stock: 12 },
  {
    name: 'Cappuccino',
    price: 390,
    category: 'Coffee',
    options: [
      { name: 'Size', min: 1, choices: [{ name: 'Regular' }, { name: 'Large', priceChange: 60 }] },
      MILK,
      { name: 'Extras', max: 2, choices: [{ name: 'Extra shot', priceChange: 80 }, { name: 'Cinnamon' }] },
    ],
  },
  { name: 'Filter coffee', price: 320, category: 'Coffee' },
  { name: 'Cinnamon bun', price: 350, category: 'Pastry', stock: 8 },
  {
    name: 'Banana bread',
    price: 340,
    category: 'Pastry',
    options: [
      { name: 'Serve it', max: 2, choices: [{ name: 'Toasted' }, { name: 'With butter', priceChange: 50 }] },
    ],
  },
  { name: 'Cheese scone', price: 360, category: 'Pastry' },
];
