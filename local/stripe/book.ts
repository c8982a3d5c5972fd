import { openStore, type Store } from '../../runtime/store';
import type { Charge, Dispute, Intent, Refund } from './objects';

/** Objects that are stored, by their kind. */
interface Kinds {
  payment_intent: Intent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  event: StripeEvent;
  idempotency_key: KnownRequest;
}

/** An event as it is posted. */
export interface StripeEvent {
  id: string;
  object: 'event';
  payment_intent?: string;
  type: string;
  /** Epoch seconds. */
  created: number;
  body: string;
  /** The webhook has accepted it, or was asked often enough. */
  isDone?: true;
}

/** A request with an Idempotency-Key, and its answer. */
interface KnownRequest {
  id: string;
  object: 'idempotency_key';
  payment_intent?: string;
  request: string;
  status: number;
  body: string;
}

/** All that the account has, in one table of a store. */
export class Book {
  private readonly store: Store;

  constructor(store: Store = openStore(':memory:')) {
    this.store = store;
    store.exec(
      'create table if not exists stripe (id text primary key, kind text, intent text, object text);' +
        'create index if not exists stripe_intent on stripe (kind, intent)',
    );
  }

  find<K extends keyof Kinds>(kind: K, id: string): Kinds[K] | undefined {
    const row = this.store.prepare('select object from stripe where kind = ? and id = ?').get(kind, id);
    return row === undefined ? undefined : parse<Kinds[K]>(row);
  }

  /** The newest first; of one intent, if it is given. */
  list<K extends keyof Kinds>(kind: K, intent?: string): Kinds[K][] {
    const ofIntent = intent === undefined ? '' : 'and intent = ?';
    const all = this.store.prepare(
      `select object from stripe where kind = ? ${ofIntent} order by rowid desc`,
    );
    return (intent === undefined ? all.all(kind) : all.all(kind, intent)).map(parse<Kinds[K]>);
  }

  save<O extends Kinds[keyof Kinds]>(object: O): O {
    const intent = object.object === 'payment_intent' ? object.id : (object.payment_intent ?? null);
    this.store
      .prepare(
        'insert into stripe values (?, ?, ?, ?) on conflict (id) do update set object = excluded.object',
      )
      .run(object.id, object.object, intent, JSON.stringify(object));
    return object;
  }
}

function parse<O>(row: unknown): O {
  return JSON.parse((row as { object: string }).object) as O;
}
