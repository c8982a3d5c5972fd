/** As many executions at a time as the platform lets run. */
export class ConcurrencyLimit {
  private free: number;

  constructor(count: number) {
    this.free = count;
  }

  /** False where none is free. */
  take(): boolean {
    if (this.free === 0) return false;
    this.free--;
    return true;
  }

  leave(): void {
    this.free++;
  }
}
