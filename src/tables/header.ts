import type { Cell } from './columns';
import { UserError } from './user-error';

/**
 * Where the columns of a tab stand, read anew in every execution: an owner may have inserted or moved some.
 * Positions count from 0. A long text goes on in the columns `body (2)`, `body (3)`, ...
 */
export class Header {
  private readonly names: string[];
  private readonly tab: string;

  constructor(tab: string, cells: readonly Cell[]) {
    this.tab = tab;
    this.names = cells.map(String);
  }

  get width(): number {
    return this.names.length;
  }

  find(name: string): number | undefined {
    const position = this.names.indexOf(name);
    return position < 0 ? undefined : position;
  }

  get(name: string): number {
    const position = this.find(name);
    if (position === undefined) throw missingColumn(this.tab, name);
    return position;
  }

  /** The column's own position, then those of its continuations. */
  positions(name: string): number[] {
    const positions = [this.get(name)];
    for (let next = this.find(continuation(name, 2)); next !== undefined; ) {
      positions.push(next);
      next = this.find(continuation(name, positions.length + 1));
    }
    return positions;
  }

  add(names: readonly string[]): void {
    this.names.push(...names);
  }
}

export function continuation(name: string, part: number): string {
  return `${name} (${part})`;
}

export function missingColumn(tab: string, name: string): UserError {
  return new UserError(
    `The tab ${tab} has no column headed "${name}". Rename its header back to "${name}", or run Set up from the menu.`,
  );
}
