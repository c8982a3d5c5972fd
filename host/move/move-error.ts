/** A problem that the owner can solve: printed as one line, without a stack. */
export class MoveError extends Error {
  override name = 'MoveError';
}
