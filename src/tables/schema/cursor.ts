/** A cursor that this engine has not given, or has given for another order of rows. The caller may read of it. */
export class UnreadableCursor extends Error {
  override name = 'UnreadableCursor';
  readonly cursor: string;

  constructor(cursor: string) {
    super('The cursor is not one of this list.');
    this.cursor = cursor;
  }
}
