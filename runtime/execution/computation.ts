import type { Execution } from './execution';
import type { RunRequest } from './run';
import { codeOf } from './script';
import type { WorkerPool } from './worker-pool';
import type { Conversation, WorkerThread } from './worker-thread';

/** The thread that one execution computes in, and the watch over it: a loop without end cannot be asked to stop. */
export class Computation {
  private readonly pool: WorkerPool;
  private readonly onLoop: () => void;
  private thread: WorkerThread | undefined;
  private watchdog: NodeJS.Timeout | undefined;

  constructor(pool: WorkerPool, onLoop: () => void) {
    this.pool = pool;
    this.onLoop = onLoop;
  }

  /** `most`: real ms that it may compute at a stretch. */
  start(request: RunRequest, conversation: Conversation, most: number): void {
    this.thread = this.pool.take();
    this.watch(most);
    this.thread.run(request, conversation);
  }

  answer(reply: string, most: number): void {
    this.watch(most);
    this.thread?.answer(reply);
  }

  /** It stands still, or is done. */
  rest(): void {
    clearTimeout(this.watchdog);
  }

  /** Its thread is free for another execution. */
  giveBack(): void {
    this.rest();
    if (this.thread) this.pool.giveBack(this.thread);
    this.thread = undefined;
  }

  /** Ends it where it stands. */
  discard(): void {
    this.rest();
    if (this.thread) void this.pool.discard(this.thread);
    this.thread = undefined;
  }

  private watch(most: number): void {
    this.watchdog = setTimeout(this.onLoop, most);
  }
}

/** What a thread must know to run the execution's function. */
export function toRunRequest(
  { script, function: name, clock, id }: Execution,
  args: readonly unknown[],
  { virtual, seed, missingGlobals }: Pick<RunRequest, 'virtual' | 'seed' | 'missingGlobals'>,
): RunRequest {
  const services = script.manifest.dependencies?.enabledAdvancedServices ?? [];
  return {
    code: codeOf(script),
    function: name,
    args: JSON.stringify(args),
    clock,
    virtual,
    seed: seed + id,
    missingGlobals,
    advancedServices: services.map((service) => service.userSymbol),
  };
}
