import { type RuntimeCode, WorkerThread } from './worker-thread';

/** What V8 made of files, by their digests: the same for every runtime of this process. */
const compiled = new Map<string, Uint8Array>();

/** Idle threads of runtimes that were closed, by the code that they run: the next runtime need not start its own. */
const spare = new Map<string, WorkerThread[]>();
const MAX_SPARE = 4;

/** Keeps finished threads for the next execution; at most as many run as executions may. */
export class WorkerPool {
  private readonly idle: WorkerThread[] = [];
  private readonly all = new Set<WorkerThread>();
  private readonly code: RuntimeCode;
  private readonly most: number;
  private readonly spare: WorkerThread[];
  private expected = 0;

  constructor(code: RuntimeCode, most: number) {
    this.code = code;
    this.most = most;
    const key = `${code.realm.digest} ${code.worker}`;
    this.spare = spare.get(key) ?? [];
    spare.set(key, this.spare);
  }

  /** An execution is about to ask for a thread: those that are missing start at once, beside each other. */
  expect(): void {
    this.expected++;
    if (this.idle.length < this.expected && this.all.size < this.most) this.idle.unshift(this.start());
  }

  /** It will not ask after all. */
  expectLess(): void {
    this.expected--;
  }

  take(): WorkerThread {
    this.expected--;
    const worker = this.idle.pop() ?? this.start();
    if (!worker.isBroken) return worker;
    void this.discard(worker);
    return this.start();
  }

  giveBack(worker: WorkerThread): void {
    this.idle.push(worker);
  }

  async discard(worker: WorkerThread): Promise<void> {
    this.all.delete(worker);
    await worker.terminate();
  }

  /** Ends the threads at work and leaves some of the idle ones to the next runtime. */
  async close(): Promise<void> {
    const kept = this.idle.splice(0).filter(({ isBroken }) => !isBroken);
    this.spare.push(...kept.slice(0, MAX_SPARE - this.spare.length));
    const ended = [...this.all].filter((worker) => !this.spare.includes(worker));
    this.all.clear();
    await Promise.all(ended.map((worker) => worker.terminate()));
  }

  private start(): WorkerThread {
    const worker = this.spare.pop() ?? new WorkerThread(this.code, compiled);
    this.all.add(worker);
    return worker;
  }
}
