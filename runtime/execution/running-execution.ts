import type { CallRequest } from './calls';
import { Computation, toRunRequest } from './computation';
import { type Dispatcher, Killed } from './dispatcher';
import type { Execution, ExecutionError, ExecutionStatus } from './execution';
import { type ConcurrencyLimit, MAX_EXECUTION_MS, TOO_LONG, TOO_MANY } from './limits';
import type { Rewording } from './rewording';
import type { Outcome } from './run';
import type { Scheduler, Turn } from './scheduler';
import { codeOf } from './script';
import { ServiceError } from './service';
import { syntaxErrorIn } from './source';
import { Work } from './work';
import type { WorkerPool } from './worker-pool';
import type { Conversation } from './worker-thread';

export const KILLED: ExecutionError = { name: 'Killed', message: 'The execution was killed.' };

interface Environment {
  scheduler: Scheduler;
  dispatcher: Dispatcher;
  pool: WorkerPool;
  concurrency: ConcurrencyLimit;
  virtual: boolean;
  seed: number;
  missingGlobals: readonly string[];
  rewording: Rewording;
  /** Real ms without a service call after which the script counts as an endless loop. */
  computeMs: number;
}

/** Runs one execution from its start to its end, through its service calls. */
export class RunningExecution implements Conversation {
  private readonly execution: Execution;
  private readonly environment: Environment;
  /** Epoch ms at which its six minutes are over. */
  private readonly deadline: number;
  private readonly work: Work;
  private readonly computation: Computation;
  private firstTurn: Turn | undefined;
  private isStarted = false;
  private resolve: (failure?: Error) => void = () => {};

  constructor(execution: Execution, environment: Environment) {
    this.execution = execution;
    this.environment = environment;
    this.deadline = execution.startedAt + MAX_EXECUTION_MS;
    this.work = new Work(environment.scheduler, this.deadline, () => this.timeOut());
    this.computation = new Computation(environment.pool, () => this.expire());
    execution.work = this.work;
  }

  /** Resolves when the execution has ended in any way; rejects only for a bug in the runtime. */
  run(args: readonly unknown[]): Promise<void> {
    this.environment.pool.expect();
    return new Promise((resolve, reject) => {
      this.resolve = (failure) => (failure ? reject(failure) : resolve());
      this.firstTurn = this.environment.scheduler.at(this.execution.startedAt, () => this.start(args));
    });
  }

  /** Ends it from outside, as closing the runtime does. */
  kill(): void {
    this.firstTurn?.cancel();
    if (this.isStarted) this.end('killed', KILLED);
    else this.refuse('killed', KILLED);
  }

  onCall(text: string, computedMs: number): void {
    this.execution.computedMs = computedMs;
    this.computation.rest();
    this.work.call(this.execution.clock, () => void this.serve(JSON.parse(text) as CallRequest));
  }

  onDone(text: string, computedMs: number): void {
    this.execution.computedMs = computedMs;
    this.computation.giveBack();
    this.work.call(this.execution.clock, () => this.conclude(JSON.parse(text) as Outcome));
  }

  onBreakdown(error: Error): void {
    this.end('failed', { name: error.name, message: error.message });
  }

  private start(args: readonly unknown[]): void {
    const syntaxError = syntaxErrorIn(codeOf(this.execution.script));
    if (syntaxError) this.refuse('failed', syntaxError);
    else if (this.environment.concurrency.enter()) {
      this.isStarted = true;
      this.work.begin();
      this.computation.start(
        toRunRequest(this.execution, args, this.environment),
        this,
        this.computeTimeout(),
      );
    } else this.refuse('failed', { name: 'Exception', message: this.reworded(TOO_MANY) });
  }

  /** Ends it before it has started. */
  private refuse(status: ExecutionStatus, error: ExecutionError): void {
    if (this.execution.status !== 'running') return;
    this.environment.pool.expectLess();
    this.execution.end(status, error);
    this.resolve();
  }

  private async serve(request: CallRequest): Promise<void> {
    try {
      const reply = await this.environment.dispatcher.answer(this.execution, request);
      if (this.execution.status === 'running') this.answer(JSON.stringify(reply));
    } catch (error) {
      if (error instanceof Killed) this.end('killed', KILLED);
      else this.breakRuntime(error as Error);
    }
  }

  /** A call that ran past the deadline has taken effect, but its answer is never delivered. */
  private answer(reply: string): void {
    if (this.time() > this.deadline) this.expire();
    else this.computation.answer(reply, this.computeTimeout());
  }

  private conclude(outcome: Outcome): void {
    const { execution } = this;
    execution.conclude(outcome);
    try {
      this.finish();
      this.end(execution.error ? 'failed' : 'completed', execution.error);
    } catch (error) {
      this.breakRuntime(error as Error);
    }
  }

  /** Applies buffered writes; if that fails, the execution fails. */
  private finish(): void {
    try {
      this.environment.dispatcher.finish(this.execution);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.execution.error ??= { name: error.name, message: this.reworded(error.message) };
    }
  }

  /** Epoch ms on the clock that the script reads. */
  private time(): number {
    return this.environment.virtual ? this.execution.clock : this.environment.scheduler.now();
  }

  /** Real ms that the script may compute now. */
  private computeTimeout(): number {
    const { computeMs, virtual } = this.environment;
    return virtual ? computeMs : Math.min(computeMs, Math.max(this.deadline - Date.now(), 0));
  }

  /** Stops computing, but keeps its locks until its six minutes are over. */
  private expire(): void {
    this.computation.discard();
    this.work.pause(Number.POSITIVE_INFINITY, () => {});
  }

  /** The script cannot catch this: its thread is terminated. */
  private timeOut(): void {
    this.execution.clock = this.deadline;
    this.end('timed out', { name: 'Exception', message: this.reworded(TOO_LONG) });
  }

  private reworded(message: string): string {
    return this.environment.rewording.of(message);
  }

  private breakRuntime(error: Error): void {
    this.end('failed', { name: error.name, message: error.message }, error);
  }

  private end(status: ExecutionStatus, error: ExecutionError | undefined, failure?: Error): void {
    if (this.execution.status !== 'running') return;
    this.computation.discard();
    this.execution.end(status, error);
    this.environment.dispatcher.release(this.execution);
    this.environment.concurrency.leave();
    this.resolve(failure);
    this.work.end();
  }
}
