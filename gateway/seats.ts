import { callerGone, GatewayError, nothingDone } from './gateway-error';

/** Order of the next free seat: webhooks that have proved themselves, then in turns valid credentials and everybody else. */
export type Rank = 'webhook' | 'credential' | 'customer';

export interface SeatOptions {
  /** Number of calls that may run at once. */
  total: number;
  /** Number of calls that may wait for each seat. */
  waitingPerSeat: number;
}

/** Callers who wait any longer have mostly gone: Twilio gives up after 15 s, Stripe soon after. */
const MAX_WAIT_MS = 20_000;
const RETRY_AFTER_S = 5;

/** Customers have at least this part of the seats, of the turns and of the places in the queue while they wait. */
const CUSTOMERS_PART = 1 / 2;
const OTHERS_TURNS = 1 / CUSTOMERS_PART - 1;

interface Visit {
  rank: Rank;
  /** Caller, whose requests take turns with those of all others of the same rank. */
  who: string;
  /** Aborted once nobody waits for the response any more. */
  caller: AbortSignal;
}

interface Waiter {
  rank: Rank;
  who: string;
  enter(): void;
  refuse(error: GatewayError): void;
}

interface Caller {
  inUse: number;
  /** The number of the turn in which this caller got a seat last. */
  lastTurn: number;
}

/** Lets so many calls run at once and a few more wait for a seat, and refuses the others. */
export class Seats {
  readonly total: number;
  private readonly maxWaiting: number;
  private isClosed = false;
  private readonly taken: Record<Rank, number> = { webhook: 0, credential: 0, customer: 0 };
  /** Waiting requests, in the order in which they came. */
  private readonly queue: Waiter[] = [];
  /** Callers who have a seat, or have had one and wait for another. */
  private readonly callers = new Map<string, Caller>();
  private turn = 0;
  /** Seats that credentials got since a customer who waits did. */
  private turnsOfOthers = 0;

  constructor({ total, waitingPerSeat }: SeatOptions) {
    this.total = total;
    this.maxWaiting = total * waitingPerSeat;
  }

  get inUse(): number {
    const { webhook, credential, customer } = this.taken;
    return webhook + credential + customer;
  }

  get waiting(): number {
    return this.queue.length;
  }

  /** Counts the requests of this rank that wait. */
  waitingWith(rank: Rank): number {
    return this.withRank(rank).length;
  }

  /** @throws GatewayError 503 without calling `work` if there is no seat in time, 499 once the caller has gone */
  async run<T>(work: () => Promise<T>, visit: Visit): Promise<T> {
    await this.enter(visit);
    try {
      return await work();
    } finally {
      this.leave(visit);
    }
  }

  /** Gives no seat to any further call; one that has a seat keeps it. */
  close(): void {
    this.isClosed = true;
    for (const { refuse } of [...this.queue]) refuse(stopping());
  }

  private async enter(visit: Visit): Promise<void> {
    if (this.isClosed) throw stopping();
    if (visit.caller.aborted) throw callerGone();
    if (this.inUse === this.total) return this.wait(visit);
    this.sit(visit);
  }

  private sit({ rank, who }: Pick<Visit, 'rank' | 'who'>): void {
    this.taken[rank]++;
    this.callers.set(who, { inUse: this.inUseOf(who) + 1, lastTurn: ++this.turn });
  }

  private leave({ rank, who }: Visit): void {
    this.taken[rank]--;
    const caller = this.callers.get(who);
    if (caller) caller.inUse--;
    this.next()?.enter();
    this.forget(who);
  }

  private next(): Waiter | undefined {
    const [customers, others] = [this.withRank('customer'), this.withRank('credential')];
    const isTurnOfCustomers =
      this.taken.customer < Math.floor(this.total * CUSTOMERS_PART) || this.turnsOfOthers >= OTHERS_TURNS;
    const [first, second] = isTurnOfCustomers ? [customers, others] : [others, customers];
    const next = this.withRank('webhook')[0] ?? this.fairest(first) ?? this.fairest(second);
    if (next?.rank === 'customer') this.turnsOfOthers = 0;
    if (next?.rank === 'credential' && customers.length > 0) this.turnsOfOthers++;
    return next;
  }

