import type { Scheduler } from '../runtime/scheduler';
import type { Store } from '../store';

const DAY_MS = 86_400_000;

/** What one account may use in a day, which begins with its first use and ends 24 hours later (facts 7). */
export class Quotas {
  private readonly store: Store;
  private readonly scheduler: Scheduler;

  constructor({ store, scheduler }: { store: Store; scheduler: Scheduler }) {
    store.exec('create table if not exists quotas (name text primary key, since real, used real)');
    this.store = store;
    this.scheduler = scheduler;
  }

  used(name: string): number {
    return this.today(name).used;
  }

  use(name: string, amount: number): void {
    const { since, used } = this.today(name);
    this.store.prepare('insert or replace into quotas values (?, ?, ?)').run(name, since, used + amount);
  }

  private today(name: string): { since: number; used: number } {
    const now = this.scheduler.now();
    const row = this.store.prepare('select since, used from quotas where name = ?').get(name) as
      | { since: number; used: number }
      | undefined;
    return row && now - row.since < DAY_MS ? row : { since: now, used: 0 };
  }
}
