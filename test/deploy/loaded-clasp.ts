import path from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';

/** The real clasp in a thread: to load it takes longer than all that it does, so it is loaded once. */
export class LoadedClasp {
  private readonly thread = new Worker(path.join(__dirname, 'clasp-thread.mjs'));

  /** Takes `{ args, env }` of a command, answers with what it prints and at last with its exit code. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.thread.postMessage({ port: port1 }, [port1]);
    return port2;
  }

  /** What a command prints. */
  print(...args: string[]): Promise<string> {
    const port = this.connect();
    port.postMessage({ args, env: { ...process.env } });
    let text = '';
    return new Promise((resolve) =>
      port.on('message', ({ stdout = '', code }) => {
        text += stdout;
        if (code === undefined) return;
        port.close();
        resolve(text);
      }),
    );
  }

  async end(): Promise<void> {
    await this.thread.terminate();
  }
}
