import { type Cafe, startCafe } from './cafe';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Report {
  answer: string;
  totals: { minutes: number };
  before: { minutes: number };
  data: { label: string; minutes: number }[];
}

/** From Saturday 10:30 in Berlin on. */
describe('the report of what was sold out', () => {
  let cafe: Cafe;
  beforeEach(async () => {
    cafe = await startCafe(undefined, '2026-11-21T09:30:00Z');
    await cafe.items([
      { name: 'Tea', price: 300, category: 'Drinks', stock: 2 },
      { name: 'Cake', price: 400 },
      { name: 'Pie', price: 400, availability: 'sold_out' },
    ]);
    cafe.stopTimers();
  });
  afterEach(() => cafe.close());

  const change = (path: string, body: object) =>
    cafe.call(`PATCH /v1/${path}`, { token: cafe.api.tokens.manager, body });
  const read = async (query: Record<string, string> = {}) => {
    const token = cafe.api.tokens.key;
    const { body } = await cafe.call('GET /v1/reports/sold-out', {
      token,
      query: { cafeId: 'C-1', ...query },
    });
    return body as Report;
  };
  const rounded = ({ data }: Report) => data.map(({ label, minutes }) => [label, Math.round(minutes)]);

  test('counts what is marked and what has no pieces left, until it is for sale again', async () => {
    await change('menu/I-3', { availability: 'hidden' });
    await cafe.placed([{ menuItemId: 'I-1', quantity: 2 }]);
    cafe.stopTimers();
    await change('menu/I-2', { availability: 'sold_out' });
    await cafe.later(20 * MINUTE);
    await change('menu/I-1', { stock: 5 });
    await cafe.later(10 * MINUTE);
    await change('menu/I-2', { availability: 'available' });
    await cafe.later(30 * MINUTE);
    await change('menu/I-2', { availability: 'sold_out' });
    await cafe.later(40 * MINUTE);
    const report = await read();
    expect(rounded(report)).toEqual([
      ['Cake', 70],
      ['Tea', 22],
    ]);
    expect(report.answer).toBe(
      'Cake was sold out the longest, 70 minutes; 2 items for 92 minutes in all, against nothing in the 7 days before.',
    );
    expect(rounded(await read({ by: 'category' }))).toEqual([
      ['none', 70],
      ['Drinks', 22],
    ]);
  });

  test('counts the hours in which the cafe is open, day by day, against the week before', async () => {
    await change('cafes/C-1', { openingHours: 'Mon-Sun 10:00-18:00' });
    await cafe.later(8 * DAY);
    const { before, totals } = await read();
    expect([before.minutes, totals.minutes].map(Math.round)).toEqual([7.5 * 60 + 8 * 60, 6 * 8 * 60 + 30]);
    const { data } = await read({ by: 'day', from: '2026-11-21', to: '2026-11-23' });
    expect(data.map(({ minutes }) => Math.round(minutes / 30))).toEqual([15, 16, 16]);
  });

  test('knows what the owner types into the sheet', async () => {
    await cafe.edit('Menu', 'I-3', 'availability', 'available');
    await cafe.edit('Menu', 'I-1', 'stock', '0');
    await cafe.later(15 * MINUTE);
    await cafe.edit('Menu', 'I-1', 'stock', '');
    await cafe.later(15 * MINUTE);
    expect(rounded(await read())).toEqual([['Tea', 15]]);
  });
});
