import { channel } from 'node:diagnostics_channel';
import { Dispatcher } from './dispatcher';
import { Execution, type ExecutionOptions } from './execution';
import { ConcurrencyLimit, MAX_EXECUTION_MS, MAX_SIMULTANEOUS } from './limits';
import { Rewording } from './rewording';
import { KILLED, RunningExecution } from './running-execution';
import type { Scheduler } from './scheduler';
import type { Script } from './script';
import type { Service } from './service';
import { WorkerPool } from './worker-pool';
import type { RuntimeCode } from './worker-thread';

export interface ExecutorOptions {
  services: readonly Service<never>[];
  scheduler: Scheduler;
  /** True if realms read the ledger's clock (tests), false for the machine's. */
  virtual: boolean;
  code: RuntimeCode;
  seed?: number;
  /** Names of globals to remove, such as `Object.hasOwn`. */
  missingGlobals?: readonly string[];
  /** The words in which services throw; those of the documentation by default. */
  rewording?: Rewording;
  /** Real ms without a service call after which a script counts as an endless loop; six minutes by default. */
  computeMs?: number;
  /** The number of the last execution of an earlier process: numbers, and random numbers, continue from it. */
  lastId?: number;
}

export interface RunOptions extends ExecutionOptions {
  /** Epoch ms; now by default. */
  startsAt?: number;
}

const MAX_REMEMBERED = 1_000;

/** Tells whoever observes this process of each execution before it starts. */
const started = channel('local-apps-script.execution');

/** Runs functions of built scripts as Apps Script does, each execution in a fresh realm on a thread of its own. */
export class Executor {
  /** The newest last; older ones are forgotten. */
  readonly executions: Execution[] = [];
  private readonly scheduler: Scheduler;
  private readonly pool: WorkerPool;
  private readonly dispatcher: Dispatcher;
  private readonly concurrency = new ConcurrencyLimit(MAX_SIMULTANEOUS);
  private readonly options: Required<
    Pick<ExecutorOptions, 'virtual' | 'seed' | 'computeMs' | 'missingGlobals' | 'rewording'>
  >;
  private readonly running = new Set<RunningExecution>();
  private lastId: number;
  private isClosed = false;

  constructor({ services, scheduler, code, lastId = 0, ...options }: ExecutorOptions) {
    this.scheduler = scheduler;
    const rewording = new Rewording(new Set());
    this.options = { seed: 1, computeMs: MAX_EXECUTION_MS, missingGlobals: [], rewording, ...options };
    this.pool = new WorkerPool(code, scheduler.threads);
    this.dispatcher = new Dispatcher(services, this.options.rewording);
    this.lastId = lastId;
  }

  /** Runs a top-level function to its end. An error is in the execution and is not thrown. */
  async run(
    script: Script,
    name: string,
    args: readonly unknown[] = [],
    options: RunOptions = {},
  ): Promise<Execution> {
    const execution = this.create(script, name, options);
    if (this.isClosed) {
      execution.end('killed', KILLED);
      return execution;
    }
    const { scheduler, dispatcher, pool, concurrency } = this;
    const environment = { scheduler, dispatcher, pool, concurrency, ...this.options };
    const running = new RunningExecution(execution, environment);
    this.running.add(running);
    try {
      await running.run(args);
      return execution;
    } finally {
      this.running.delete(running);
    }
  }

  /** Kills all executions, including those that have not started; later ones never start. */
  async close(): Promise<void> {
    this.isClosed = true;
    const threadsEnded = this.pool.close();
    for (const running of this.running) running.kill();
    await threadsEnded;
  }

  private create(script: Script, name: string, options: RunOptions): Execution {
    const startsAt = Math.max(options.startsAt ?? 0, this.scheduler.now());
    // A copy with the present files: they may be replaced while this runs.
    const execution = new Execution(++this.lastId, { ...script }, name, startsAt, options);
    this.executions.push(execution);
    started.publish({ execution });
    if (this.executions.length > MAX_REMEMBERED) this.executions.shift();
    return execution;
  }
}
