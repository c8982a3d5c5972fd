import { LIMITS, WORDING } from '../limits';
import { Dispatcher } from './dispatch';
import { Execution, type ExecutionOptions } from './execution';
import { RunningExecution } from './running-execution';
import type { Scheduler } from './scheduler';
import type { Script } from './script';
import type { Service } from './service';
import { WorkerPool } from './workers';

export interface RuntimeOptions {
  services: readonly Service<never>[];
  scheduler: Scheduler;
  /** Whether realms read the ledger's clock (tests) or the machine's. */
  virtual: boolean;
  /** The folder that holds `worker.cjs` and `realm.js`. */
  buildFolder: string;
  seed?: number;
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
  private readonly virtual: boolean;
  private readonly seed: number;
  private started = 0;
  private running = 0;

  constructor({ services, scheduler, virtual, buildFolder, seed = 1 }: RuntimeOptions) {
    this.scheduler = scheduler;
    this.virtual = virtual;
    this.seed = seed;
    this.pool = new WorkerPool(buildFolder);
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
      options.startsAt ?? this.scheduler.now(),
      options,
    );
    this.remember(execution);
    if (this.running >= LIMITS.simultaneousExecutions) return refuse(execution);
    this.running++;
    try {
      const { scheduler, dispatcher, pool, virtual, seed } = this;
      await new RunningExecution(execution, { scheduler, dispatcher, pool, virtual, seed }).run(args);
    } finally {
      this.running--;
    }
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

function refuse(execution: Execution): Execution {
  execution.status = 'failed';
  execution.error = { name: 'Exception', message: WORDING.simultaneous };
  return execution;
}
