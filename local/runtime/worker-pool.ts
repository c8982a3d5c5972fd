import { type RuntimeCode, WorkerThread } from './worker-thread';

/** What V8 made of files, by their digests: the same for every runtime of this process. */
const compiled = new Map<string, Uint8Array>();

/** Keeps finished threads for the next execution; at most as many run as executions may. */
export class WorkerPool {
  private readonly idle: WorkerThread[] = [];
  private readonly all = new Set<WorkerThread>();
  private readonly code: RuntimeCode;
  private readonly most: number;
  private expected = 0;

  constructor(code: RuntimeCode, most: number) {
    this.code = code;
    this.most = most;
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

  async close(): Promise<void> {
    await Promise.all([...this.all].map((worker) => worker.terminate()));
    this.all.clear();
  }

  private start(): WorkerThread {
    const worker = new WorkerThread(this.code, compiled);
    this.all.add(worker);
    return worker;
  }
}
