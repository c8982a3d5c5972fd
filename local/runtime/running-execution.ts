import { LIMITS, WORDING } from '../limits';
import type { CallRequest } from '../protocol/calls';
import type { Outcome, RunRequest } from '../protocol/run';
import { type Dispatcher, Killed } from './dispatch';
import type { Execution, ExecutionStatus } from './execution';
import type { Scheduler } from './scheduler';
import { ServiceError } from './service';
import type { Conversation, WorkerPool, WorkerThread } from './workers';

interface Surroundings {
  scheduler: Scheduler;
  dispatcher: Dispatcher;
  pool: WorkerPool;
  virtual: boolean;
  seed: number;
}

/** Carries one execution from its start to its end, through its service calls. */
export class RunningExecution implements Conversation {
  private readonly execution: Execution;
  private readonly around: Surroundings;
  private worker: WorkerThread | undefined;
  private watchdog: NodeJS.Timeout | undefined;
  private settle: (failure?: Error) => void = () => {};

  constructor(execution: Execution, around: Surroundings) {
    this.execution = execution;
    this.around = around;
  }

  /** Resolves when the execution has ended, however it ended; rejects only if the runtime itself is broken. */
  run(args: readonly unknown[]): Promise<void> {
    const { scheduler, pool } = this.around;
    return new Promise((resolve, reject) => {
      this.settle = (failure) => (failure ? reject(failure) : resolve());
      scheduler.at(this.execution.startedAt, () => {
        scheduler.begin();
        this.watchdog = setTimeout(() => this.timeOut(), LIMITS.executionMs);
        this.worker = pool.take();
        this.worker.run(this.request(args), this);
      });
    });
  }

  onCall(text: string): void {
    const { scheduler } = this.around;
    scheduler.call(this.execution.clock, () => {
      scheduler.begin();
      void this.serve(JSON.parse(text) as CallRequest);
    });
    scheduler.end();
  }

  onDone(text: string): void {
    const outcome = JSON.parse(text) as Outcome;
    if ('returned' in outcome) this.execution.returned = outcome.returned;
    if ('thrown' in outcome) this.execution.error = outcome.thrown;
    if ('missing' in outcome) this.execution.error = missing(outcome.missing);
    this.finish();
    if (this.worker) this.around.pool.giveBack(this.worker);
    this.end(this.execution.error ? 'failed' : 'completed');
  }

  onBreakdown(error: Error): void {
    this.stop('failed', { name: error.name, message: error.message });
  }

  private async serve(request: CallRequest): Promise<void> {
    if (this.execution.elapsed > LIMITS.executionMs) return this.timeOut();
    try {
      const reply = await this.around.dispatcher.answer(this.execution, request);
      if (this.execution.status === 'running') this.worker?.answer(JSON.stringify(reply));
    } catch (error) {
      if (error instanceof Killed)
        this.stop('killed', { name: 'Killed', message: 'The execution was killed.' });
      else this.breakRuntime(error as Error);
    }
  }

  /** What the script left buffered takes effect now; an error of that is the execution's own. */
  private finish(): void {
    try {
      this.around.dispatcher.finish(this.execution);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.execution.error ??= { name: error.name, message: error.message };
    }
  }

  /** Not catchable by the script: the thread ends where it stands. */
  private timeOut(): void {
    this.stop('timed out', { name: 'Exception', message: WORDING.executionTime });
  }

  private stop(status: ExecutionStatus, error: { name: string; message: string }): void {
    if (this.execution.status !== 'running') return;
    this.execution.error = error;
    if (this.worker) void this.around.pool.discard(this.worker);
    this.end(status);
  }

  private breakRuntime(error: Error): void {
    if (this.worker) void this.around.pool.discard(this.worker);
    this.execution.error = { name: error.name, message: error.message };
    this.end('failed', error);
  }

  private end(status: ExecutionStatus, failure?: Error): void {
    clearTimeout(this.watchdog);
    this.execution.status = status;
    this.around.dispatcher.release(this.execution);
    this.settle(failure);
    this.around.scheduler.end();
  }

  private request(args: readonly unknown[]): RunRequest {
    const { script, function: name, clock, id } = this.execution;
    const services = script.manifest.dependencies?.enabledAdvancedServices ?? [];
    return {
      bundle: script.folder,
      function: name,
      args: JSON.stringify(args),
      clock,
      virtual: this.around.virtual,
      seed: this.around.seed + id,
      advancedServices: services.map((service) => service.userSymbol),
    };
  }
}

function missing(name: string): { name: string; message: string } {
  return { name: 'ReferenceError', message: `Script function not found: ${name}` };
}
