/** Numbers and wording: developers.google.com/apps-script/guides/services/quotas */
export const MAX_EXECUTION_MS = 6 * 60_000;
export const MAX_SIMULTANEOUS = 30;

export const TOO_LONG = 'Exceeded maximum execution time';
export const TOO_MANY = 'There are too many scripts running simultaneously for this Google user account.';

/** Counts the executions that run at the same time. */
export class ConcurrencyLimit {
  private free: number;

  constructor(count: number) {
    this.free = count;
  }

  /** False if the limit is reached. */
  enter(): boolean {
    if (this.free === 0) return false;
    this.free--;
    return true;
  }

  leave(): void {
    this.free++;
  }
}
