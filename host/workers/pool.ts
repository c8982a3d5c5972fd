import { MessageChannel, Worker } from 'node:worker_threads';
import { type BridgeEnd, type Services, serveBridge } from '../bridge';
import type { Connection } from '../database/connection';

/** A piece of work for a worker: the name of a task that its script has, and what the task takes. */
interface Task {
  name: string;
  argument: unknown;
}

/** The data that a worker's thread is given. */
export interface WorkerSetup {
  bridge: BridgeEnd;
}

/** A message from the main thread to a worker, and back. */
export interface TaskRequest {
  number: number;
  task: Task;
}
export type Outcome = { number: number; result: unknown } | { number: number; error: string };

export interface PoolOptions {
  /** The file that a worker runs. */
  script: string;
  size: number;
  /** The time that one task may take; a worker that is not done by then is ended. */
  taskTimeoutMs: number;
  /** Opens the connection of one worker. */
  connect(): Connection;
  /** The environment of the workers besides this process's own. */
  env?: Readonly<NodeJS.ProcessEnv> | undefined;
  /** Services that workers may ask of the main thread besides their statements. */
  services: Services;
  /** Called with a line for the log when a worker has ended by itself. */
  onLoss(message: string): void;
}

export interface Pool {
  /**
   * Runs the task in a free worker; where there is none it waits for one.
   *
   * @throws WorkerLost, TaskTimeout, TaskFailed
   */
  run(task: Task): Promise<Finished>;
  /** Ends all workers at once. */
  close(): Promise<void>;
}

interface Finished {
  result: unknown;
  /** Which worker it was, counted from 1. */
  worker: number;
}

/** The worker ended in the middle of a task, which may have been done. */
class WorkerLost extends Error {
  override name = 'WorkerLost';
}

export class TaskTimeout extends Error {
  override name = 'TaskTimeout';
}

/** The task threw. */
export class TaskFailed extends Error {
  override name = 'TaskFailed';
}

/** A worker that ends as soon as it starts is not started again in a loop. */
const PAUSE_BEFORE_RESTART_MS = 500;

/** The API's code takes a tenth of this. A worker that grows beyond it has gone wrong, and must not take the whole machine. */
const MAX_HEAP_MB = 512;

interface Slot {
  id: number;
  thread: Worker;
  connection: Connection;
  startedAt: number;
  running: Running | undefined;
}

interface Running {
  number: number;
  resolve(finished: Finished): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Threads that each evaluate the same script once and then run one task at a time; one that ends is replaced. */
export function startPool(options: PoolOptions): Pool {
  const slots = new Set<Slot>();
  const idle: Slot[] = [];
  const waiting: ((slot: Slot) => void)[] = [];
  let lastNumber = 0;
  let isClosed = false;
  for (let id = 1; id <= options.size; id++) start(id);

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        const begin = (slot: Slot) => assign(slot, task, { resolve, reject });
        const slot = idle.pop();
        if (slot) begin(slot);
        else waiting.push(begin);
      }),
    async close() {
      isClosed = true;
      await Promise.all([...slots].map(({ thread }) => thread.terminate()));
    },
  };

  function start(id: number): void {
    const connection = options.connect();
    const thread = startThread(options, connection);
    const slot: Slot = { id, thread, connection, startedAt: Date.now(), running: undefined };
    slots.add(slot);
    thread.on('message', (outcome: Outcome) => finish(slot, outcome));
    thread.on('error', (error) => options.onLoss(`Worker ${id}: ${error.stack ?? error.message}`));
    thread.on('exit', (code) => replace(slot, code));
    free(slot);
  }

  function free(slot: Slot): void {
    const next = waiting.shift();
    if (next) next(slot);
    else idle.push(slot);
  }

  function assign(slot: Slot, task: Task, { resolve, reject }: Pick<Running, 'resolve' | 'reject'>): void {
    const number = ++lastNumber;
    const timer = setTimeout(() => {
      end(slot, new TaskTimeout(`Worker ${slot.id} did not finish within ${options.taskTimeoutMs} ms.`));
    }, options.taskTimeoutMs);
    slot.running = { number, resolve, reject, timer };
    slot.thread.postMessage({ number, task } satisfies TaskRequest);
  }

  function finish(slot: Slot, outcome: Outcome): void {
    const { running } = slot;
    if (running?.number !== outcome.number) {
      end(slot, new WorkerLost(`Worker ${slot.id} answered another task than it was given.`));
      return;
    }
    clearTimeout(running.timer);
    slot.running = undefined;
    if ('error' in outcome) running.reject(new TaskFailed(outcome.error));
    else running.resolve({ result: outcome.result, worker: slot.id });
    free(slot);
  }

  /** Ends a worker that can no longer be trusted. */
  function end(slot: Slot, reason: Error): void {
    options.onLoss(reason.message);
    fail(slot, reason);
    void slot.thread.terminate();
  }

  function fail(slot: Slot, reason: Error): void {
    clearTimeout(slot.running?.timer);
    slot.running?.reject(reason);
    slot.running = undefined;
  }

  function replace(slot: Slot, code: number): void {
    slots.delete(slot);
    if (idle.includes(slot)) idle.splice(idle.indexOf(slot), 1);
    // The database undoes what the worker has not committed.
    slot.connection.close();
    fail(slot, new WorkerLost(`Worker ${slot.id} ended with code ${code}.`));
    if (isClosed) return;
    options.onLoss(`Worker ${slot.id} ended with code ${code} and is replaced.`);
    const pause = Math.max(0, slot.startedAt + PAUSE_BEFORE_RESTART_MS - Date.now());
    setTimeout(() => !isClosed && start(slot.id), pause);
  }
}

function startThread({ script, services, env }: PoolOptions, connection: Connection): Worker {
  const { port1, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  serveBridge({ port: port1, answered }, { ...services, sql: connection.run, rollback: connection.rollback });
  const setup: WorkerSetup = { bridge: { port: port2, answered } };
  const thread = new Worker(script, {
    workerData: setup,
    transferList: [port2],
    stdout: true,
    env: { ...process.env, ...env },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // Output of the code is for people; the host's own is its log, in JSON.
  thread.stdout.on('data', (text) => process.stderr.write(text));
  return thread;
}
