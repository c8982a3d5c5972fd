import type { Execution } from '../../runtime/execution/execution';
import type { RunOptions } from '../../runtime/execution/executor';
import type { Script } from '../../runtime/execution/script';
import { locate } from '../../runtime/spreadsheet/address';
import type { Value } from '../../runtime/spreadsheet/attributes';
import type { Patch } from '../../runtime/spreadsheet/cells';
import { readFormulas } from '../../runtime/spreadsheet/read-cells';
import { moveLines } from '../../runtime/spreadsheet/structure';
import { patchCells } from '../../runtime/spreadsheet/write-cells';
import { buildOwnScript } from '../harness/own-script';
import { type Realm, startPreparedRealm } from '../harness/realm';
import type * as script from './script';

type Exports = typeof script;
type Functions = {
  [N in keyof Exports as Exports[N] extends (...args: never[]) => unknown ? N : never]: Exports[N];
};
type Name = keyof Functions & string;
type Step = { [N in Name]: [N, ...Parameters<Functions[N]>] }[Name];
type Answers<S extends Step[]> = { [I in keyof S]: ReturnType<Functions[S[I][0]]> };

const SHEET = 'sheet-test';
/** So that only the tests that are about it add rows to a tab. */
const SPARE_ROWS = 500;

/** A spreadsheet with tables of the tests' own, its owner's hands, and a script that works on them. */
export function startBook(): Promise<Book> {
  return startPreparedBook('book', () => Promise.resolve());
}

/** A book with which this has been done: once in this run of the tests, every other goes on from a copy. */
export async function startPreparedBook(name: string, work: (book: Book) => Promise<unknown>): Promise<Book> {
  const script = await buildOwnScript(__dirname);
  const realm = await startPreparedRealm(name, async (original) => {
    const book = new Book(original, script);
    await book.run('setUp');
    await work(book);
  });
  return new Book(realm, script);
}

export class Book {
  readonly realm: Realm;
  private readonly script: Script;

  constructor(realm: Realm, script: Script) {
    this.realm = realm;
    this.script = script;
  }

  /** What a function of the script returned; throws what it threw. */
  async run<N extends Name>(name: N, ...args: Parameters<Functions[N]>): Promise<ReturnType<Functions[N]>> {
    return answerOf(await this.execute(name, args)) as ReturnType<Functions[N]>;
  }

  /** Several in one execution, which is much cheaper. */
  async runAll<S extends Step[]>(...steps: S): Promise<Answers<S>> {
    return answerOf(await this.realm.runtime.run(this.script, 'runAll', steps)) as Answers<S>;
  }

  /** The same, answering the whole execution, with its ledger and log. */
  execute<N extends Name>(
    name: N,
    args: Parameters<Functions[N]>,
    options: RunOptions = {},
  ): Promise<Execution> {
    return this.realm.runtime.run(this.script, 'run', [name, ...args], options);
  }

  /** What the cells of a tab show, the header first. */
  grid(tab: string): string[][] {
    return this.view(tab)?.cells ?? [];
  }

  /** The owner types a text into a cell. */
  edit(tab: string, a1: string, text: string): void {
    this.realm.spreadsheets.editAs(SHEET, tab, { a1, text, now: this.realm.scheduler.now() });
  }

  sort(tab: string, column: number): void {
    this.realm.spreadsheets.sort(SHEET, tab, { column });
  }

  insert(tab: string, dimension: 'rows' | 'columns', at: number, count = 1): void {
    this.realm.spreadsheets.insertLines(SHEET, tab, { dimension, at, count });
  }

  remove(tab: string, dimension: 'rows' | 'columns', at: number, count = 1): void {
    this.realm.spreadsheets.deleteLines(SHEET, tab, { dimension, at, count });
  }

  /** Moves one row or column before what stands at `before`. */
  move(tab: string, dimension: 'rows' | 'columns', at: number, before: number): void {
    const { book, sheet } = this.sheet(tab);
    moveLines(book, sheet, { dimension, at, count: 1, before });
  }

  freeze(tab: string, rows: number): void {
    this.sheet(tab).sheet.record.frozenRows = rows;
  }

  filter(tab: string, a1: string): void {
    const { book, sheet } = this.sheet(tab);
    sheet.record.filter = locate(book, sheet, a1);
  }

  hideRow(tab: string, row: number): void {
    this.sheet(tab).sheet.grid.touch(row).hidden = true;
  }

  format(tab: string, a1: string, format: string): void {
    this.patch(tab, a1, { format });
  }

  /** The owner takes the drop-down away. */
  allowAnything(tab: string, a1: string): void {
    this.patch(tab, a1, { rule: null, format: null });
  }

  /** The owner lets only some words into cells. */
  demand(tab: string, a1: string, words: string[]): void {
    const rule = { criteria: 'VALUE_IN_LIST', values: [words, true], allowInvalid: false, helpText: '' };
    this.patch(tab, a1, { rule });
  }

  formula(tab: string, a1: string): string {
    const { book, sheet } = this.sheet(tab);
    return readFormulas({ book, sheet }, locate(book, sheet, a1))[0]?.[0] ?? '';
  }

  rename(tab: string, to: string): void {
    this.realm.spreadsheets.renameSheet(SHEET, tab, to);
  }

  settings(change: { timeZone?: string; locale?: string }): void {
    this.realm.spreadsheets.settings(SHEET, change);
  }

  protect(tab: string, a1: string): void {
    this.realm.spreadsheets.protectFromScripts(SHEET, tab, a1);
  }

  unprotect(): void {
    this.realm.spreadsheets.books.get(SHEET).record.protections = [];
  }

  /** The tab's first row again and again with other cells in front, as the script would have written them. */
  fill(tab: string, last: number, cellsOf: (row: number) => Value[]): void {
    const { grid } = this.sheet(tab).sheet;
    const { values, attributes: marks } = grid.touch(2);
    for (let row = 2; row <= last; row++) {
      const own = cellsOf(row);
      grid.rows[row - 1] = { values: [...own, ...values.slice(own.length)], attributes: marks };
    }
    grid.maxRows = last + SPARE_ROWS;
  }

  async close(): Promise<void> {
    await this.realm.close();
  }

  private patch(tab: string, a1: string, patch: Patch): void {
    const { book, sheet } = this.sheet(tab);
    patchCells({ book, sheet }, locate(book, sheet, a1), [[patch]]);
  }

  private sheet(tab: string) {
    const book = this.realm.spreadsheets.books.get(SHEET);
    const sheet = book.findByName(tab);
    if (!sheet) throw new Error(`There is no tab "${tab}".`);
    return { book, sheet };
  }

  private view(tab: string) {
    return this.realm.spreadsheets.grid(SHEET).find(({ name }) => name === tab);
  }
}

function answerOf({ error, returned }: Execution): unknown {
  if (error) throw Object.assign(new Error(error.message), { name: error.name });
  return JSON.parse((returned?.kind === 'value' ? returned.json : undefined) ?? 'null');
}
