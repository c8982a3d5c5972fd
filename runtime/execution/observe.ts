import type { Execution } from './execution';
import type { ExecutionHistory } from './execution-history';
import type { RunOptions, Runtime } from './executor';
import type { Script } from './script';
import { UnderWay } from './under-way';

export interface Observed {
  run(script: Script, name: string, args?: readonly unknown[], options?: RunOptions): Promise<Execution>;
  /** Tells of every execution that has ended, whoever started it. */
  onExecution(listener: (execution: Execution) => void): void;
  /** How long an execution really took; undefined while it runs. */
  realMs(execution: Execution): number | undefined;
}

/** Runs as the runtime does, takes the time, remembers, and says so to whoever listens. */
export function observe(
  runtime: Runtime,
  history: ExecutionHistory,
): Observed & { /** Resolves when nothing runs any more. */ ended(): Promise<void> } {
  const listeners: ((execution: Execution) => void)[] = [];
  const durations = new WeakMap<Execution, number>();
  const underWay = new UnderWay();
  const run: Observed['run'] = async (...args) => {
    const start = performance.now();
    const execution = await runtime.run(...args);
    const ms = performance.now() - start;
    durations.set(execution, ms);
    history.add(execution, ms);
    for (const listener of listeners) listener(execution);
    return execution;
  };
  return {
    run: (...args) => underWay.track(run(...args)),
    onExecution: (listener) => listeners.push(listener),
    realMs: (execution) => durations.get(execution),
    ended: () => underWay.ended(),
  };
}
