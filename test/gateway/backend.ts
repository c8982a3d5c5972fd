import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Behave = (request: IncomingMessage, response: ServerResponse) => void;

export interface Backend {
  url: string;
  /** Method and path of every request, in order. */
  asked: string[];
  close(): void;
}

/** A web app that behaves as told, on a free port of this machine. */
export async function startBackend(behave: Behave): Promise<Backend> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    behave(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/exec`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, asked, close };
}
