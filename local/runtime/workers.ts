import path from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { RunRequest } from '../protocol/run';

export interface Conversation {
  /** A service call arrives; the execution stands still until `answer`. */
  onCall(request: string): void;
  /** The function ended; the text is the outcome's JSON. */
  onDone(outcome: string): void;
  /** The thread broke down, for example for want of memory. */
  onBreakdown(error: Error): void;
}

/** One thread, which runs one execution at a time. */
export class WorkerThread {
  private readonly thread: Worker;
  private readonly port: MessagePort;
  private readonly flag = new Int32Array(new SharedArrayBuffer(4));
  private conversation: Conversation | undefined;

  constructor(buildFolder: string) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.thread = new Worker(path.resolve(buildFolder, 'worker.cjs'), {
      workerData: { port: port2, flag: this.flag, realmFile: path.resolve(buildFolder, 'realm.js') },
      transferList: [port2],
      env: {},
    });
    this.thread.on('error', (error) => this.conversation?.onBreakdown(error));
    port1.on('message', (message: { call: string } | { done: string }) => {
      if ('call' in message) this.conversation?.onCall(message.call);
      else this.conversation?.onDone(message.done);
    });
    // A thread that waits for work keeps nobody's process alive.
    this.thread.unref();
    port1.unref();
  }

  run(request: RunRequest, conversation: Conversation): void {
    this.conversation = conversation;
    this.thread.postMessage(request);
  }

  answer(reply: string): void {
    this.port.postMessage(reply);
    Atomics.store(this.flag, 0, 1);
    Atomics.notify(this.flag, 0);
  }

  /** Ends the thread wherever it stands: no `finally` of the script runs. */
  async terminate(): Promise<void> {
    this.conversation = undefined;
    this.port.close();
    await this.thread.terminate();
  }
}

/** Keeps finished threads for the next execution; at most as many run as executions may. */
export class WorkerPool {
  private readonly idle: WorkerThread[] = [];
  private readonly all = new Set<WorkerThread>();
  private readonly buildFolder: string;

  constructor(buildFolder: string) {
    this.buildFolder = buildFolder;
  }

  take(): WorkerThread {
    const worker = this.idle.pop() ?? new WorkerThread(this.buildFolder);
    this.all.add(worker);
    return worker;
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
}
