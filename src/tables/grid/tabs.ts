import { LayoutError, UserError } from '../../platform/user-error';
import type { Cell } from '../schema/column';
import type { Columned } from '../schema/table';
import { Header } from './header';

const ROWS_AT_ONCE = 1_000;

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** A tab whose header has been read. */
export interface Tab {
  sheet: Sheet;
  header: Header;
  /** The cells of row 2: the id there tells about where the others stand. */
  first: readonly Cell[];
}

/** The tabs that one commit or lookup touches; each header is read once. */
export class Tabs {
  readonly spreadsheet: Spreadsheet;
  private readonly opened = new Map<string, Tab>();

  constructor(spreadsheet: Spreadsheet) {
    this.spreadsheet = spreadsheet;
  }

  open(schema: Columned): Tab {
    const { name } = schema;
    const known = this.opened.get(name);
    if (known) return known;
    const range = this.topOf(name);
    const [header = [], first = []]: Cell[][] = range.getValues();
    const tab = { sheet: range.getSheet(), header: new Header(schema, header), first };
    this.opened.set(name, tab);
    return tab;
  }

  /** Row 2 is missing where somebody has deleted every row below the header. */
  private topOf(name: string): Range {
    try {
      return rangeOf(this.spreadsheet, name, '1:2');
    } catch (error) {
      if (error instanceof UserError) throw error;
      return rangeOf(this.spreadsheet, name, '1:1');
    }
  }
}

export function hasRoom(header: Header, needed: ReadonlyMap<string, number>): boolean {
  return [...needed].every(([name, parts]) => header.missingContinuations(name, parts).length === 0);
}

/** Makes room for texts that need more cells than their columns have so far. */
export function widen({ sheet, header }: Tab, needed: ReadonlyMap<string, number>): void {
  const added = [...needed].flatMap(([name, parts]) => header.missingContinuations(name, parts));
  if (added.length === 0) return;
  const from = header.width + 1;
  sheet.insertColumnsAfter(header.width, added.length);
  // New columns take over the drop-downs of their neighbour, which would refuse the text.
  sheet.getRange(1, from, sheet.getMaxRows(), added.length).clearDataValidations().setNumberFormat('@');
  sheet.getRange(1, from, 1, added.length).setValues([added]).setFontWeight('bold');
  header.add(added);
}

/** A range by its address in a tab, without a call to look up the tab first. */
export function rangeOf(spreadsheet: Spreadsheet, tab: string, address: string): Range {
  try {
    return spreadsheet.getRange(`'${tab}'!${address}`);
  } catch (error) {
    if (spreadsheet.getSheetByName(tab)) throw error;
    throw new LayoutError(`The sheet has no tab "${tab}". Run Set up from the menu.`);
  }
}

/** A block of `height` rows from `row` on; the grid grows where it is too short, which costs a call only then. */
export function blockAt(sheet: Sheet, row: number, height: number, width: number): Range {
  try {
    return sheet.getRange(row, 1, height, width);
  } catch {
    sheet.insertRowsAfter(sheet.getMaxRows(), Math.max(height, ROWS_AT_ONCE));
    return sheet.getRange(row, 1, height, width);
  }
}

/** Under the lock: tabs whose header has the columns that long texts go on in. Others may have added some. */
export function withRoom(tabs: Tabs, schema: Columned, needed: ReadonlyMap<string, number>): Tabs {
  if (hasRoom(tabs.open(schema).header, needed)) return tabs;
  SpreadsheetApp.flush();
  const fresh = new Tabs(tabs.spreadsheet);
  widen(fresh.open(schema), needed);
  SpreadsheetApp.flush();
  return fresh;
}

/** @throws LayoutError where the tab lacks one of the columns */
export function assertColumns(tabs: Tabs, schema: Columned, names: readonly string[]): void {
  const { header } = tabs.open(schema);
  for (const name of names) header.get(name);
}
