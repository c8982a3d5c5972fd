import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

export type Handler = (request: Request) => Response | Promise<Response>;

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** Longer than anyone waits between two requests: one that is sent as its connection is being closed fails. */
const KEEP_ALIVE_MS = 65_000;

/** Serves on this machine only, not on the network. */
export function listen(port: number, handle: Handler): Promise<Listening> {
  const server = createServer(getRequestListener(handle));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}

export interface ReservedPort extends Listening {
  /** Answers requests from now on, including those that wait. */
  serve(handle: Handler): void;
}

/** Opens a port before there is anything to serve: requests wait for `serve`. */
export async function reservePort(port: number): Promise<ReservedPort> {
  let serve: ReservedPort['serve'] = () => {};
  const served = new Promise<Handler>((resolve) => {
    serve = resolve;
  });
  const listening = await listen(port, async (request) => (await served)(request));
  return { ...listening, serve };
}

/** The same address with 127.0.0.1: localhost may resolve to an IPv6 address, where nothing listens. */
export function toLoopback(url: string): string {
  return url.replace('//localhost', '//127.0.0.1');
}
