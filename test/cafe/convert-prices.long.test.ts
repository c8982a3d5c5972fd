import type { Constant } from '../../runtime/spreadsheet/attributes';
import { letter } from '../../src/tables/grid/header';
import { killsAmong } from '../harness/faults';
import { longestHold } from '../harness/holds';
import { type Cafe, startCafe } from './cafe';
import { fill } from './fill';
import { makeOld, menuHeaders, menuSheet, soldAtBefore } from './old-menu';

const MINUTE = 60_000;
const MOVED = 'See priceAmount';
/** From one call at which the conversion is cut off to the next; writes of different tabs and columns take turns. */
const STRIDE = 7;

describe('a tab Menu with prices in minor units', () => {
  let cafe: Cafe;
  beforeEach(async () => {
    cafe = await startCafe();
  });
  afterEach(() => cafe.close());

  /** Items of a cafe, one for each content of the old column. */
  async function start(prices: readonly Constant[], of = 'C-1'): Promise<void> {
    for (const index of prices.keys()) await cafe.item({ name: `Item ${index}`, price: 1 }, of);
    makeOld(cafe, prices);
  }

  /** The timer finds a new release. */
  async function update() {
    forgetCaches();
    return cafe.run('deliverOutbox', [], { kind: 'trigger' });
  }

  function forgetCaches(): void {
    const { services, scripts } = cafe.api;
    services.caches.open('script', scripts.api.id).clear();
  }

  const cells = (column: string) => cafe.rows('Menu').map((row) => row[column]);
  const menu = async (id = 'C-1') => {
    const { body } = await cafe.call(`GET /v1/cafes/${id}/menu`, { token: cafe.api.tokens.admin });
    return (body as { data: { price: number | null; availability: string }[] }).data;
  };
  const pricesOf = async (id?: string) => (await menu(id)).map(({ price }) => price);

  test('keeps what is sold at which price, within the first run of the timer', async () => {
    await start([450, 80, 1_250, '380', 0]);
    await update();
    expect(cells('priceAmount')).toEqual(['4.50', '0.80', '12.50', '3.80', '0.00']);
    expect(await pricesOf()).toEqual([450, 80, 1_250, 380, 0]);
    expect((await menu()).map(({ availability }) => availability)).toEqual(Array(5).fill('available'));
  });

  test('sells nothing by the release before any more, and keeps the old prices', async () => {
    await start([450, 80]);
    await update();
    expect(cells('price')).toEqual([MOVED, MOVED]);
    expect(cells('price').map(soldAtBefore)).toEqual([undefined, undefined]);
    expect(cells('priceBackup')).toEqual([450, 80]);
    expect([450, 80].map(soldAtBefore)).toEqual([450, 80]);
  });

  test('keeps its columns in their places, and hides the old prices with a warning for who edits them', async () => {
    await start([450]);
    const before = menuHeaders(cafe);
    await update();
    const headers = menuHeaders(cafe);
    expect(headers).toEqual([...before, 'priceAmount', 'priceBackup']);
    expect(menuSheet(cafe).record.columns[headers.length - 1]).toMatchObject({ hidden: true });
    const book = cafe.api.services.spreadsheets.books.get(cafe.api.scripts.api.spreadsheetId);
    const warned = book.record.protections.filter(({ whole }) => !whole);
    expect(warned).toMatchObject([{ warningOnly: true, area: { column: headers.length } }]);
  });

  test('is read in three calls more than a new one, since its columns stay where they are', async () => {
    await cafe.item({ name: 'Tea', price: 300 });
    const calls = async () => (await cafe.execute('GET /v1/cafes/C-1/menu', {})).calls.length;
    await cafe.later(MINUTE);
    forgetCaches();
    const ofNew = await calls();
    makeOld(cafe, [300]);
    await update();
    forgetCaches();
    expect(await calls()).toBe(ofNew + 3);
  });

  test('is converted by Set up too, and by neither twice', async () => {
    await start([450, 80]);
    await cafe.run('setUp', [], { kind: 'menu' });
    const converted = cafe.rows('Menu');
    expect(cells('priceAmount')).toEqual(['4.50', '0.80']);
    await update();
    await cafe.run('setUp', [], { kind: 'menu' });
    expect(cafe.rows('Menu')).toEqual(converted);
  });

  test.each<[Constant, string, unknown, number | null]>([
    [450, 'C-2', '450', 450],
    ['4,50', 'C-1', '4,50', 450],
    ['€5', 'C-1', '€5', 500],
    [4.5, 'C-1', 4.5, 450],
    ['abc', 'C-1', 'abc', null],
    [-450, 'C-1', -450, null],
    ['See menu', 'C-1', 'See menu', null],
    [null, 'C-1', '', null],
    ['007', 'C-1', '0.07', 7],
  ])('with %j at %s has %j then, which is sold at %j', async (old, of, amount, price) => {
    await start([old, 100], of);
    await update();
    expect(cells('priceAmount')[0]).toBe(amount);
    expect(await pricesOf(of)).toEqual([price, 100]);
    expect((await menu(of))[0]?.availability).toBe(price === null ? 'sold_out' : 'available');
  });

  test('of three decimals', async () => {
    await cafe.edit('Cafes', 'C-1', 'currency', 'kwd');
    await start([1_250, 5]);
    await update();
    expect(cells('priceAmount')).toEqual(['1.250', '0.005']);
    expect(await pricesOf()).toEqual([1_250, 5]);
  });

  test('takes the upper one of two rows with the same id, and says so of the lower one alone', async () => {
    await start([450, 80]);
    menuSheet(cafe).grid.setValue(3, menuHeaders(cafe).indexOf('id') + 1, 'I-1');
    await update();
    expect(cells('priceAmount')).toEqual(['4.50', '']);
    const letter = String.fromCharCode(65 + menuHeaders(cafe).indexOf('price'));
    expect(await cafe.health(`Menu!${letter}3`)).toBeUndefined();
    expect((await cafe.health('Menu!A3'))?.detail).toContain('must be a unique id');
  });

  test('keeps the prices that wait when cells beside them are edited', async () => {
    for (const of of ['C-2', 'C-1', 'C-1']) await cafe.item({ name: 'Soup', price: 1 }, of);
    makeOld(cafe, [300, 450, 80]);
    await cafe.edit('Cafes', 'C-1', 'currency', '€');
    await update();
    expect(cells('price')).toEqual([MOVED, 450, 80]);
    await cafe.edit('Menu', 'I-2', 'price', '90');
    expect(cells('price')).toEqual([MOVED, '90', 80]);
    await cafe.edit('Cafes', 'C-1', 'currency', 'EUR');
    await cafe.later(11 * MINUTE);
    expect(await pricesOf()).toEqual([90, 80]);
  });

  test('asks the owner about what may have been meant otherwise', async () => {
    await start([450, 5, 250]);
    menuSheet(cafe).grid.setAttributes(4, 4, { format: '0.00' });
    await update();
    const notes = ['I-1', 'I-2', 'I-3'].map((id) => cafe.note('Menu', id, 'priceAmount'));
    expect(notes).toEqual([
      '',
      'Check this price: the column price showed 5, which meant 0.05 EUR.',
      'Check this price: the column price showed 250.00, which meant 2.50 EUR.',
    ]);
    const column = letter(menuHeaders(cafe).indexOf('priceAmount'));
    const told = (row: number) => cafe.health(`Menu!${column}${row}`);
    expect(await told(2)).toBeUndefined();
    expect(await told(3)).toEqual({
      isRed: true,
      detail: `${notes[1]} Type the right price, or delete the note if the price is right.`,
    });
    await cafe.edit('Menu', 'I-2', 'priceAmount', '5');
    expect(await told(3)).toBeUndefined();
    const { grid } = menuSheet(cafe);
    grid.setAttributes(4, menuHeaders(cafe).indexOf('priceAmount') + 1, { format: '@' });
    expect(await told(4)).toBeUndefined();
  });

  test('waits where the cafe has no currency, and is converted when it has', async () => {
    await start([450, 80]);
    await cafe.edit('Cafes', 'C-1', 'currency', '€');
    await update();
    expect(cells('price')).toEqual([450, 80]);
    await cafe.edit('Cafes', 'C-1', 'currency', 'EUR');
    await cafe.later(11 * MINUTE);
    expect(cells('price')).toEqual([MOVED, MOVED]);
    expect(await pricesOf()).toEqual([450, 80]);
  });

  test('takes the prices that a release before has written since', async () => {
    await start([450, 80]);
    await update();
    const grid = menuSheet(cafe).grid;
    grid.setValue(2, menuHeaders(cafe).indexOf('price') + 1, 500);
    await cafe.later(11 * MINUTE);
    expect(await pricesOf()).toEqual([500, 80]);
    expect(cells('priceBackup')).toEqual([500, 80]);
    expect(cafe.note('Menu', 'I-1', 'priceAmount')).toContain('showed 500, which meant 5.00 EUR');
  });

  test('keeps a price that was changed in the new column before the old one was converted', async () => {
    await start([450, 80]);
    await cafe.edit('Cafes', 'C-1', 'currency', '€');
    await update();
    await cafe.edit('Cafes', 'C-1', 'currency', 'EUR');
    await cafe.edit('Menu', 'I-1', 'priceAmount', '6,00');
    await cafe.later(11 * MINUTE);
    expect(await pricesOf()).toEqual([600, 80]);
    expect(cafe.note('Menu', 'I-1', 'priceAmount')).toContain('showed 450, which meant 4.50 EUR');
  });

  test('keeps the price of an item that is new since, and tells of one typed into the old column by then', async () => {
    await start([450]);
    await update();
    await cafe.item({ name: 'Cake', price: 300 });
    menuSheet(cafe).grid.setValue(3, menuHeaders(cafe).indexOf('price') + 1, 320);
    await cafe.later(11 * MINUTE);
    expect(await pricesOf()).toEqual([450, 300]);
    expect(cafe.note('Menu', 'I-2', 'priceAmount')).toContain('showed 320, which meant 3.20 EUR');
  });

  test('has the same prices wherever the conversion is cut off', async () => {
    for (const name of ['Tea', 'Bun', 'Jam']) await cafe.item({ name, price: 1 });
    const convert = async (call: number) => {
      makeOldAgain([450, 80, 'abc']);
      const ended = await cutOff(call);
      await cafe.run('setUp', [], { kind: 'menu' });
      expect([call, cells('priceAmount')]).toEqual([call, ['4.50', '0.80', 'abc']]);
      expect(cells('price')).toEqual([MOVED, MOVED, MOVED]);
      expect(cells('priceBackup')).toEqual([450, 80, 'abc']);
      return ended;
    };
    // What only the very first execution has to do is done by then.
    await convert(0);
    const { calls } = await convert(0);
    const kills = killsAmong(calls.map(({ method }) => method));
    for (let at = 0; at < kills.length; at += STRIDE) {
      const call = kills[at] ?? 0;
      expect([call, (await convert(call)).hasFaultFired]).toEqual([call, true]);
    }
  });

  /** Removes what a conversion has added, and has the old column again. */
  function makeOldAgain(prices: readonly Constant[]): void {
    const { spreadsheets } = cafe.api.services;
    const { spreadsheetId } = cafe.api.scripts.api;
    for (const added of ['price', 'priceBackup']) {
      const at = menuHeaders(cafe).indexOf(added) + 1;
      if (at > 0) spreadsheets.deleteLines(spreadsheetId, 'Menu', { dimension: 'columns', at, count: 1 });
    }
    const { record } = spreadsheets.books.get(spreadsheetId);
    record.protections = record.protections.filter(({ whole }) => whole);
    makeOld(cafe, prices);
  }

  function cutOff(call: number) {
    forgetCaches();
    const fault = { call, kind: 'kill before', writes: 'applied' } as const;
    return cafe.run('deliverOutbox', [], { kind: 'trigger', ...(call > 0 ? { fault } : {}) });
  }

  test('of 1,000 items is converted in holds of two seconds at most', async () => {
    await start([450]);
    fill(cafe, 'Menu', { last: 1_000, idOf: (number) => `I-${number}` });
    const ended = await update();
    expect(ended.error).toBeUndefined();
    expect(new Set(cells('priceAmount').filter(Boolean))).toEqual(new Set(['4.50']));
    expect(cells('price').filter((price) => price === MOVED)).toHaveLength(1_000);
    expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
  });
});
