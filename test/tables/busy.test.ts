import type { Execution } from '../../runtime/execution/execution';
import type { RunOptions } from '../../runtime/execution/executor';
import type { Fault } from '../../runtime/execution/faults';
import { type Cafe, startCafe } from '../cafe/cafe';
import { spread } from '../harness/extent';
import { type Book, startPreparedBook } from './book';

/** Longer than anybody waits for the script's lock. */
const LONG_MS = 40_000;
/** By then it has it. */
const TAKEN_MS = 3_000;
const QUIET = 7 * 60_000;
const BUSY = { name: 'BusyError', message: 'The sheet is busy. Try again in a minute.' };

/** It has just taken the script's lock when it comes to a call that takes so long. */
function holding({ calls }: Execution): Fault {
  const lock = calls.findIndex(({ method }) => method === 'lock.try') + 1;
  expect(lock).toBeGreaterThan(0);
  return { call: lock + 1, kind: 'slow', ms: LONG_MS };
}

describe('while another execution holds the lock of the script for too long', () => {
  let book: Book;
  let fault: Fault;
  beforeAll(async () => {
    book = await startPreparedBook('three tickets and a thing', async (original) => {
      for (const status of ['new', 'new', 'sold'] as const)
        await original.run('addTicket', { name: 'one', status });
      await original.run('addThings', [{ id: 'a', words: 'first' }]);
      await original.realm.scheduler.advance(QUIET);
    });
    fault = holding(await book.execute('changeTicket', ['T-2', { name: 'two' }]));
  });
  afterAll(() => book.close());

  type Write = (options: RunOptions) => Promise<Execution>;
  const WRITES: [string, Write][] = [
    ['a new row', (options) => book.execute('addTicket', [{ name: 'new' }], options)],
    ['a new row of a request', (options) => book.execute('addTicket', [{ name: 'new' }, 'key'], options)],
    ['a change', (options) => book.execute('changeTicket', ['T-1', { name: 'changed' }], options)],
    ['a count', (options) => book.execute('countUp', ['T-1'], options)],
    ['a removal', (options) => book.execute('removeTicket', ['T-1'], options)],
    ['compaction', (options) => book.execute('tidySold', [], options)],
    ['rows at once', (options) => book.execute('addThings', [[{ id: 'b', words: 'second' }]], options)],
    ['a change of them', (options) => book.execute('changeThing', ['a', { words: 'changed' }], options)],
  ];
  test('whatever writes is refused as busy after 20 seconds, and nothing is written', async () => {
    const before = [book.grid('Tickets'), book.grid('Things')];
    const writes = spread(WRITES, 4);
    const startsAt = book.realm.scheduler.now() + TAKEN_MS;
    const holder = book.execute('changeTicket', ['T-2', { name: 'two' }], { fault });
    const ended = await Promise.all(writes.map(([, write]) => write({ startsAt })));
    expect(ended.map(({ error }, at) => [writes[at]?.[0], error])).toMatchObject(
      writes.map(([what]) => [what, BUSY]),
    );
    for (const { elapsed } of ended) expect(elapsed).toBeGreaterThanOrEqual(20_000);
    expect(await holder).toMatchObject({ hasFaultFired: true, status: 'completed' });
    expect([book.grid('Tickets'), book.grid('Things')]).toEqual(before);
  });
});

describe('while others write', () => {
  let book: Book;
  beforeEach(async () => {
    book = await startPreparedBook('two tickets', async (original) => {
      for (const name of ['one', 'two']) await original.run('addTicket', { name });
    });
  });
  afterEach(() => book.close());

  test.each<[string, () => Promise<Execution>]>([
    ['a change', () => book.execute('changeTicket', ['T-1', { status: 'sold' }])],
    ['a change of many', () => book.execute('changeTickets', [{ 'T-1': { status: 'sold' } }])],
  ])('%s that waits for its turn finds its columns where somebody has put them', async (_, change) => {
    const { call, ...slow } = holding(await book.execute('changeTicket', ['T-2', { name: 'second' }]));
    const holder = book.execute('changeTicket', ['T-2', { name: 'third' }], {
      fault: { ...slow, call, ms: 5_000 },
    });
    const { scheduler } = book.realm;
    scheduler.at(scheduler.now() + 2_500, () => book.insert('Tickets', 'columns', 3, 2));
    const changed = change();
    expect([await holder, await changed].map(({ status }) => status)).toEqual(['completed', 'completed']);
    const cells = book.grid('Tickets')[1];
    expect(cells?.slice(0, 8)).toEqual(['T-1', 'one', '', '', '0', 'cold', 'sold', '']);
    expect(cells?.[19]).toBe('2');
  });
});

describe('the api, while the sheet is held for too long', () => {
  let cafe: Cafe;
  beforeAll(async () => {
    cafe = await startCafe();
  });
  afterAll(() => cafe.close());

  test('answers 503 to an order, and there is none', async () => {
    const { id } = await cafe.item({ name: 'Bun', price: 200 });
    const asked = { token: cafe.api.tokens.admin, body: { price: 300 } };
    const fault = holding(await cafe.execute(`PATCH /v1/menu/${id}`, asked));
    const holder = cafe.execute(`PATCH /v1/menu/${id}`, asked, { fault });
    const { status, body } = await cafe.order([{ menuItemId: id, quantity: 1 }]);
    expect([status, body]).toEqual([503, expect.objectContaining({ error: expect.anything() })]);
    expect(cafe.rows('Orders')).toEqual([]);
    expect(await holder).toMatchObject({ hasFaultFired: true, status: 'completed' });
  });
});
