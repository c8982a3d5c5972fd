import { MAX_SIMULTANEOUS } from './limits';
import type { Scheduler, Turn } from './scheduler';

interface Waiting extends Turn {
  time: number;
  order: number;
  /** Waits until time is advanced that far. */
  background: boolean;
  take: () => void;
}

/**
 * Virtual time: while any execution computes all turns wait, and then the one with the smallest clock comes first, ties
 * in the order of asking. So the same program gives the same interleaving, whatever the machine's load.
 */
export class OrderedScheduler implements Scheduler {
  readonly threads = MAX_SIMULTANEOUS;
  private working = 0;
  private orders = 0;
  private time: number;
  private horizon: number;
  private readonly waiting = new Set<Waiting>();
  private settled: (() => void)[] = [];

  constructor(start: number) {
    this.time = start;
    this.horizon = start;
  }

  now(): number {
    return this.time;
  }

  at(time: number, take: () => void): Turn {
    return this.queue(time, take, false);
  }

  call(clock: number, take: () => void): void {
    this.queue(clock, take, false);
  }

  wake(time: number, take: () => void): Turn {
    return this.queue(time, take, true);
  }

  begin(): void {
    this.working++;
  }

  end(): void {
    this.working--;
    this.pump();
  }

  /** Advances virtual time: everything that becomes due happens, and what it starts runs to its end. */
  async advance(ms: number): Promise<void> {
    this.horizon = this.time + ms;
    // Code that waits for an execution continues some microtasks later, and may start another.
    do {
      await this.quiet();
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.working > 0 || this.next());
    this.time = Math.max(this.time, this.horizon);
  }

  private quiet(): Promise<void> {
    return new Promise((resolve) => {
      this.settled.push(resolve);
      this.pump();
    });
  }

  private queue(time: number, take: () => void, background: boolean): Turn {
    const turn: Waiting = {
      time,
      order: this.orders++,
      background,
      take,
      cancel: () => this.waiting.delete(turn),
    };
    this.waiting.add(turn);
    this.pump();
    return turn;
  }

  private pump(): void {
    queueMicrotask(() => {
      if (this.working > 0) return;
      const next = this.next();
      if (!next) return this.settle();
      this.waiting.delete(next);
      this.time = Math.max(this.time, next.time);
      next.take();
      this.pump();
    });
  }

  private next(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const turn of this.waiting) {
      if (turn.background && turn.time > this.horizon) continue;
      if (!first || turn.time < first.time || (turn.time === first.time && turn.order < first.order))
        first = turn;
    }
    return first;
  }

  private settle(): void {
    for (const resolve of this.settled.splice(0)) resolve();
  }
}
