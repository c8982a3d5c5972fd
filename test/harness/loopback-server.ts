import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { closeServer, listenOn } from './loopback';

/** What somebody else's server does with a request and its body. */
export type Take = (request: IncomingMessage, body: string, response: ServerResponse) => void;

/** Somebody else's server, on this machine. */
export class LoopbackServer {
  private readonly server: Server;

  constructor(take: Take) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => take(request, Buffer.concat(chunks).toString(), response));
    });
  }

  /** Where it is reached. */
  listen(): Promise<string> {
    return listenOn(this.server);
  }

  close(): Promise<unknown> {
    return closeServer(this.server);
  }
}
