import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import { getRequestListener } from '@hono/node-server';
import { generate } from 'selfsigned';
import { closeServer, listenOn } from '../harness/loopback';
import type { AppsScript } from './apps-script';

const HOSTS = [
  'script.googleapis.com',
  'www.googleapis.com',
  'oauth2.googleapis.com',
  'script.google.com',
  'script.googleusercontent.com',
];

/** The request, as method and path, with which the network goes away; it may have been carried out already. */
interface Cut {
  request: string;
  isCarriedOut: boolean;
}

/** Stands where a company's proxy would, and plays everyone behind it, with a certificate of its own. */
export class GoogleProxy {
  /** To be trusted, in PEM. */
  readonly certificate: string;
  url = '';
  private cut: Cut | undefined;
  private held: { request: string; held(): void } | undefined;
  private isDown = false;
  /** The server itself forgets those that it has handed over. */
  private readonly sockets = new Set<Duplex>();
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
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => this.sockets.delete(socket));
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const plain = new TLSSocket(socket, { isServer: true, secureContext });
      plain.on('error', () => {});
      this.inner.emit('connection', plain);
    });
  }

  cutBefore(request: string): void {
    this.cut = { request, isCarriedOut: false };
  }

  /** It is carried out to its end, but nobody is told. */
  cutAfter(request: string): void {
    this.cut = { request, isCarriedOut: true };
  }

  /** Nothing comes back of that request; answers when it has arrived. */
  hold(request: string): Promise<void> {
    return new Promise((held) => {
      this.held = { request, held };
    });
  }

  restore(): void {
    this.held = undefined;
    this.hangUp();
    this.cut = undefined;
    this.isDown = false;
  }

  close(): Promise<unknown> {
    this.hangUp();
    return closeServer(this.tunnel);
  }

  private hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private cuttable(listener: RequestListener): RequestListener {
    return (request, response) => {
      const isCarriedOut = !this.isDown && this.cut?.isCarriedOut;
      const name = `${request.method} ${request.url?.split('?')[0]}`;
      if (this.held?.request === name) return this.held.held();
      this.isDown ||= this.cut?.request === name;
      if (!this.isDown) return listener(request, response);
      if (!isCarriedOut) return request.socket.destroy();
      response.end = () => response.destroy();
      listener(request, response);
    };
  }
}
