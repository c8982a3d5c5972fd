import { exception } from '../realm/host';

/** Rows of cells; quoted cells may hold the delimiter, line breaks and doubled quotes. */
export function parseCsv(text: string, delimiter = ','): string[][] {
  if (delimiter.length !== 1) throw exception(`Cannot convert ${delimiter} to char.`);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = readCell(text, at, delimiter);
    row.push(cell.value);
    at = cell.end;
    if (text[at] === delimiter) {
      at++;
      if (at < text.length) continue;
      row.push('');
    }
    at = endOfLine(text, at);
    rows.push(row);
    row = [];
  }
  return rows;
}

function endOfLine(text: string, at: number): number {
  if (at < text.length && !/[\r\n]/.test(text[at] as string)) throw unreadable();
  return text.startsWith('\r\n', at) ? at + 2 : at + 1;
}

function readCell(text: string, start: number, delimiter: string): { value: string; end: number } {
  if (text[start] === '"') return readQuoted(text, start + 1);
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: text.slice(start, end), end };
}

function readQuoted(text: string, start: number): { value: string; end: number } {
  let value = '';
  let from = start;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw unreadable();
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}

function unreadable(): Error {
  return exception('Could not parse text.');
}
