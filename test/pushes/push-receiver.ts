import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { LoopbackServer } from '../harness/loopback-server';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Whether it was answered so. */
  isTaken: boolean;
}

/** What a path answers; 200 unless said. A hanging one takes a push and never answers. */
export type Behaviour = { status: number; headers?: Record<string, string> } | 'hangs';

/** A point-of-sale system that keeps what it is told; every path of it is an endpoint. */
export class Receiver extends LoopbackServer {
  readonly received: Received[] = [];
  readonly behaviours = new Map<string, Behaviour>();
  /** A push that has this text in its body is never answered. */
  hangsAt: string | undefined;
  private readonly now: () => number;

  constructor(now: () => number) {
    super(({ url: path = '', headers }, body, response) => {
      const isHeld = this.hangsAt !== undefined && body.includes(this.hangsAt);
      const behaviour = isHeld ? 'hangs' : (this.behaviours.get(path) ?? { status: 200 });
      const isTaken = behaviour !== 'hangs' && behaviour.status < 300;
      this.received.push({ path, headers, body, isTaken });
      answer(response, behaviour);
    });
    this.now = now;
  }

  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  /** The payload, if it is signed with the secret at this moment. @throws WebhookVerificationError */
  verify({ body, headers }: Pick<Received, 'body' | 'headers'>, secret: string): unknown {
    return onPackageClock(this.now(), () =>
      new Webhook(secret).verify(body, headers as Record<string, string>),
    );
  }
}

/** Packages are evaluated outside of the suite: their clock is another one. */
export function onPackageClock<T>(now: number, work: () => T): T {
  const packageDate = Webhook.constructor('return Date')() as DateConstructor;
  const clock = jest.spyOn(packageDate, 'now').mockReturnValue(now);
  try {
    return work();
  } finally {
    clock.mockRestore();
  }
}

function answer(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour === 'hangs') return;
  response.writeHead(behaviour.status, behaviour.headers).end();
}
