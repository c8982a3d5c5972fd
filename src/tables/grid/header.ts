import { LayoutError } from '../../platform/user-error';
import { type Cell, textOf } from '../schema/column';

/**
 * Where columns stand in what was read of a tab, anew in every execution: an owner may have inserted or moved some.
 * Positions count from 0. A long text goes on in the columns `body (2)`, `body (3)`, ...
 */
export class Header {
  readonly tab: string;
  private readonly names: string[];
  /** The column of the tab with which the reading began, counted from 0. */
  private readonly left: number;

  constructor(tab: string, cells: readonly Cell[], left = 0) {
    this.tab = tab;
    this.names = namesIn(cells);
    this.left = left;
  }

  get width(): number {
    return this.names.length;
  }

  has(name: string): boolean {
    return this.names.includes(name);
  }

  get(name: string): number {
    const position = this.names.indexOf(name);
    if (position < 0) throw missingColumn(this.tab, name);
    return position;
  }

  /** The column's own position, then those of its continuations. */
  positions(name: string): number[] {
    const positions = [this.get(name)];
    for (let part = 2; this.has(continuation(name, part)); part++)
      positions.push(this.get(continuation(name, part)));
    return positions;
  }

  /** The letters of the columns in which a value stands. */
  letters(name: string): string[] {
    return this.positions(name).map((position) => letter(this.left + position));
  }

  /** `Messages!F12`: the first cell of a value. */
  addressOf(name: string, row: number): string {
    return `${this.tab}!${letter(this.left + this.get(name))}${row}`;
  }

  add(names: readonly string[]): void {
    this.names.push(...names);
  }
}

/** Blanks around a name cannot be seen in a sheet. */
export function namesIn(cells: readonly Cell[]): string[] {
  return cells.map((cell) => textOf(cell).trim());
}

export function continuation(name: string, part: number): string {
  return `${name} (${part})`;
}

/** The letters of a column, counted from 0: A, B, ... Z, AA. */
export function letter(position: number): string {
  const last = String.fromCharCode(65 + (position % 26));
  return position < 26 ? last : letter(Math.floor(position / 26) - 1) + last;
}

function missingColumn(tab: string, name: string): LayoutError {
  return new LayoutError(
    `The tab ${tab} has no column headed "${name}". Rename its header back to "${name}", or run Set up from the menu.`,
  );
}
