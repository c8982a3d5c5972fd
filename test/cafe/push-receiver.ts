import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { closeServer, listenOn } from '../harness/loopback';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What a path answers; 200 unless said. A hanging one takes a push and never answers. */
export type Behaviour = { status: number; headers?: Record<string, string> } | 'hangs';

/** A point-of-sale system that keeps what it is told; every path of it is an endpoint. */
export class Receiver {
  readonly received: Received[] = [];
  readonly behaviours = new Map<string, Behaviour>();
  private readonly server: Server;
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        this.received.push({ path, headers, body: Buffer.concat(chunks).toString() });
        answer(response, this.behaviours.get(path) ?? { status: 200 });
      });
    });
  }

  listen(): Promise<string> {
    return listenOn(this.server);
  }

  close(): Promise<unknown> {
    return closeServer(this.server);
  }

  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  /** The payload, if it is signed with the secret at this moment. @throws WebhookVerificationError */
  verify({ body, headers }: Pick<Received, 'body' | 'headers'>, secret: string): unknown {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(this.now());
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>);
    } finally {
      clock.mockRestore();
    }
  }
}

function answer(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour === 'hangs') return;
  response.writeHead(behaviour.status, behaviour.headers).end();
}
