import type { Area, Bound } from './cells';

type Block = Omit<Area, 'book' | 'sheet'>;

/** An address in A1 notation; what it leaves open stays open: `A:B`, `3:5`, `A2:A`. */
export function toA1(block: Block): string {
  const { row, column, rows, columns, open = [] } = block;
  if (open.length === 0 && rows === 1 && columns === 1) return `${letters(column)}${row}`;
  const corner = (line: number, of: number, [rowBound, columnBound]: readonly [Bound, Bound]) =>
    `${open.includes(columnBound) ? '' : letters(of)}${open.includes(rowBound) ? '' : line}`;
  const last = [row + rows - 1, column + columns - 1] as const;
  return `${corner(row, column, ['startRow', 'startColumn'])}:${corner(...last, ['endRow', 'endColumn'])}`;
}

export function letters(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

export function columnOf(name: string): number {
  return [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
