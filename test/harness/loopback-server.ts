import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }
}
