/** The gateway's seats on virtual time: who has paid comes first. */
export class Seats {
  private readonly waiting: { isPayment: boolean; enter: () => void }[] = [];
  private free: number;

  constructor(total: number) {
    this.free = total;
  }

  get paymentsWaiting(): number {
    return this.waiting.filter(({ isPayment }) => isPayment).length;
  }

  async run<T>(work: () => Promise<T>, { isPayment }: { isPayment: boolean }): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((enter) => this.queue({ isPayment, enter }));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next.enter();
      else this.free++;
    }
  }

  private queue(waiter: { isPayment: boolean; enter: () => void }): void {
    const behind = this.waiting.findIndex(({ isPayment }) => waiter.isPayment && !isPayment);
    this.waiting.splice(behind < 0 ? this.waiting.length : behind, 0, waiter);
  }
}
