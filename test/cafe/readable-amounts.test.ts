import type { Sheet } from '../../runtime/spreadsheet/sheet';
import { testLong } from '../harness/extent';
import { type Cafe, startCafe } from './cafe';

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
