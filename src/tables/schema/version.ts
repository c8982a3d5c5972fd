/** The row has changed since it was read; `row` is its current state. */
export class VersionConflict extends Error {
  override name = 'StaleError';
  readonly row: unknown;

  constructor(row: unknown) {
    super('The row has been changed since.');
    this.row = row;
  }
}

/** The version that a row has, which has to be this one, or one of these. @throws VersionConflict */
export function assertVersion(
  row: object,
  expected: number | readonly number[] | undefined,
): { version: number } {
  const { version } = row as { version: number };
  if (expected !== undefined && ![expected].flat().includes(version)) throw new VersionConflict(row);
  return { version };
}
