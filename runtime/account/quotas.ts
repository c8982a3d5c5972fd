import type { Scheduler } from '../execution/scheduler';
import { ServiceError } from '../execution/service';
import type { Store } from '../store';
import { DAILY, type Plan } from './plan';

const DAY_MS = 86_400_000;

export type Daily = keyof typeof DAILY;

interface Use {
  since: number;
  used: number;
}

/** The daily use of an account's quotas. A day begins with the first use and ends 24 hours later (facts 7). */
export class Quotas {
  private readonly scheduler: Scheduler;
  private readonly plan: Plan;
  private readonly statements: ReturnType<typeof prepare>;

  constructor({ store, scheduler, plan }: { store: Store; scheduler: Scheduler; plan: Plan }) {
    store.exec('create table if not exists quotas (name text primary key, since real, used real)');
    this.statements = prepare(store);
    this.scheduler = scheduler;
    this.plan = plan;
  }

  used(name: Daily): number {
    return this.today(name).used;
  }

  /** Zero if more was used than is allowed. */
  left(name: Daily): number {
    return Math.max(DAILY[name][this.plan.account] - this.used(name), 0);
  }

  use(name: Daily, amount: number): void {
    const { since, used } = this.today(name);
    this.statements.put.run(name, since, used + amount);
  }

  /** @throws ServiceError with Google's message if less than `amount` is left */
  spend(name: Daily, amount: number): void {
    if (amount > this.left(name)) throw new ServiceError(DAILY[name].says);
    this.use(name, amount);
  }

  private today(name: Daily): Use {
    const now = this.scheduler.now();
    const row = this.statements.select.get(name) as Use | undefined;
    return row && now - row.since < DAY_MS ? row : { since: now, used: 0 };
  }
}

function prepare(store: Store) {
  return {
    select: store.prepare('select since, used from quotas where name = ?'),
    put: store.prepare('insert or replace into quotas values (?, ?, ?)'),
  };
}
