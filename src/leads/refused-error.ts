/** A provider will not take a message, now or later. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  /** The owner of the phone wants none at all. */
  readonly isOptedOut: boolean;

  constructor(message: string, { isOptedOut = false } = {}) {
    super(message);
    this.isOptedOut = isOptedOut;
  }
}
