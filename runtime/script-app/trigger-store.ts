import { createHash } from 'node:crypto';
import type { Script } from '../execution/script';
import type { Store } from '../store';
import type { TriggerRecord, TriggerSpec } from './calls';

export interface LastRun {
  at: number;
  status: string;
  error?: string;
}

export interface StoredTrigger extends TriggerRecord {
  scriptId: string;
  /** The script's zone. */
  zone: string;
  /** Epoch ms. */
  created: number;
}

interface Row {
  id: string;
  script: string;
  zone: string;
  created: number;
  spec: string;
}

/** Triggers in the store, in the order of their creation. */
export class TriggerStore {
  private readonly store: Store;

  constructor(store: Store) {
    store.exec(
      `create table if not exists triggers (number integer primary key autoincrement,
        id text unique, script text, zone text, created real, spec text);
      create table if not exists trigger_runs (id text primary key, run text)`,
    );
    this.store = store;
  }

  add(script: Script, spec: TriggerSpec, created: number): StoredTrigger {
    const { timeZone: zone } = script.manifest;
    const insert = 'insert into triggers (script, zone, created, spec) values (?, ?, ?, ?)';
    const { lastInsertRowid: number } = this.store
      .prepare(insert)
      .run(script.id, zone, created, JSON.stringify(spec));
    const id = toId(script.id, Number(number));
    this.store.prepare('update triggers set id = ? where number = ?').run(id, number);
    return { ...spec, id, scriptId: script.id, zone, created };
  }

  all(): StoredTrigger[] {
    return (this.store.prepare('select * from triggers order by number').all() as Row[]).map(toTrigger);
  }

  lastRun(id: string): LastRun | undefined {
    const row = this.store.prepare('select run from trigger_runs where id = ?').get(id) as
      | { run: string }
      | undefined;
    return row && (JSON.parse(row.run) as LastRun);
  }

  /** Does nothing for a trigger that was deleted meanwhile, for example by its own run. */
  setLastRun(id: string, run: LastRun): void {
    const put = 'insert or replace into trigger_runs select id, ? from triggers where id = ?';
    this.store.prepare(put).run(JSON.stringify(run), id);
  }

  remove(id: string): void {
    for (const table of ['triggers', 'trigger_runs'])
      this.store.prepare(`delete from ${table} where id = ?`).run(id);
  }
}

function toTrigger({ id, script, zone, created, spec }: Row): StoredTrigger {
  return { ...(JSON.parse(spec) as TriggerSpec), id, scriptId: script, zone, created };
}

/** Nineteen digits, as on Google, and the same for the same history. */
function toId(script: string, number: number): string {
  const hex = createHash('sha256').update(`${script} ${number}`).digest('hex').slice(0, 15);
  return String(BigInt(`0x${hex}`) + 1_000_000_000_000_000_000n);
}
