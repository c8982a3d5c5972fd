import { LIMITS } from '../limits';
import { Dispatcher } from './dispatch';
import { Execution, type ExecutionOptions } from './execution';
import { RunningExecution } from './running-execution';
import type { Scheduler } from './scheduler';
import type { Script } from './script';
import { Seats } from './seats';
import type { Service } from './service';
import { WorkerPool } from './worker-pool';

export interface RuntimeOptions {
  services: readonly Service<never>[];
  scheduler: Scheduler;
  /** Whether realms read the ledger's clock (tests) or the machine's. */
  virtual: boolean;
  /** The folder that holds `worker.cjs` and `realm.js`. */
  buildFolder: string;
  seed?: number;
  /** Real ms after which a script that calls no service is taken for an endless loop; six minutes unless said. */
  computeMs?: number;
}

export interface RunOptions extends ExecutionOptions {
  /** Epoch ms; now, unless it is to start later. */
  startsAt?: number;
}

const REMEMBERED = 1_000;

/** Runs functions of built scripts as Apps Script does, each execution in a fresh realm on a thread of its own. */
export class Runtime {
  /** The newest last; older ones are forgotten. */
  readonly executions: Execution[] = [];
  private readonly scheduler: Scheduler;
  private readonly pool: WorkerPool;
  private readonly dispatcher: Dispatcher;
  private readonly seats = new Seats(LIMITS.simultaneousExecutions);
  private readonly options: { virtual: boolean; seed: number; computeMs: number };
  private started = 0;

  constructor({ services, scheduler, buildFolder, ...options }: RuntimeOptions) {
    this.scheduler = scheduler;
    this.options = { seed: 1, computeMs: LIMITS.executionMs, ...options };
    this.pool = new WorkerPool(buildFolder, LIMITS.simultaneousExecutions);
    this.dispatcher = new Dispatcher(services);
  }

  /** Runs a top-level function to its end; how it ended stands in the execution. */
  async run(
    script: Script,
    name: string,
    args: readonly unknown[] = [],
    options: RunOptions = {},
  ): Promise<Execution> {
    const execution = new Execution(
      ++this.started,
      script,
      name,
      Math.max(options.startsAt ?? 0, this.scheduler.now()),
      options,
    );
    this.remember(execution);
    const { scheduler, dispatcher, pool, seats } = this;
    await new RunningExecution(execution, { scheduler, dispatcher, pool, seats, ...this.options }).run(args);
    return execution;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private remember(execution: Execution): void {
    this.executions.push(execution);
    if (this.executions.length > REMEMBERED) this.executions.shift();
  }
}
