import { HttpError } from './http-error';

const BOM = '\ufeff';
const LINE_END = '\r\n';

/** Characters that make a cell that begins with one a formula in a spreadsheet, in full width too. */
const FORMULA = '[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]';
/** An apostrophe before it makes it text. Where there are some already, one more lets the reader take one away. */
const TO_DEFUSE = new RegExp(`^'*${FORMULA}`);
const DEFUSED = new RegExp(`^'+${FORMULA}`);

const TO_QUOTE = /[",;\r\n]|^\s|\s$/;

/**
 * CSV as RFC 4180 has it: a header, then a line for each row. A column such as `customer.name` is a field within a field, and
 * `custom.*` are all that the first row has there.
 * Text that a spreadsheet would run as a formula is defused.
 */
export function toCsv(columns: readonly string[], rows: readonly object[]): string {
  const all = columns.flatMap((column) => fieldsAt(rows[0], column));
  const lines = rows.map((row) => all.map((column) => toCell(valueAt(row, column))));
  return [all.map(toCell), ...lines].map((cells) => cells.join(',') + LINE_END).join('');
}

/**
 * The cells of each line, the header's first; lines without any text are left out. The header tells whether commas,
 * semicolons or tabs separate them. What `toCsv` has defused comes back as it was.
 *
 * @throws HttpError 400
 */
export function parseCsv(text: string): string[][] {
  const source = text.startsWith(BOM) ? text.slice(1) : text;
  const separator = separatorOf(source);
  const cellEnds = new RegExp(`[${separator}\\r\\n]|$`, 'g');
  const lines: string[][] = [];
  let line: string[] = [];
  for (let at = 0; at <= source.length; ) {
    const { cell, end } = source[at] === '"' ? quotedCell(source, at) : bareCell(source, at, cellEnds);
    line.push(DEFUSED.test(cell) ? cell.slice(1) : cell);
    const next = source[end] ?? '';
    at = end + (source.startsWith(LINE_END, end) ? 2 : 1);
    if (next === separator) continue;
    if (next !== '' && next !== '\r' && next !== '\n')
      throw malformed(source, end, 'A separator or a line end must follow a closing quote');
    if (line.some((one) => one !== '')) lines.push(line);
    line = [];
  }
  return lines;
}

function fieldsAt(row: object | undefined, column: string): string[] {
  const parent = column.endsWith('.*') ? column.slice(0, -2) : undefined;
  if (parent === undefined) return [column];
  return Object.keys(Object((row && valueAt(row, parent)) ?? {})).map((name) => `${parent}.${name}`);
}

function valueAt(row: object, column: string): unknown {
  return column
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return quoted(typeof value === 'string' && TO_DEFUSE.test(text) ? `'${text}` : text);
}

function quoted(text: string): string {
  return TO_QUOTE.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** The one that the header has most of. Spreadsheets write semicolons where the comma is the decimal sign. */
export function separatorOf(text: string): Separator {
  const [header = ''] = /[^\r\n]+/.exec(text) ?? [];
  const bare = header.replace(/"[^"]*"/g, '');
  const count = (separator: Separator) => bare.split(separator).length;
  return SEPARATORS.reduce((most, one) => (count(one) > count(most) ? one : most));
}

/** `end` is the place after it, of a separator as a rule. */
interface CellText {
  cell: string;
  end: number;
}

function bareCell(source: string, at: number, ends: RegExp): CellText {
  ends.lastIndex = at;
  const end = ends.exec(source)?.index ?? source.length;
  return { cell: source.slice(at, end), end };
}

/** Two quotes within it stand for one. */
function quotedCell(source: string, at: number): CellText {
  let quote = source.indexOf('"', at + 1);
  while (quote >= 0 && source[quote + 1] === '"') quote = source.indexOf('"', quote + 2);
  if (quote < 0) throw malformed(source, at, 'A quote is never closed');
  return { cell: source.slice(at + 1, quote).replace(/""/g, '"'), end: quote + 1 };
}

function malformed(source: string, at: number, what: string): HttpError {
  const line = source.slice(0, at).split(/\r\n|\r|\n/).length;
  return new HttpError(400, 'malformed_csv', `The CSV is not valid. ${what} (line ${line}).`);
}
