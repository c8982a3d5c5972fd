import type { Store } from '../store';
import type { Execution } from './execution';
import { type ExecutionView, toExecutionView } from './execution-view';

/** How much of the past is kept; of one execution the beginning, which is what one looks for. */
const KEPT = { executions: 500, calls: 1_000, lines: 200, characters: 2_000 };

/** The executions that have ended, of this process and of earlier ones. */
export class ExecutionHistory {
  private readonly statements: ReturnType<typeof prepare>;
  private isClosed = false;

  constructor(store: Store) {
    store.exec('create table if not exists executions (id integer primary key, execution text)');
    this.statements = prepare(store);
  }

  /** The number of the newest; 0 where nothing ever ran. */
  get newest(): number {
    return (this.statements.newest.get() as { id: number | null }).id ?? 0;
  }

  add(execution: Execution, realMs: number): void {
    if (this.isClosed) return;
    this.statements.put.run(execution.id, JSON.stringify(shorten(toExecutionView(execution, realMs))));
    this.statements.forget.run(execution.id - KEPT.executions);
  }

  /** What is added from now on is not kept: the store may be closed. */
  close(): void {
    this.isClosed = true;
  }

  /** Those with smaller numbers, the newest first. */
  before(id: number, limit: number): ExecutionView[] {
    const rows = this.statements.before.all(id, Math.min(limit, KEPT.executions)) as { execution: string }[];
    return rows.map(({ execution }) => JSON.parse(execution) as ExecutionView);
  }
}

function prepare(store: Store) {
  return {
    put: store.prepare('insert or replace into executions values (?, ?)'),
    forget: store.prepare('delete from executions where id <= ?'),
    newest: store.prepare('select max(id) as id from executions'),
    before: store.prepare('select execution from executions where id < ? order by id desc limit ?'),
  };
}

function shorten({ calls, log, error, ...view }: ExecutionView): ExecutionView {
  const lines = log.slice(0, KEPT.lines);
  return {
    ...view,
    calls: calls.slice(0, KEPT.calls),
    log: lines.map(({ level, text }) => ({ level, text: text.slice(0, KEPT.characters) })),
    error: error && { ...error, message: error.message.slice(0, KEPT.characters) },
  };
}
