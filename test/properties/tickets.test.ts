import fc from 'fast-check';
import { extent, randomCases } from '../harness/extent';
import { type Book, startBook } from '../tables/book';

const QUIET = 7 * 60_000;
const TAKEN_OVER = 31_000;
const HEADERS = ['name', 'score', 'filter', 'status', 'id'];
const place = fc.nat({ max: 12 });
const one = <N extends string>(name: N) => fc.record({ name: fc.constant(name), at: place, other: place });

/** Scripts add, change and remove rows, also several at once, while the owner works on the sheet. */
const step = fc.oneof(
  { weight: 6, arbitrary: one('add') },
  { weight: 3, arbitrary: one('addMany') },
  { weight: 4, arbitrary: one('change') },
  { weight: 3, arbitrary: one('remove') },
  { weight: 2, arbitrary: one('allAtOnce') },
  { weight: 2, arbitrary: one('listWhileSorting') },
  { weight: 2, arbitrary: one('sort') },
  { weight: 2, arbitrary: one('insertRow') },
  { weight: 1, arbitrary: one('deleteRow') },
  { weight: 1, arbitrary: one('insertColumn') },
  { weight: 1, arbitrary: one('moveColumn') },
  { weight: 1, arbitrary: one('noteBelow') },
  { weight: 1, arbitrary: one('wait') },
  { weight: 1, arbitrary: one('tidy') },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Work = Record<Step['name'], (at: number, other: number) => unknown>;

interface Expected {
  name: string;
  score: number;
  version: number;
}

class Story {
  readonly rows = new Map<string, Expected>();
  /** With the key of the request that it was made for: only that one may get it again. */
  readonly given = new Map<string, string>();
  private readonly book: Book;
  private count = 0;

  constructor(book: Book) {
    this.book = book;
  }

  readonly work: Work = {
    add: (at) => this.add(at % 3 === 0 ? `key ${at}` : undefined),
    addMany: (at) => Promise.all(Array.from({ length: 2 + (at % 4) }, () => this.add())),
    change: (at) => this.change(this.idAt(at)),
    remove: (at) => this.remove(this.idAt(at)),
    allAtOnce: (at) =>
      Promise.all([
        this.add(),
        this.change(this.idAt(at)),
        this.remove(this.rows.size > 1 ? this.idAt(at + 1) : 'T-0'),
        this.add(),
      ]),
    listWhileSorting: (at, other) => this.listWhileSorting(800 + 60 * other, at),
    sort: (at) => this.sort(at),
    insertRow: (at) => this.book.insert('Tickets', 'rows', this.rowAt(at)),
    deleteRow: (at) => this.deleteRow(this.rowAt(at)),
    insertColumn: (at) => this.insertColumn(1 + (at % this.header.length)),
    moveColumn: (at, other) =>
      this.book.move('Tickets', 'columns', 1 + (at % this.header.length), 1 + (other % this.header.length)),
    noteBelow: (at) =>
      this.book.edit('Tickets', `${letterOf(this.at('notes'))}${this.grid.length + 1 + at}`, 'note'),
    wait: () => this.book.realm.scheduler.advance(QUIET),
    tidy: () => this.book.run('tidyTickets'),
  };

  async check(): Promise<void> {
    const ids = [...this.rows.keys()].sort((a, b) => Number(b.slice(2)) - Number(a.slice(2)));
    const size = Math.ceil(ids.length / 2) || 1;
    const [first, second, { rows, total }] = await this.book.runAll(
      ['listTickets', { page: 1, size }],
      ['listTickets', { page: 2, size }],
      ['listTickets', { leastScore: 1, size: 100 }],
    );
    const listed = [...first.rows, ...second.rows];
    expect([listed.map(({ id }) => id), first.total]).toEqual([ids, ids.length]);
    for (const { id, name, score } of listed) expect({ id, name, score }).toEqual({ id, ...this.shown(id) });
    const high = ids.filter((id) => (this.rows.get(id)?.score ?? 0) > 0);
    expect([rows.map(({ id }) => id), total]).toEqual([high, high.length]);
  }

  private async add(key?: string): Promise<void> {
    const name = `name ${this.count++ % 7}`;
    const { row, isNew } = await this.insert(name, key);
    if (!isNew) expect(row).toMatchObject({ requestKey: key, ...this.rows.get(row.id) });
    if (!isNew) return;
    const before = this.given.get(row.id);
    if (before !== undefined) expect([row.id, before]).toEqual([row.id, key]);
    this.given.set(row.id, key ?? 'none');
    this.rows.set(row.id, { name, score: 0, version: 1 });
  }

  /** Where the owner has just deleted the row of a request, it may as well be about to be written. */
  private async insert(name: string, key?: string) {
    try {
      return await this.book.run('addTicket', { name }, key);
    } catch (error) {
      if ((error as Error).name !== 'BusyError') throw error;
      await this.book.realm.scheduler.advance(TAKEN_OVER);
      return this.book.run('addTicket', { name }, key);
    }
  }

  private async change(id: string): Promise<void> {
    const known = this.rows.get(id);
    const score = await this.book.run('countUp', id);
    expect(score ?? undefined).toBe(known && known.score + 1);
    if (known) this.rows.set(id, { ...known, score: known.score + 1, version: known.version + 1 });
    if (known) expect(await this.book.run('findTicket', id)).toMatchObject(this.rows.get(id) ?? {});
  }

  private async remove(id: string): Promise<void> {
    expect(await this.book.run('removeTicket', id)).toBe(this.rows.delete(id));
  }

  /** What is answered is right, or that somebody is moving the rows. */
  private async listWhileSorting(ms: number, at: number): Promise<void> {
    const { scheduler } = this.book.realm;
    scheduler.at(scheduler.now() + ms, () => this.sort(at));
    const listing = this.book.run('listTickets', { leastScore: 0, size: 100 });
    const { rows, total } = await listing;
    expect([new Set(rows.map(({ id }) => id)), total]).toEqual([new Set(this.rows.keys()), this.rows.size]);
  }

  private sort(at: number): void {
    this.book.sort('Tickets', this.at(HEADERS[at % HEADERS.length] ?? 'id'));
  }

  private deleteRow(row: number): void {
    const id = this.grid[row - 1]?.[this.at('id') - 1] ?? '';
    this.book.remove('Tickets', 'rows', row);
    this.rows.delete(id);
  }

  private insertColumn(at: number): void {
    this.book.insert('Tickets', 'columns', at);
    this.book.edit('Tickets', `${letterOf(at)}1`, 'my own');
    this.book.allowAnything('Tickets', `${letterOf(at)}2:${letterOf(at)}40`);
  }

  private shown(id: string): Partial<Expected> {
    const { version, ...shown } = this.rows.get(id) ?? { version: 0 };
    return shown;
  }

  private get grid(): string[][] {
    return this.book.grid('Tickets');
  }

  private get header(): string[] {
    return this.grid[0] ?? [];
  }

  private at(header: string): number {
    return this.header.indexOf(header) + 1;
  }

  private idAt(at: number): string {
    return [...this.rows.keys()][at % Math.max(1, this.rows.size)] ?? 'T-999';
  }

  private rowAt(at: number): number {
    return 2 + (at % Math.max(1, this.grid.length - 1));
  }
}

function letterOf(column: number): string {
  const last = String.fromCharCode(65 + ((column - 1) % 26));
  return column <= 26 ? last : `A${last}`;
}

test('whatever scripts and the owner do in turn, no row is lost, doubled or overwritten', async () => {
  const steps = fc.array(step, { minLength: 10, maxLength: extent({ usual: 14, long: 25 }), size: 'max' });
  const property = fc.asyncProperty(steps, async (list) => {
    const book = await startBook();
    try {
      const story = new Story(book);
      for (const { name, at, other } of list) await story.work[name](at, other);
      await story.check();
    } finally {
      await book.close();
    }
  });
  await fc.assert(property, { ...randomCases(1, 30), endOnFailure: true });
});
