import { callerGone, GatewayError, nothingDone } from './gateway-error';

/** Who gets the next free seat: the smallest number, and among equals who came first. */
export type Priority = 0 | 1 | 2;

export interface SeatOptions {
  /** How many calls may run at once. */
  total: number;
  /** How many may wait for each seat. */
  waitingPerSeat: number;
}

/** Callers who wait any longer have mostly gone: Twilio gives up after 15 s, Stripe soon after. */
const MAX_WAIT_MS = 20_000;
const RETRY_AFTER_S = 5;

interface Visit {
  priority: Priority;
  /** Aborted once nobody waits for the response any more. */
  caller: AbortSignal;
}

interface Waiter {
  priority: Priority;
  enter(): void;
  refuse(error: GatewayError): void;
}

/** Lets so many calls run at once and a few more wait for a seat, and refuses the others. */
export class Seats {
  readonly total: number;
  private readonly maxWaiting: number;
  private taken = 0;
  private isClosed = false;
  /** In the order in which they get a seat. */
  private readonly queue: Waiter[] = [];

  constructor({ total, waitingPerSeat }: SeatOptions) {
    this.total = total;
    this.maxWaiting = total * waitingPerSeat;
  }

  get inUse(): number {
    return this.taken;
  }

  get waiting(): number {
    return this.queue.length;
  }

  /** How many of this priority wait. */
  waitingWith(priority: Priority): number {
    return this.queue.filter((waiter) => waiter.priority === priority).length;
  }

  /** @throws GatewayError 503 without calling `work` if there is no seat in time, 499 once the caller has gone */
  async run<T>(work: () => Promise<T>, visit: Visit): Promise<T> {
    await this.enter(visit);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** No call gets a seat any more; one that has a seat keeps it. */
  close(): void {
    this.isClosed = true;
    for (const { refuse } of [...this.queue]) refuse(stopping());
  }

  private async enter(visit: Visit): Promise<void> {
    if (this.isClosed) throw stopping();
    if (visit.caller.aborted) throw callerGone();
    if (this.taken === this.total) return this.wait(visit);
    this.taken++;
  }

  private leave(): void {
    const [next] = this.queue;
    if (next) next.enter();
    else this.taken--;
  }

  private wait({ priority, caller }: Visit): Promise<void> {
    this.makeRoomFor(priority);
    return new Promise((resolve, reject) => {
      const end = () => {
        this.queue.splice(this.queue.indexOf(waiter), 1);
        clearTimeout(timer);
        caller.removeEventListener('abort', giveUp);
      };
      const waiter: Waiter = {
        priority,
        enter: () => {
          end();
          resolve();
        },
        refuse: (error) => {
          end();
          reject(error);
        },
      };
      const giveUp = () => waiter.refuse(callerGone());
      const timer = setTimeout(() => waiter.refuse(busy()), MAX_WAIT_MS);
      caller.addEventListener('abort', giveUp);
      const behind = this.queue.findIndex((other) => other.priority > priority);
      this.queue.splice(behind < 0 ? this.queue.length : behind, 0, waiter);
    });
  }

  /** In a full queue the last of a lower priority gives way. @throws GatewayError 503 if there is none */
  private makeRoomFor(priority: Priority): void {
    if (this.queue.length < this.maxWaiting) return;
    const last = this.queue.at(-1);
    if (!last || last.priority <= priority) throw busy();
    last.refuse(busy());
  }
}

export function busy(): GatewayError {
  return new GatewayError('busy', `Too many requests are waiting. ${nothingDone(RETRY_AFTER_S)}`, {
    retryAfter: RETRY_AFTER_S,
    forOwner:
      'All seats are taken. For the right number, see docs/deploy.md (seats of a gateway) and docs/host.md (workers of a host).',
  });
}

function stopping(): GatewayError {
  return new GatewayError('unavailable', `The API is restarting. ${nothingDone(RETRY_AFTER_S)}`, {
    retryAfter: RETRY_AFTER_S,
  });
}
