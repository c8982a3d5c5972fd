import { createServer, type RequestListener, type Server } from 'node:http';
import { createSecureContext, TLSSocket } from 'node:tls';
import { getRequestListener } from '@hono/node-server';
import { generate } from 'selfsigned';
import { closeServer, listenOn } from '../harness/loopback';
import type { AppsScript } from './apps-script';

const HOSTS = ['script.googleapis.com', 'www.googleapis.com', 'oauth2.googleapis.com'];

/** Where the network goes away: after this many requests have arrived; the last of them may still be carried out. */
export interface Cut {
  after: number;
  losesAnswer: boolean;
}

/** Stands where a company's proxy would, and plays everyone behind it, with a certificate of its own. */
export class GoogleProxy {
  /** To be trusted, in PEM. */
  readonly certificate: string;
  url = '';
  cut: Cut | undefined;
  private arrived = 0;
  private readonly tunnel: Server;
  private readonly inner: Server;

  static async start(google: AppsScript): Promise<GoogleProxy> {
    const altNames = HOSTS.map((value) => ({ type: 2 as const, value }));
    const pem = await generate([{ name: 'commonName', value: 'Google of the tests' }], {
      keyType: 'ec',
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames },
      ],
    });
    const proxy = new GoogleProxy(google, { key: pem.private, cert: pem.cert });
    proxy.url = await listenOn(proxy.tunnel);
    return proxy;
  }

  private constructor(google: AppsScript, pem: { key: string; cert: string }) {
    this.certificate = pem.cert;
    this.inner = createServer(this.cuttable(getRequestListener(google.app.fetch)));
    this.tunnel = createServer();
    const secureContext = createSecureContext(pem);
    this.tunnel.on('connect', (_request, socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const plain = new TLSSocket(socket, { isServer: true, secureContext });
      plain.on('error', () => {});
      this.inner.emit('connection', plain);
    });
  }

  /** From now on, counted anew. */
  cutAfter(after: number, losesAnswer = false): void {
    this.arrived = 0;
    this.cut = { after, losesAnswer };
  }

  close(): Promise<unknown> {
    this.inner.closeAllConnections();
    return closeServer(this.tunnel);
  }

  private cuttable(listener: RequestListener): RequestListener {
    return (request, response) => {
      this.arrived += 1;
      const { after, losesAnswer } = this.cut ?? { after: Number.POSITIVE_INFINITY, losesAnswer: false };
      if (this.arrived > after) request.socket.destroy();
      else if (this.arrived === after && losesAnswer) {
        // Carried out to its end, but nobody is told.
        response.end = () => response.destroy() as typeof response;
        listener(request, response);
      } else listener(request, response);
    };
  }
}
