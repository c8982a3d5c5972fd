import { columnOf, letters } from './a1';

interface Cell {
  row: number;
  column: number;
}

/** Texts and the names of sheets are left as they are. */
const QUOTED = /("(?:[^"]|"")*"|'(?:[^']|'')*'!?)/;
const A1_CELL = /(?<![\w.$])(\$?)([a-z]{1,3})(\$?)([1-9]\d*)(?![\w(.!])/gi;
const A1_LINES = /(?<![\w.$])\$?(?:[a-z]{1,3}:\$?[a-z]{1,3}|\d+:\$?\d+)(?![\w(.!])/i;
const R1C1_CELL = /(?<![\w.$\]])R(\[-?\d+\]|[1-9]\d*)?C(\[-?\d+\]|[1-9]\d*)?(?![\w(.![])/gi;
const R1C1_LINES = /(?<![\w.$\]])[RC]\[-?\d+\](?![\w(.![])/i;

/** A formula of a cell with its references in R1C1 notation: `=R[1]C[0]`. */
export function toR1C1(formula: string, { row, column }: Cell): string {
  return outsideQuotes(formula, (part) => {
    assertCells(part, A1_LINES);
    return part.replace(A1_CELL, (_, fixedColumn: string, name: string, fixedRow: string, line: string) => {
      const of = (fixed: string, place: number, own: number) => (fixed ? String(place) : `[${place - own}]`);
      return `R${of(fixedRow, Number(line), row)}C${of(fixedColumn, columnOf(name), column)}`;
    });
  });
}

/** The formula that R1C1 notation means in this cell: `=B2`. */
export function fromR1C1(formula: string, { row, column }: Cell): string {
  return outsideQuotes(formula, (part) => {
    assertCells(part.replace(R1C1_CELL, ''), R1C1_LINES);
    return part.replace(R1C1_CELL, (_, line = '[0]', lane = '[0]') => {
      const place = (text: string, own: number) =>
        text.startsWith('[') ? own + Number(text.slice(1, -1)) : Number(text);
      const [top, left] = [place(line, row), place(lane, column)];
      if (top < 1 || left < 1) return '#REF!';
      const fixed = (text: string) => (text.startsWith('[') ? '' : '$');
      return `${fixed(lane)}${letters(left)}${fixed(line)}${top}`;
    });
  });
}

function outsideQuotes(formula: string, convert: (part: string) => string): string {
  return formula
    .split(QUOTED)
    .map((part, index) => (index % 2 ? part : convert(part)))
    .join('');
}

function assertCells(part: string, lines: RegExp): void {
  const found = lines.exec(part);
  if (found) throw new Error(`R1C1 notation of ${found[0]} is not emulated here.`);
}
