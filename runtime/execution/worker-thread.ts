import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { RunRequest, SourceFile } from './run';

export interface Conversation {
  /** A service call arrives; the execution stands still until `answer`. */
  onCall(request: string): void;
  /** The function ended; the text is the outcome's JSON. */
  onDone(outcome: string): void;
  /** The thread broke down, for example for want of memory. */
  onBreakdown(error: Error): void;
}

/** What executions run on, in memory, so that a later build cannot change it under a runtime. */
export interface RuntimeCode {
  /** The text of `worker.cjs`. */
  worker: string;
  /** `realm.js` */
  realm: SourceFile;
}

/** What V8 made of a file when it ran, so that the next thread need not make it again. */
export interface CompiledFile {
  /** Of the file's text. */
  digest: string;
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

  constructor({ worker, realm }: RuntimeCode, compiled: Map<string, Uint8Array>) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.thread = new Worker(worker, {
      eval: true,
      // Thirty of them would each keep what a single one may.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
      workerData: { port: port2, flag: this.flag, realm, compiled },
      transferList: [port2],
      env: {},
    });
    this.thread.on('error', (error) => this.breakDown(error));
    this.thread.on('exit', () => this.breakDown(new Error('The thread of the execution ended.')));
    port1.on('message', (message: Message) => {
      if ('call' in message) this.conversation?.onCall(message.call);
      else if ('done' in message) this.finish(message.done);
      else compiled.set(message.compiled.digest, message.compiled.code);
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

  /** What befalls the thread from now on is no concern of the execution. */
  private finish(outcome: string): void {
    const { conversation } = this;
    this.conversation = undefined;
    conversation?.onDone(outcome);
  }

  private breakDown(error: Error): void {
    this.isBroken = true;
    this.conversation?.onBreakdown(error);
  }
}
