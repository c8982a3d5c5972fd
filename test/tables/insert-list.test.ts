import { type Book, startBook } from './book';

const QUIET = 7 * 60_000;
const RECLAIMED = 31_000;

describe('a list of new rows with a key', () => {
  let book: Book;
  beforeEach(async () => {
    book = await startBook();
  });
  afterEach(() => book.close());

  const list = (...names: (string | null)[]) => names.map((name) => (name === null ? null : { name }));
  type Change = { name: string } | null;
  const adding = (changes: Change[], key = 'key'): ['addTicketList', Change[], string] => [
    'addTicketList',
    changes,
    key,
  ];
  const shown = (made: ({ id: string; name: string } | null)[]) =>
    made.map((one) => one && `${one.id} ${one.name}`);
  const add = async (changes: Change[], key?: string) => shown(await book.run(...adding(changes, key)));
  const names = () =>
    book
      .grid('Tickets')
      .slice(1)
      .map(([id, name]) => `${id} ${name}`.trim());

  test('is made once, however often and late it is asked for, and wherever it was moved', async () => {
    const made = ['T-1 one', 'T-2 two', 'T-3 three'];
    const same = adding(list('one', 'two', 'three'));
    expect((await book.runAll(same, same)).map(shown)).toEqual([made, made]);
    book.insert('Tickets', 'rows', 2, 3);
    book.insert('Tickets', 'columns', 1, 1);
    expect(await add(list('one', 'two', 'three'))).toEqual(made);
    await book.realm.scheduler.advance(QUIET);
    const [, again, other] = await book.runAll(['setCounter', null], same, adding(list('one'), 'other'));
    expect([again, other].map(shown)).toEqual([made, ['T-4 one']]);
  });

  test('keeps numbers and places for its empty places, which it may fill later', async () => {
    const [some, other] = await book.runAll(
      adding(list(null, 'two', null, 'four')),
      adding(list('five'), 'other'),
    );
    expect([some, other].map(shown)).toEqual([[null, 'T-2 two', null, 'T-4 four'], ['T-5 five']]);
    expect(names()).toEqual(['', 'T-2 two', '', 'T-4 four', 'T-5 five']);
    expect(await add(list('one', 'two', null, 'four'))).toEqual(['T-6 one', 'T-2 two', null, 'T-4 four']);
  });

  test('with empty places alone makes nothing', async () => {
    expect(await book.runAll(adding(list(null, null)), adding([]))).toEqual([[null, null], []]);
    expect(names().filter(Boolean)).toEqual([]);
  });

  test('is made once for requests at the same time, beside rows of others', async () => {
    const some = Array.from({ length: 20 }, (_, index) => `row ${index}`);
    const [first, second, third, ...others] = await Promise.all([
      add(list(...some)),
      add(list(...some)),
      add(list(...some)),
      ...Array.from({ length: 2 }, (_, index) => add(list('other', 'another'), `other ${index}`)),
    ]);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(names().sort()).toEqual([...(first ?? []), ...others.flat()].sort());
  });

  test('of another length is not written while the first one may still be', async () => {
    const longer = list('one', 'two', 'three');
    const fault = {
      call: await callOf('addTicketList', list('a', 'b')),
      kind: 'kill before',
      writes: 'lost',
    } as const;
    await book.execute('addTicketList', [list('one', 'two'), 'key'], { fault });
    await book.realm.scheduler.advance(RECLAIMED);
    await expect(add(longer)).rejects.toThrow(
      'The first request with this Idempotency-Key is still in progress.',
    );
    await book.realm.scheduler.advance(QUIET);
    expect((await add(longer)).map((one) => one?.slice(4))).toEqual(['one', 'two', 'three']);
  });

  /** The number of the call that writes the rows. */
  async function callOf(name: 'addTicketList', changes: ({ name: string } | null)[]): Promise<number> {
    await book.execute(name, [changes, 'first']);
    const { calls } = await book.execute(name, [changes, 'second']);
    return calls.findIndex(({ method }) => method === 'spreadsheet.setValues') + 1;
  }
});
