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

/** What V8 made of a file when it ran, so that the next thread need not make it again. */
export interface CompiledFile {
  file: string;
  code: Uint8Array;
}

type Message = { call: string } | { done: string } | { compiled: CompiledFile };

/** One thread, which runs one execution at a time. */
export class WorkerThread {
  private readonly thread: Worker;
  private readonly port: MessagePort;
  private readonly flag = new Int32Array(new SharedArrayBuffer(4));
  private conversation: Conversation | undefined;
  isBroken = false;

  constructor(buildFolder: string, compiled: Map<string, Uint8Array>) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const realmFile = path.resolve(buildFolder, 'realm.js');
    this.thread = new Worker(path.resolve(buildFolder, 'worker.cjs'), {
      workerData: { port: port2, flag: this.flag, realmFile, compiled },
      transferList: [port2],
      env: {},
    });
    this.thread.on('error', (error) => {
      this.isBroken = true;
      this.conversation?.onBreakdown(error);
    });
    port1.on('message', (message: Message) => {
      if ('call' in message) this.conversation?.onCall(message.call);
      else if ('done' in message) this.conversation?.onDone(message.done);
      else compiled.set(message.compiled.file, message.compiled.code);
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
  private readonly compiled = new Map<string, Uint8Array>();
  private readonly buildFolder: string;
  private readonly most: number;
  private expected = 0;

  constructor(buildFolder: string, most: number) {
    this.buildFolder = buildFolder;
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
    const worker = new WorkerThread(this.buildFolder, this.compiled);
    this.all.add(worker);
    return worker;
  }
}
