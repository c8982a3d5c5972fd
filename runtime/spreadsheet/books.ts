import { createHash } from 'node:crypto';
import type { Store } from '../store';
import type { Attributes, Row, Value } from './attributes';
import { Book, type BookRecord } from './book';
import { Grid } from './grid';
import { newSheet, Sheet, type SheetRecord } from './sheet';

/** A block of rows in the store: `marks` holds all different attributes, and rows have positions in it. */
interface StoredBlock {
  marks: StoredAttributes[];
  rows: (StoredRow | 0)[];
}

/** Older records have no editors. */
type StoredRecord = Omit<BookRecord, 'editors'> & Partial<BookRecord>;

/** Times are epoch milliseconds. */
export interface BookFile {
  id: string;
  name: string;
  created: number | null;
  modified: number | null;
}
type StoredAttributes = Attributes & { formula?: string };

type StoredRow = [
  Value[],
  number[],
  size: number | undefined,
  hidden: boolean | undefined,
  depth?: number | undefined,
];

/** All spreadsheets by id; an unknown id gives an empty one. */
export class Books {
  private readonly store: BookStore;
  private readonly open = new Map<string, Book>();

  constructor(store: Store, now: () => number) {
    this.store = new BookStore(store, now);
  }

  /** Lists the spreadsheets as Drive shows them; one that was never written to has no times yet. */
  list(): BookFile[] {
    const stored = new Map(this.store.list().map((file) => [file.id, file]));
    for (const { record } of this.open.values())
      stored.set(record.id, { created: null, modified: null, ...stored.get(record.id), ...record });
    return [...stored.values()].map(({ id, name, created, modified }) => ({ id, name, created, modified }));
  }

  get(id: string): Book {
    const known = this.open.get(id);
    if (known) return known;
    const book = this.store.load(id);
    this.open.set(id, book);
    return book;
  }

  /** Google's ids are random; these are repeatable. */
  create(name: string, size: { rows?: number; columns?: number }): Book {
    let number = 1;
    while (this.has(idOf(number))) number++;
    const book = newBook(idOf(number), size);
    book.record.name = name;
    this.open.set(book.record.id, book);
    this.save(book);
    return book;
  }

  /** A new spreadsheet with all that is flushed of another one; it is shared with nobody. */
  copy(id: string, name: string): Book {
    this.save(this.get(id));
    const book = this.create(name, {});
    this.open.delete(book.record.id);
    this.store.copy(id, book.record);
    return this.get(book.record.id);
  }

  has(id: string): boolean {
    return this.open.has(id) || this.store.has(id);
  }

  save(book: Book): void {
    this.store.save(book);
  }
}

/** Spreadsheets in the store: one row for each spreadsheet, and one for each block of 64 rows of cells. */
class BookStore {
  private readonly store: Store;
  private readonly now: () => number;

  constructor(store: Store, now: () => number) {
    this.store = store;
    this.now = now;
    store.exec(`
      create table if not exists spreadsheets (id text primary key, book text, sheets text);
      create table if not exists spreadsheet_blocks
        (book text, sheet integer, block integer, cells text, primary key (book, sheet, block)) without rowid;
      create table if not exists spreadsheet_times (id text primary key, created integer, modified integer);
    `);
  }

  load(id: string): Book {
    const row = this.store.prepare('select book, sheets from spreadsheets where id = ?').get(id) as
      | { book: string; sheets: string }
      | undefined;
    if (!row) return newBook(id);
    const sheets = (JSON.parse(row.sheets) as SheetRecord[]).map(
      (record) => new Sheet(record, () => this.loadGrid(id, record)),
    );
    return new Book({ editors: [], ...(JSON.parse(row.book) as StoredRecord) }, sheets);
  }

  list(): BookFile[] {
    const all = `select spreadsheets.id, json_extract(book, '$.name') name, created, modified
      from spreadsheets left join spreadsheet_times using (id)`;
    return this.store.prepare(all).all() as BookFile[];
  }

  /** Areas that lie in the spreadsheet lie in the copy then. */
  copy(from: string, { id, name }: Pick<BookRecord, 'id' | 'name'>): void {
    const moved = (json: string) =>
      JSON.stringify(
        JSON.parse(json, (key, value) => (key === 'book' && value === from ? id : value) as unknown),
      );
    const source = this.store.prepare('select book, sheets from spreadsheets where id = ?').get(from) as {
      book: string;
      sheets: string;
    };
    const record = { ...(JSON.parse(moved(source.book)) as BookRecord), id, name, editors: [] };
    const blocks = this.store
      .prepare('select sheet, block, cells from spreadsheet_blocks where book = ?')
      .all(from) as { sheet: number; block: number; cells: string }[];
    const put = this.store.prepare('insert or replace into spreadsheet_blocks values (?, ?, ?, ?)');
    this.store.transaction(() => {
      this.store
        .prepare('update spreadsheets set book = ?, sheets = ? where id = ?')
        .run(JSON.stringify(record), moved(source.sheets), id);
      for (const { sheet, block, cells } of blocks) put.run(id, sheet, block, moved(cells));
    })();
  }

