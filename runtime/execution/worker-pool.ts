import type { Turn } from './scheduler';
import { type RuntimeCode, WorkerThread } from './worker-thread';

/** V8's compiled code of files by digest, shared by every runtime of this process. */
const compiled = new Map<string, Uint8Array>();

/** Idle threads of closed runtimes by their code, for the next runtime to use. */
const spare = new Map<string, WorkerThread[]>();
const MAX_SPARE = 4;

/** A thread holds the realms that it has used last, some megabytes, so one that nobody needs ends. */
const IDLE_MS = 10_000;

/** The time without a free thread after which the executions that have one may all be waiting for one that has none. */
const STUCK_MS = 1_000;

/** Keeps idle threads for the next execution. */
export class WorkerPool {
  private readonly idle: WorkerThread[] = [];
  private readonly all = new Set<WorkerThread>();
  private readonly waiting = new Set<(worker: WorkerThread) => void>();
  private readonly code: RuntimeCode;
  private readonly max: number;
  private readonly spare: WorkerThread[];
  private expected = 0;
  private stuck: NodeJS.Timeout | undefined;

  /** `max`: how many threads there are unless executions wait for each other. */
  constructor(code: RuntimeCode, max: number) {
    this.code = code;
    this.max = max;
    const key = `${code.realm.digest} ${code.worker}`;
    this.spare = spare.get(key) ?? [];
    spare.set(key, this.spare);
  }

  /** An execution will ask for a thread soon: starts one now if none is idle. */
  expect(): void {
    this.expected++;
    if (this.idle.length < this.expected && this.all.size < this.max) this.idle.unshift(this.start());
  }

  /** Takes back `expect`. */
  expectLess(): void {
    this.expected--;
  }

  /** Calls `begin` with a thread, once there is one. */
  take(begin: (worker: WorkerThread) => void): Turn {
    this.expected--;
    this.waiting.add(begin);
    this.serve();
    return { cancel: () => this.waiting.delete(begin) };
  }

  giveBack(worker: WorkerThread): void {
    this.idle.push(worker);
    this.serve();
    if (!this.idle.includes(worker)) return;
    worker.endAfter(IDLE_MS, () => {
      for (const list of [this.idle, this.spare])
        list.splice(0, list.length, ...list.filter((other) => other !== worker));
      void this.discard(worker);
    });
  }

  async discard(worker: WorkerThread): Promise<void> {
    this.all.delete(worker);
    this.serve();
    await worker.terminate();
  }

  /** Terminates the busy threads and leaves some of the idle ones to the next runtime. */
  async close(): Promise<void> {
    const kept = this.idle.splice(0).filter(({ isBroken }) => !isBroken);
    this.spare.push(...kept.slice(0, MAX_SPARE - this.spare.length));
    const ended = [...this.all].filter((worker) => !this.spare.includes(worker));
    this.all.clear();
    await Promise.all(ended.map((worker) => worker.terminate()));
  }

  /** Gives a thread to the execution that has waited longest, if there is one or may be another. */
  private serve(max = this.max): void {
    clearTimeout(this.stuck);
    const [begin] = this.waiting;
    if (!begin) return;
    const worker = this.idle.pop() ?? (this.all.size < max ? this.start() : undefined);
    if (worker?.isBroken) void this.discard(worker);
    else if (worker) {
      this.waiting.delete(begin);
      begin(worker);
      this.serve();
    } else this.stuck = setTimeout(() => this.serve(Number.POSITIVE_INFINITY), STUCK_MS).unref();
  }

  private start(): WorkerThread {
    const worker = this.spare.pop() ?? new WorkerThread(this.code, compiled);
    worker.stay();
    this.all.add(worker);
    return worker;
  }
}
