import type { Execution } from './execution';

/** An execution for reading: what it called and what that would have taken on the platform. */
export function toExecutionView(execution: Execution, realMs: number | undefined): ExecutionView {
  const { id, script, kind, status, startedAt, elapsed, calls, log, error } = execution;
  return {
    ...{ id, script: script.name, function: execution.function, kind, status },
    startedAt: new Date(startedAt).toISOString(),
    modelledMs: Math.round(elapsed),
    realMs: realMs === undefined ? null : Math.round(realMs),
    services: countServices(execution),
    calls: calls.map(({ method, at, ms, cells, bytes, items }) => ({ method, at, ms, cells, bytes, items })),
    log,
    error: error ? { name: error.name, message: error.message } : null,
  };
}

export interface ExecutionView {
  id: number;
  script: string;
  function: string;
  kind: string;
  status: string;
  startedAt: string;
  /** What it would have taken on the platform, its start included. */
  modelledMs: number;
  /** Null while it runs. */
  realMs: number | null;
  /** Calls per service. */
  services: Record<string, number>;
  calls: { method: string; at: number; ms: number; cells: number; bytes: number; items: number }[];
  log: { level: string; text: string }[];
  error: { name: string; message: string } | null;
}

/** `gmail.messages.get` counts for gmail. */
export function countServices({ calls }: Pick<Execution, 'calls'>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { method } of calls) {
    const [service = ''] = method.split('.');
    counts[service] = (counts[service] ?? 0) + 1;
  }
  return counts;
}