  /** The first of the caller who has the fewest seats, and among those of the one whose last turn is longest ago. */
  private fairest(waiters: readonly Waiter[]): Waiter | undefined {
    const [first, ...others] = waiters;
    if (!first) return undefined;
    return others.reduce((best, one) => {
      const more = this.inUseOf(one.who) - this.inUseOf(best.who);
      return (more || this.lastTurnOf(one.who) - this.lastTurnOf(best.who)) < 0 ? one : best;
    }, first);
  }

  private wait({ rank, who, caller }: Visit): Promise<void> {
    this.makeRoomFor(rank, who);
    return new Promise((resolve, reject) => {
      const end = () => {
        this.queue.splice(this.queue.indexOf(waiter), 1);
        clearTimeout(timer);
        caller.removeEventListener('abort', giveUp);
      };
      const waiter: Waiter = {
        rank,
        who,
        enter: () => {
          end();
          this.sit(waiter);
          resolve();
        },
        refuse: (error) => {
          end();
          this.forget(who);
          reject(error);
        },
      };
      const giveUp = () => waiter.refuse(callerGone());
      const timer = setTimeout(() => waiter.refuse(busy()), MAX_WAIT_MS);
      caller.addEventListener('abort', giveUp);
      this.queue.push(waiter);
    });
  }

  /** Drops the last request of the caller who waits with most, if the queue is full. @throws GatewayError 503 if that is this one */
  private makeRoomFor(rank: Rank, who: string): void {
    if (this.queue.length < this.maxWaiting) return;
    const share = Math.floor(this.maxWaiting * CUSTOMERS_PART) - (rank === 'customer' ? 1 : 0);
    const givers = this.withRank(this.waitingWith('customer') > share ? 'customer' : 'credential');
    const last = greediest(givers);
    if (!last) throw busy();
    const isBetter = countOf(last.who, givers) > countOf(who, givers) + 1;
    if (last.rank === rank && !isBetter) throw busy();
    last.refuse(busy());
  }

  private withRank(rank: Rank): Waiter[] {
    return this.queue.filter((waiter) => waiter.rank === rank);
  }

  private inUseOf(who: string): number {
    return this.callers.get(who)?.inUse ?? 0;
  }

  private lastTurnOf(who: string): number {
    return this.callers.get(who)?.lastTurn ?? 0;
  }

  /** Forgets a caller who has no seat and waits for none: the next time they count as new. */
  private forget(who: string): void {
    if (this.inUseOf(who) === 0 && countOf(who, this.queue) === 0) this.callers.delete(who);
  }
}

function countOf(who: string, waiters: readonly Waiter[]): number {
  return waiters.filter((waiter) => waiter.who === who).length;
}

/** The last of whoever waits with most. */
function greediest(waiters: readonly Waiter[]): Waiter | undefined {
  const counts = new Map<string, number>();
  for (const { who } of waiters) counts.set(who, (counts.get(who) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return waiters.findLast(({ who }) => counts.get(who) === most);
}

export function busy(): GatewayError {
  return new GatewayError('busy', `Too many requests are waiting. ${nothingDone(RETRY_AFTER_S)}`, {
    retryAfter: RETRY_AFTER_S,
    forOwner:
      'All seats are taken. For the right number, see docs/gateway.md (seats of a gateway) and docs/host.md (workers of a host).',
  });
}

function stopping(): GatewayError {
  return new GatewayError('unavailable', `The API is restarting. ${nothingDone(RETRY_AFTER_S)}`, {
    retryAfter: RETRY_AFTER_S,
  });
}
