import type { Sheet } from '../../runtime/spreadsheet/sheet';
import { testLong } from '../harness/extent';
import { longestHold } from '../harness/holds';
import { type Cafe, startCafe } from './cafe';
import { fill } from './fill';

const MINUTE = 60_000;

describe('the money of orders in their tab', () => {
  let cafe: Cafe;
  beforeEach(async () => {
    cafe = await startCafe();
    await cafe.item({ name: 'Tea', price: 300 });
  });
  afterEach(() => cafe.close());

  const sheet = () =>
    cafe.api.services.spreadsheets.books
      .get(cafe.api.scripts.api.spreadsheetId)
      .findByName('Orders') as Sheet;
  const headers = () => [...(sheet().grid.row(1)?.values ?? [])];
  const shown = () => cafe.rows('Orders').map(({ amount, refundedAmount }) => [amount, refundedAmount]);

  function blank(row: number): void {
    for (const name of ['amount', 'refundedAmount'])
      sheet().grid.setValue(row, headers().indexOf(name) + 1, null);
  }

  function forgetCaches(): void {
    cafe.api.services.caches.open('script', cafe.api.scripts.api.id).clear();
  }

  test('is written in main units with the order, and with its refund', async () => {
    const { id } = await cafe.placed([{ menuItemId: 'I-1', quantity: 3 }]);
    expect(shown()).toEqual([['9.00', '']]);
    await cafe.move(id, { status: 'cancelled', reason: 'No tea left.' });
    await cafe.timerAfter(2 * MINUTE);
    expect(shown()).toEqual([['9.00', '9.00']]);
  });

  test('has the decimals of the currency', async () => {
    const { admin: token } = cafe.api.tokens;
    await cafe.callAll(
      ['POST /v1/cafes/C-2/menu', { token, body: { name: 'Sushi', price: 1_200 } }],
      ['POST /v1/orders', { body: { cafeId: 'C-2', items: [{ menuItemId: 'I-2' }], tip: 50 } }],
    );
    expect(shown()).toEqual([['1250', '']]);
  });

  testLong('is filled in where an older release has placed the orders', async () => {
    const tea = (quantity: number) => [{ menuItemId: 'I-1', quantity }];
    const [first] = await cafe.placedAll(tea(1), tea(2));
    await cafe.move(first?.id ?? '', { status: 'cancelled', reason: 'No tea left.' });
    for (const row of [2, 3]) blank(row);
    forgetCaches();
    await cafe.run('deliverOutbox', [], { kind: 'trigger' });
    expect(shown()).toEqual([
      ['3.00', '3.00'],
      ['6.00', ''],
    ]);
  });

  testLong('of 20,000 orders is filled in in holds of two seconds at most', async () => {
    const { id } = await cafe.placed([{ menuItemId: 'I-1' }]);
    blank(2);
    fill(cafe, 'Orders', { last: 20_000, idOf: (number) => `O-${number}${id.slice('O-1'.length)}` });
    forgetCaches();
    const ended = await cafe.run('deliverOutbox', [], { kind: 'trigger' });
    expect(ended.error).toBeUndefined();
    expect(new Set(shown().map(String))).toEqual(new Set(['3.00,']));
    expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
  });

  testLong('in minor units is hidden once', async () => {
    const hidden = () => headers().filter((_, index) => sheet().record.columns[index]?.hidden === true);
    const expected = ['total', 'tip', 'includedTax', 'paid', 'refunded'];
    expect(hidden()).toEqual(expected);
    const at = headers().indexOf('total');
    sheet().record.columns[at] = null;
    await cafe.run('setUp', [], { kind: 'menu' });
    forgetCaches();
    await cafe.run('deliverOutbox', [], { kind: 'trigger' });
    expect(hidden()).toEqual(expected.slice(1));
  });
});
