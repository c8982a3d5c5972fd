import type { Cell } from './columns';
import { continuation, Header } from './header';
import type { Table } from './table';
import { UserError } from './user-error';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/** A tab whose header has been read. */
export interface Tab {
  sheet: Sheet;
  header: Header;
}

/** The tabs that one commit touches; each header is read once, under the commit's lock. */
export class Tabs {
  readonly spreadsheet: Spreadsheet;
  private readonly opened = new Map<string, Tab>();

  constructor(spreadsheet: Spreadsheet) {
    this.spreadsheet = spreadsheet;
  }

  open(table: Table): Tab {
    const known = this.opened.get(table.name);
    if (known) return known;
    const range = rangeOf(this.spreadsheet, table.name, '1:1');
    const tab = { sheet: range.getSheet(), header: new Header(table.name, range.getValues()[0] ?? []) };
    this.opened.set(table.name, tab);
    return tab;
  }
}

/** A range by its address in a tab, without a call to look up the tab first. */
export function rangeOf(
  spreadsheet: Spreadsheet,
  tab: string,
  address: string,
): GoogleAppsScript.Spreadsheet.Range {
  try {
    return spreadsheet.getRange(`'${tab}'!${address}`);
  } catch (error) {
    if (spreadsheet.getSheetByName(tab)) throw error;
    throw new UserError(`The sheet has no tab "${tab}". Run Set up from the menu.`);
  }
}

const ROWS_AT_ONCE = 1_000;

/** A block of `height` rows from `row` on; the grid grows where it is too short, which costs a call only then. */
export function blockAt(
  sheet: Sheet,
  row: number,
  height: number,
  width: number,
): GoogleAppsScript.Spreadsheet.Range {
  try {
    return sheet.getRange(row, 1, height, width);
  } catch {
    sheet.insertRowsAfter(sheet.getMaxRows(), Math.max(height, ROWS_AT_ONCE));
    return sheet.getRange(row, 1, height, width);
  }
}

/** Makes room for texts that need more cells than their columns have so far. */
export function widen({ sheet, header }: Tab, needed: ReadonlyMap<string, number>): void {
  const added = [...needed].flatMap(([name, parts]) => missingContinuations(header, name, parts));
  if (added.length === 0) return;
  const from = header.width + 1;
  sheet.insertColumnsAfter(header.width, added.length);
  const cells: Cell[] = added;
  sheet.getRange(1, from, 1, added.length).setValues([cells]).setFontWeight('bold');
  sheet.getRange(2, from, sheet.getMaxRows() - 1, added.length).setNumberFormat('@');
  header.add(added);
}

function missingContinuations(header: Header, name: string, parts: number): string[] {
  const present = header.positions(name).length;
  return Array.from({ length: Math.max(0, parts - present) }, (_, index) =>
    continuation(name, present + index + 1),
  );
}
