import { LayoutError } from '../../platform/user-error';
import { type Cell, textOf } from './column';
import { type Columned, headerOf, isOwn, tabColumns } from './table';

/**
 * The positions of columns in what was read of a tab, found anew in every execution: the owner may have moved some.
 * Positions count from 0. A long text goes on in the columns `body (2)`, `body (3)`, ...
 */
export class Header {
  readonly of: Columned;
  private readonly texts: string[];
  /** The column of the tab with which the reading began, counted from 0. */
  private readonly left: number;

  constructor(of: Columned, cells: readonly Cell[], left = 0) {
    this.of = of;
    this.texts = textsIn(cells);
    this.left = left;
  }

  get width(): number {
    return this.texts.length;
  }

  has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  /** Undefined where the tab has no such column. */
  find(name: string): number | undefined {
    const position = this.texts.indexOf(headerOf(this.of, name));
    return position < 0 ? undefined : position;
  }

  /** The position of a header that is no column's. */
  findText(pattern: RegExp): number | undefined {
    const position = this.texts.findIndex((text) => pattern.test(text));
    return position < 0 ? undefined : position;
  }

  get(name: string): number {
    const position = this.find(name);
    if (position !== undefined) return position;
    throw this.missing(name);
  }

  /** Makes the error for a tab that has no such column. */
  missing(name: string): LayoutError {
    const text = headerOf(this.of, name);
    return new LayoutError(
      `The ${this.of.name} tab has no column headed "${text}". Rename its header back to "${text}", or run Set up from the menu.`,
    );
  }

  /** The positions of the columns that the owner has added, by their headers. */
  own(): Map<string, number> {
    const present = Object.keys(tabColumns(this.of)).filter((name) => this.has(name));
    const known = new Set(present.flatMap((name) => this.positions(name)));
    const added = this.texts.flatMap((text, position) =>
      text === '' || known.has(position) ? [] : [[text, position] as const],
    );
    // The first of two with the same header counts.
    return new Map(added.reverse());
  }

  /** The column's own position, then those of its continuations. `custom.Tier` is one that the owner has added, if it is there. */
  positions(name: string): number[] {
    const added = ownHeader(name);
    if (added !== undefined || isOwn(this.of, name))
      return [...this.own()].flatMap(([text, position]) => (text === (added ?? text) ? [position] : []));
    const positions = [this.get(name)];
    for (let part = 2; ; part++) {
      const position = this.texts.indexOf(continuation(headerOf(this.of, name), part));
      if (position < 0) return positions;
      positions.push(position);
    }
  }

  /** The headers of the continuations that a column lacks for a text of so many cells; that of an owner's column, `custom.Tier`. */
  missingContinuations(name: string, cells: number): string[] {
    const added = ownHeader(name);
    if (added !== undefined) return this.texts.includes(added) ? [] : [added];
    const present = this.positions(name).length;
    return Array.from({ length: Math.max(0, cells - present) }, (_, index) =>
      continuation(headerOf(this.of, name), present + index + 1),
    );
  }

  /** The letters of the columns that a value takes. */
  letters(name: string): string[] {
    return this.positions(name).map((position) => letter(this.left + position));
  }

  /** `Messages!F12`: the first cell of a value. */
  addressOf(name: string, row: number): string {
    return `${this.of.name}!${letter(this.left + this.get(name))}${row}`;
  }

  add(texts: readonly string[]): void {
    this.texts.push(...texts);
  }
}

/** Blanks around a header cannot be seen in a sheet. */
export function textsIn(cells: readonly Cell[]): string[] {
  return cells.map((cell) => textOf(cell).trim());
}

/** `Tier` of `custom.Tier`. */
function ownHeader(name: string): string | undefined {
  return /^\w+\.(.+)$/.exec(name)?.[1];
}

function continuation(text: string, part: number): string {
  return `${text} (${part})`;
}

/** The letters of a column, counted from 0: A, B, ... Z, AA. */
export function letter(position: number): string {
  const last = String.fromCharCode(65 + (position % 26));
  return position < 26 ? last : letter(Math.floor(position / 26) - 1) + last;
}
