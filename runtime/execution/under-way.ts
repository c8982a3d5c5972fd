/** Work that has begun and is to come to its end before what it writes to is closed. */
export class UnderWay {
  private readonly all = new Set<Promise<unknown>>();

  track<T>(work: Promise<T>): Promise<T> {
    const end = () => this.all.delete(work);
    this.all.add(work);
    work.then(end, end);
    return work;
  }

  /** Resolves when nothing is under way any more, what began meanwhile included. */
  async ended(): Promise<void> {
    while (this.all.size > 0) await Promise.allSettled(this.all);
  }
}
