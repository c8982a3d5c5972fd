/** The row has changed since it was read; `row` is its current state. */
export class VersionConflict extends Error {
  override name = 'StaleError';
  readonly row: unknown;

  constructor(row: unknown) {
    super('The row has been changed since.');
    this.row = row;
  }
}

/** A row of a table that may have a column `version`. */
interface Versioned {
  version?: number;
}

/** The version that a row has has to be this one, or one of these. @throws VersionConflict */
export function assertVersion(row: Versioned, expected: number | readonly number[] | undefined): void {
  if (expected !== undefined && ![expected].flat().includes(row.version ?? 0)) throw new VersionConflict(row);
}

/** The version that a change makes, where rows have one. */
export function nextVersion({ version }: Versioned): Versioned {
  return version === undefined ? {} : { version: version + 1 };
}
