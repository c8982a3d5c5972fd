import { perExecution } from '../../platform/execution';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { MissingTableError, UserError } from '../../platform/user-error';
import type { Cell } from '../schema/column';
import { Header, letter } from '../schema/header';
import { type Columned, type Table, tabColumns } from '../schema/table';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** A range by its address in a tab, without a call to look up the tab first. */
export function rangeIn({ name }: Columned, address: string): Range {
  const spreadsheet = boundSpreadsheet();
  try {
    return spreadsheet.getRange(`'${name}'!${address}`);
  } catch (error) {
    if (spreadsheet.getSheetByName(name)) throw error;
    throw new MissingTableError(`The sheet has no tab "${name}". Run Set up from the menu.`);
  }
}

/** A tab of the sheet whose header has been read, which takes one call. Rows count from 1, as the sheet shows them. */
export class Tab<S extends Columned = Table> {
  readonly schema: S;
  readonly sheet: Sheet;
  readonly header: Header;
  /** The cells of row 2: its id tells about where the other rows are. */
  readonly first: readonly Cell[];

  constructor(schema: S) {
    const [header = [], first = []] = visitedRows(schema) ?? topRows(schema);
    this.schema = schema;
    this.sheet = rangeIn(schema, '1:1').getSheet();
    this.header = new Header(schema, header);
    this.first = first;
  }

  /** All cells of neighbouring rows. */
  rows(from: number, to: number): Cell[][] {
    return rangeIn(this.schema, this.addressOf(from, to)).getValues();
  }

  /** The same; none where they lie outside the grid. */
  findRows(from: number, to: number): Cell[][] {
    return findRange(this.schema, this.addressOf(from, to))?.getValues() ?? [];
  }

  private addressOf(from: number, to: number): string {
    return `A${from}:${letter(this.header.width - 1)}${to}`;
  }

  /** A column from row 1 on, without its continuations. */
  column(name: string): Range {
    const [at] = this.header.letters(name);
    return rangeIn(this.schema, `${at}:${at}`);
  }

  /** @throws LayoutError where the tab lacks one of the columns */
  assertHas(names: readonly string[]): void {
    for (const name of names) this.header.get(name);
  }

  /** Tells whether texts that need so many cells have the columns to go on in. */
  hasRoom(needed: ReadonlyMap<string, number>): boolean {
    return [...needed].every(([name, cells]) => this.header.missingContinuations(name, cells).length === 0);
  }

  /** Adds the columns that long texts go on in, under the lock. */
  makeRoom(needed: ReadonlyMap<string, number>): void {
    const { sheet, header } = this;
    const added = [...needed].flatMap(([name, cells]) => header.missingContinuations(name, cells));
    if (added.length === 0) return;
    const from = header.width + 1;
    sheet.insertColumnsAfter(header.width, added.length);
    // New columns take over the drop-downs of their neighbour, which would refuse the text.
    sheet.getRange(1, from, sheet.getMaxRows(), added.length).clearDataValidations().setNumberFormat('@');
    sheet.getRange(1, from, 1, added.length).setValues([added]).setFontWeight('bold');
    header.add(added);
  }

  /** Returns under the lock this tab, or the same opened anew with room made. Others may have added some. */
  withRoom(needed: ReadonlyMap<string, number>): Tab<S> {
    if (this.hasRoom(needed)) return this;
    const fresh = this.reopen();
    fresh.makeRoom(needed);
    SpreadsheetApp.flush();
    return fresh;
  }

  /**
   * Under the lock: this tab, or the same opened anew where columns have been added or deleted during the wait for the
   * lock. That is asked with one small call, since everyone else waits while a header is read.
   */
  current(hasWaited: boolean): Tab<S> {
    return hasWaited && this.sheet.getMaxColumns() !== this.header.width ? new Tab(this.schema) : this;
  }

  /** Opens the tab as it is now: columns may have been moved. */
  reopen(): Tab<S> {
    SpreadsheetApp.flush();
    return new Tab(this.schema);
  }
}

/** Tabs that a visit reads whole, and the rows of each tab that it has read, from the header on. */
interface Visit {
  whole: readonly Columned[];
  rows: Map<string, Cell[][]>;
}

const visit = perExecution<Visit | undefined>(() => undefined);

/**
 * Work that only reads, and asks for the same tabs again and again: each is opened once, and the small ones named are read
 * whole then.
 */
export function visiting<R>(whole: readonly Columned[], work: () => R): R {
  visit.current = { whole, rows: new Map() };
  try {
    return work();
  } finally {
    visit.current = undefined;
  }
}

/** Rows of a tab that a visit reads whole; undefined for others, and where its columns are not those that it was made with. */
export function wholeRows(schema: Columned): Cell[][] | undefined {
  return visit.current?.whole.some(({ name }) => name === schema.name) ? visitedRows(schema) : undefined;
}

function visitedRows(schema: Columned): Cell[][] | undefined {
  if (!visit.current) return undefined;
  const { whole, rows } = visit.current;
  const known = rows.get(schema.name);
  if (known) return known;
  const isWhole = whole.some(({ name }) => name === schema.name);
  const read = isWhole ? expectedColumns(schema) : topRows(schema);
  if (read) rows.set(schema.name, read);
  return read;
}

/** Undefined where one of them is elsewhere. */
function expectedColumns(schema: Columned): Cell[][] | undefined {
  const names = Object.keys(tabColumns(schema));
  const rows: Cell[][] | undefined = findRange(schema, `A:${letter(names.length - 1)}`)?.getValues();
  const header = new Header(schema, rows?.[0] ?? []);
  return names.every((name) => header.has(name)) ? rows : undefined;
}

/** Row 2 is missing where every row below the header has been deleted. */
function topRows(schema: Columned): Cell[][] {
  return (findRange(schema, '1:2') ?? rangeIn(schema, '1:1')).getValues();
}

/** Opens each tab once. */
export type OpenTab = <S extends Columned>(schema: S) => Tab<S>;

/** Tabs that several writes share: opened before the lock where it is known which ones will be needed. */
export class OpenTabs {
  private readonly opened = new Map<string, Tab<Columned>>();

  readonly open: OpenTab = <S extends Columned>(schema: S) => {
    const tab = this.opened.get(schema.name) ?? new Tab(schema);
    this.opened.set(schema.name, tab);
    return tab as Tab<S>;
  };

  /** Under the lock: see `Tab.current`. */
  refresh(hasWaited: boolean): void {
    for (const [name, tab] of this.opened) this.opened.set(name, tab.current(hasWaited));
  }
}

/** Undefined where the range lies outside the grid. */
export function findRange(schema: Columned, address: string): Range | undefined {
  try {
    return rangeIn(schema, address);
  } catch (error) {
    if (error instanceof UserError) throw error;
    return undefined;
  }
}

const ROWS_AT_ONCE = 1_000;

/** A block of `height` rows from `row` on; the grid grows where it is too short, which costs a call only then. */
export function blockAt(sheet: Sheet, row: number, height: number, width: number): Range {
  try {
    return sheet.getRange(row, 1, height, width);
  } catch {
    sheet.insertRowsAfter(sheet.getMaxRows(), Math.max(height, ROWS_AT_ONCE));
    return sheet.getRange(row, 1, height, width);
  }
}
