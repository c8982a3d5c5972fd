import type { Store } from '../store';
import type { Execution } from './execution';

export interface ExecutionView {
  id: number;
  script: string;
  function: string;
  kind: string;
  status: string;
  startedAt: string;
  /** The duration on Google, including its start. */
  modelledMs: number;
  /** Real ms that the script computed here, without its service calls, which the modelled time lacks; once not stored. */
  computedMs?: number;
  /** Null while it is running. */
  realMs: number | null;
  /** The number of calls of each service. */
  services: Record<string, number>;
  calls: { method: string; at: number; ms: number; cells: number; bytes: number; items: number }[];
  log: { level: string; text: string }[];
  error: { name: string; message: string } | null;
}

/** The limits of what is kept: the newest executions, and of each its beginning. */
const MAX = { executions: 500, calls: 1_000, lines: 200, characters: 2_000 };

/** The executions that have ended, in this process and in earlier ones. */
export class ExecutionHistory {
  private readonly statements: ReturnType<typeof prepare>;
  private isClosed = false;

  constructor(store: Store) {
    store.exec('create table if not exists executions (id integer primary key, execution text)');
    this.statements = prepare(store);
  }

  /** The number of the newest; 0 if nothing ever ran. */
  get newest(): number {
    return (this.statements.newest.get() as { id: number | null }).id ?? 0;
  }

  add(execution: Execution, realMs: number): void {
    if (this.isClosed) return;
    this.statements.put.run(execution.id, JSON.stringify(shorten(toExecutionView(execution, realMs))));
    this.statements.forget.run(execution.id - MAX.executions);
  }

  /** Ignores what is added from now on, so that the store can be closed. */
  close(): void {
    this.isClosed = true;
  }

  /** Executions with smaller numbers, the newest first. */
  before(id: number, limit: number): ExecutionView[] {
    const rows = this.statements.before.all(id, Math.min(limit, MAX.executions)) as { execution: string }[];
    return rows.map(({ execution }) => JSON.parse(execution) as ExecutionView);
  }
}

/** An execution as JSON: what it called, and how long that would have taken on Google. */
export function toExecutionView(execution: Execution, realMs: number | undefined): ExecutionView {
  const { id, script, kind, status, startedAt, elapsed, calls, log, error } = execution;
  return {
    ...{ id, script: script.name, function: execution.function, kind, status },
    startedAt: new Date(startedAt).toISOString(),
    modelledMs: Math.round(elapsed),
    computedMs: Math.round(execution.computedMs),
    realMs: realMs === undefined ? null : Math.round(realMs),
    services: countServices(execution),
    calls: calls.map(({ method, at, ms, cells, bytes, items }) => ({ method, at, ms, cells, bytes, items })),
    log,
    error: error ? { name: error.name, message: error.message } : null,
  };
}

/** The number of calls of each service; `gmail.messages.get` counts for gmail. */
export function countServices({ calls }: Pick<Execution, 'calls'>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { method } of calls) {
    const [service = ''] = method.split('.');
    counts[service] = (counts[service] ?? 0) + 1;
  }
  return counts;
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
  const lines = log.slice(0, MAX.lines);
  return {
    ...view,
    calls: calls.slice(0, MAX.calls),
    log: lines.map(({ level, text }) => ({ level, text: text.slice(0, MAX.characters) })),
    error: error && { ...error, message: error.message.slice(0, MAX.characters) },
  };
}
