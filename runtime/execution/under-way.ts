/** Tracks running work, so that what it writes to is closed after it. */
export class UnderWay {
  private readonly all = new Set<Promise<unknown>>();

  track<T>(work: Promise<T>): Promise<T> {
    const end = () => this.all.delete(work);
    this.all.add(work);
    work.then(end, end);
    return work;
  }

  /** Resolves when nothing is running any more, including what began meanwhile. */
  async ended(): Promise<void> {
    while (this.all.size > 0) await Promise.allSettled(this.all);
  }
}
