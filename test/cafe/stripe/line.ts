import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listenOn } from '../../harness/loopback';

/** What becomes of the next call: its answer is lost, or somebody in between answers. */
export type Trouble = 'lost' | { status: number; body: string };

/** The way to a server, which may fail; notes what went over it. */
export class Line {
  trouble: Trouble | undefined;
  /** The same, for every call. */
  outage: Trouble | 'hangs' | undefined;
  /** Done once, after the next call was answered there and before its answer comes here. */
  onceAnswered: (() => Promise<void>) | undefined;
  readonly calls: { method: string; path: string; body: string; headers: IncomingMessage['headers'] }[] = [];
  private readonly server: Server;

  constructor(target: string) {
    this.server = createServer((request, response) => void this.carry(target, request, response));
  }

  listen(): Promise<string> {
    return listenOn(this.server);
  }

  close(): Promise<unknown> {
    return closeServer(this.server);
  }

  private async carry(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const body = await text(request);
    this.calls.push({ method, path, body, headers });
    if (this.outage === 'hangs') return;
    const trouble = this.outage ?? this.trouble;
    this.trouble = undefined;
    if (trouble && trouble !== 'lost') {
      response.writeHead(trouble.status).end(trouble.body);
      return;
    }
    const { host: _, connection: __, ...passed } = headers as Record<string, string>;
    const answer = await fetch(target + path, { method, headers: passed, ...(body ? { body } : {}) });
    const answered = await answer.text();
    const { onceAnswered } = this;
    this.onceAnswered = undefined;
    await onceAnswered?.();
    if (trouble === 'lost') response.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answered);
  }
}