  has(id: string): boolean {
    return this.store.prepare('select 1 from spreadsheets where id = ?').get(id) !== undefined;
  }

  /** Writes what has changed since the last time. */
  save(book: Book): void {
    const { id } = book.record;
    const loaded = book.sheets.filter((sheet) => sheet.isLoaded);
    if (!book.changed && loaded.every(({ grid }) => grid.dirty.size === 0)) return;
    this.store.exec('begin');
    for (const sheet of loaded) this.saveGrid(id, sheet);
    if (book.changed) this.saveRecords(book);
    this.saveTime(id);
    this.store.exec('commit');
    book.changed = false;
  }

  private saveTime(id: string): void {
    const put = `insert into spreadsheet_times values (@id, @time, @time)
      on conflict (id) do update set modified = excluded.modified`;
    this.store.prepare(put).run({ id, time: this.now() });
  }

  private saveRecords(book: Book): void {
    const { id } = book.record;
    const sheets = book.sheets.map(({ record, maxRows, maxColumns }) => ({ ...record, maxRows, maxColumns }));
    this.store
      .prepare('insert or replace into spreadsheets values (?, ?, ?)')
      .run(id, JSON.stringify(book.record), JSON.stringify(sheets));
    const clear = this.store.prepare('delete from spreadsheet_blocks where book = ? and sheet = ?');
    for (const sheet of book.removed) clear.run(id, sheet);
    book.removed.clear();
  }

  private saveGrid(id: string, { record, grid }: Sheet): void {
    if (grid.dirty.size === 0) return;
    const put = this.store.prepare('insert or replace into spreadsheet_blocks values (?, ?, ?, ?)');
    const remove = this.store.prepare(
      'delete from spreadsheet_blocks where book = ? and sheet = ? and block = ?',
    );
    for (const index of grid.dirty) {
      const rows = grid.block(index);
      if (rows.some((row) => row !== undefined))
        put.run(id, record.id, index, JSON.stringify(toStored(rows)));
      else remove.run(id, record.id, index);
    }
    grid.dirty.clear();
  }

  private loadGrid(id: string, { id: sheet, maxRows, maxColumns }: SheetRecord): Grid {
    const blocks = this.store
      .prepare('select block, cells from spreadsheet_blocks where book = ? and sheet = ? order by block')
      .all(id, sheet) as { block: number; cells: string }[];
    const rows: (Row | undefined)[] = [];
    for (const { block, cells } of blocks) {
      while (rows.length < block * 64) rows.push(undefined);
      rows.push(...fromStored(JSON.parse(cells) as StoredBlock));
    }
    return new Grid(maxRows, maxColumns, rows);
  }
}

function idOf(number: number): string {
  return `1${createHash('sha256').update(`spreadsheet ${number}`).digest('base64url')}`;
}

function newBook(id: string, size: { rows?: number; columns?: number } = {}): Book {
  const record = { id, name: 'Untitled spreadsheet', locale: 'en_US', timeZone: 'Etc/UTC', active: 0 };
  const book = new Book(
    { ...record, editors: [], names: [], protections: [], nextProtection: 1, nextSheet: 0 },
    [new Sheet(newSheet(0, 'Sheet1', size))],
  );
  book.changed = true;
  return book;
}

function toStored(rows: readonly (Row | undefined)[]): StoredBlock {
  const known = new Map<Attributes, number>();
  const position = (attributes: Attributes | undefined) => {
    if (!attributes) return 0;
    if (!known.has(attributes)) known.set(attributes, known.size + 1);
    return known.get(attributes) as number;
  };
  const stored = rows.map((row): StoredRow | 0 =>
    row ? [row.values, row.attributes.map(position), row.size, row.hidden, row.depth] : 0,
  );
  return { marks: [...known.keys()], rows: stored };
}

function fromStored({ marks, rows }: StoredBlock): (Row | undefined)[] {
  return rows.map((stored) => {
    if (stored === 0) return undefined;
    const [values, positions, size, hidden, depth] = stored;
    const row: Row = { values, attributes: positions.map((position) => marks[position - 1]) };
    for (const [index, attributes] of row.attributes.entries()) restoreFormula(row, index, attributes);
    if (size) row.size = size;
    if (hidden) row.hidden = hidden;
    if (depth) row.depth = depth;
    return row;
  });
}

/** Older stores have a formula among the attributes of its cell. */
function restoreFormula(row: Row, index: number, attributes: StoredAttributes | undefined): void {
  if (attributes?.formula === undefined) return;
  const { formula, ...rest } = attributes;
  row.values[index] = { formula };
  row.attributes[index] = Object.keys(rest).length > 0 ? rest : undefined;
}
