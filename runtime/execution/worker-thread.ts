import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { addBounded } from './bounded';
import type { RunRequest, SourceFile } from './run';

export interface Conversation {
  /** A service call; the execution waits for `answer`. `computedMs`: how long the script has computed so far. */
  onCall(request: string, computedMs: number): void;
  /** The function ended; `outcome` is JSON. */
  onDone(outcome: string, computedMs: number): void;
  /** The thread crashed, for example out of memory. */
  onBreakdown(error: Error): void;
}

/** The code of a thread, in memory, so that a later build does not change it during a run. */
export interface RuntimeCode {
  /** The text of `worker.cjs`. */
  worker: string;
  /** `realm.js` */
  realm: SourceFile;
  /** `type-list.json` */
  types: string;
}

/** V8's compiled code of a file, so that the next thread need not compile it again. */
export interface CompiledFile {
  /** The digest of the file's text. */
  digest: string;
  code: Uint8Array;
}

/** Every new thread gets a copy of all of them. */
const MAX_COMPILED = 20;

type Message =
  | { call: string; computedMs: number }
  | { done: string; computedMs: number }
  | { compiled: CompiledFile };

/** One thread, which runs one execution at a time. */
export class WorkerThread {
  private readonly thread: Worker;
  private readonly port: MessagePort;
  private readonly flag = new Int32Array(new SharedArrayBuffer(4));
  /** The files that it has, by name and digest. */
  private readonly sent = new Set<string>();
  private conversation: Conversation | undefined;
  private ending: NodeJS.Timeout | undefined;
  isBroken = false;

  constructor({ worker, realm, types }: RuntimeCode, compiled: Map<string, Uint8Array>) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.thread = new Worker(worker, {
      eval: true,
      // The less room a thread has the sooner V8 collects what nobody needs, at hardly any cost.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 },
      workerData: { port: port2, flag: this.flag, realm, types, compiled },
      transferList: [port2],
      env: {},
    });
    this.thread.on('error', (error) => this.breakDown(error));
    this.thread.on('exit', () => this.breakDown(new Error('The thread of the execution ended.')));
    port1.on('message', (message: Message) => {
      if ('call' in message) this.conversation?.onCall(message.call, message.computedMs);
      else if ('done' in message) this.finish(message.done, message.computedMs);
      else addBounded(compiled, message.compiled.digest, message.compiled.code, MAX_COMPILED);
    });
    // An idle thread must not keep the process alive.
    this.thread.unref();
    port1.unref();
  }

  /** Calls `end` if nobody has needed it for so many real ms. */
  endAfter(ms: number, end: () => void): void {
    this.ending = setTimeout(end, ms).unref();
  }

  /** Takes back `endAfter`. */
  stay(): void {
    clearTimeout(this.ending);
  }

  run(request: RunRequest, conversation: Conversation): void {
    this.stay();
    this.conversation = conversation;
    this.thread.postMessage({ ...request, code: request.code.map((file) => this.withoutKnown(file)) });
  }

  answer(reply: string): void {
    this.port.postMessage(reply);
    Atomics.store(this.flag, 0, 1);
    Atomics.notify(this.flag, 0);
  }

  /** A script is half a megabyte, and is sent to a thread once. */
  private withoutKnown(file: SourceFile): SourceFile {
    const key = `${file.name} ${file.digest}`;
    if (this.sent.has(key)) return { ...file, text: '' };
    this.sent.add(key);
    return file;
  }

  /** Terminates the thread: no `finally` of the script runs. */
  async terminate(): Promise<void> {
    this.stay();
    this.conversation = undefined;
    this.port.close();
    await this.thread.terminate();
  }

  /** The execution no longer hears of what happens to the thread. */
  private finish(outcome: string, computedMs: number): void {
    const { conversation } = this;
    this.conversation = undefined;
    conversation?.onDone(outcome, computedMs);
  }

  private breakDown(error: Error): void {
    this.isBroken = true;
    this.conversation?.onBreakdown(error);
  }
}
