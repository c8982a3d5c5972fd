import type { Execution } from './execution';
import type { Rewording } from './rewording';
import type { RunRequest } from './run';
import type { Turn } from './scheduler';
import { codeOf } from './script';
import type { WorkerPool } from './worker-pool';
import type { Conversation, WorkerThread } from './worker-thread';

/** The thread of one execution with a watchdog, since an endless loop cannot be asked to stop. */
export class Computation {
  private readonly pool: WorkerPool;
  private readonly onLoop: () => void;
  private thread: WorkerThread | undefined;
  private turn: Turn | undefined;
  private watchdog: NodeJS.Timeout | undefined;

  constructor(pool: WorkerPool, onLoop: () => void) {
    this.pool = pool;
    this.onLoop = onLoop;
  }

  /** `timeout`: real ms that it may compute without a service call. */
  start(request: RunRequest, conversation: Conversation, timeout: number): void {
    this.turn = this.pool.take((thread) => {
      this.thread = thread;
      this.watch(timeout);
      thread.run(request, conversation);
    });
  }

  answer(reply: string, timeout: number): void {
    this.watch(timeout);
    this.thread?.answer(reply);
  }

  /** Stops the watchdog: the thread waits for a reply, or is done. */
  rest(): void {
    clearTimeout(this.watchdog);
  }

  /** Returns the thread to the pool for another execution. */
  giveBack(): void {
    this.rest();
    if (this.thread) this.pool.giveBack(this.thread);
    this.thread = undefined;
  }

  /** Terminates the thread. */
  discard(): void {
    this.rest();
    this.turn?.cancel();
    if (this.thread) void this.pool.discard(this.thread);
    this.thread = undefined;
  }

  private watch(timeout: number): void {
    this.watchdog = setTimeout(this.onLoop, timeout);
  }
}

/** Makes the request that a thread needs to run the execution's function. */
export function toRunRequest(
  { script, function: name, clock, id }: Execution,
  args: readonly unknown[],
  {
    virtual,
    seed,
    missingGlobals,
    rewording,
  }: Pick<RunRequest, 'virtual' | 'seed' | 'missingGlobals'> & { rewording: Rewording },
): RunRequest {
  const services = script.manifest.dependencies?.enabledAdvancedServices ?? [];
  return {
    code: codeOf(script),
    function: name,
    args: JSON.stringify(args),
    clock,
    virtual,
    timeZone: script.manifest.timeZone,
    seed: seed + id,
    missingGlobals,
    isJapanese: rewording.isJapanese,
    advancedServices: services,
    isFresh: id % freshEvery() === 0,
  };
}

const FRESH_EVERY = 20;

/** Realms are kept between executions. One in so many is fresh, so that what a script fails to forget is seen. */
function freshEvery(): number {
  return Number(process.env.LOCAL_APPS_SCRIPT_FRESH_EVERY ?? FRESH_EVERY);
}
