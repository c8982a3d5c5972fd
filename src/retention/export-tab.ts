import { findReportTab, type ReportTab, removeReportTab, replaceTab } from '../health/health-tab';
import { reportProgress } from '../platform/progress';
import { withMark } from '../tables/sheet';

/** Data that is about to be deleted, as it was copied into the tab Export. */
export interface Export {
  /** The title of the menu item that made it. */
  purpose: string;
  /** Data that the deletion needs. */
  details: unknown;
  blocks: Block[];
}

/** Rows of one place, such as a tab. */
export interface Block {
  title: string;
  header: readonly string[];
  lines: readonly (readonly string[])[];
}

const EXPORT: ReportTab = { name: 'Export', property: 'export.tab', widths: [] };

/** More cells in one call take long. */
const LINES_PER_WRITE = 1_000;

/** Writes the title of its block in front of each line; the first line of a block is its header. Replaces the last export. */
export function writeExport({ purpose, details, blocks }: Export): void {
  const lines = [
    [purpose, JSON.stringify(details)],
    ...blocks.flatMap(({ title, header, lines }) => [header, ...lines].map((line) => [title, ...line])),
  ];
  const width = Math.max(...lines.map((line) => line.length));
  const sheet = replaceTab(EXPORT);
  const [rows, columns] = [sheet.getMaxRows(), sheet.getMaxColumns()];
  if (columns < width) sheet.insertColumnsAfter(columns, width - columns);
  if (rows < lines.length) sheet.insertRowsAfter(rows, lines.length - rows);
  const write = (from: number, to: number) => {
    const some = lines
      .slice(from, to)
      .map((line) => Array.from({ length: width }, (_, at) => line[at] ?? ''));
    // A text, whatever it looks like.
    const cells = some.map((line) => line.map((text) => (text === '' ? '' : withMark(text))));
    sheet
      .getRange(from + 1, 1, some.length, width)
      .setNumberFormat('@')
      .setValues(cells);
  };
  for (let at = 1; at < lines.length; at += LINES_PER_WRITE) {
    reportProgress(at - 1, lines.length);
    write(at, at + LINES_PER_WRITE);
  }
  SpreadsheetApp.flush();
  // The first line makes it an export: what lacks a part of its lines is none.
  write(0, 1);
  SpreadsheetApp.flush();
  sheet.activate();
}

/** Undefined where there is none, or a person has changed its first line. */
export function readExport(): Export | undefined {
  const sheet = findReportTab(EXPORT);
  if (!sheet || sheet.getLastRow() === 0) return undefined;
  const values = sheet.getRange(1, 1, sheet.getLastRow(), sheet.getLastColumn()).getValues();
  const [[purpose = '', details = ''] = [], ...lines] = values.map((cells) => cells.map(String));
  const blocks = new Map<string, { title: string; header: string[]; lines: string[][] }>();
  for (const [title = '', ...cells] of lines) {
    const block = blocks.get(title);
    if (block) block.lines.push(trim(cells));
    else blocks.set(title, { title, header: trim(cells), lines: [] });
  }
  try {
    return { purpose, details: JSON.parse(details), blocks: [...blocks.values()] };
  } catch {
    return undefined;
  }
}

export function removeExport(): void {
  removeReportTab(EXPORT);
}

function trim(cells: readonly string[]): string[] {
  const texts = [...cells];
  while (texts[texts.length - 1] === '') texts.pop();
  return texts;
}
