import { type Envelope, isSignature } from './envelope';
import { busy, type Priority, type Seats } from './seats';

const WEBHOOK: Priority = 0;
const CREDENTIAL: Priority = 1;
const ANONYMOUS: Priority = 2;

/** What providers call. The first one places orders, and the second one is never repeated: a text that nobody takes is lost. */
const WEBHOOKS = ['/webhooks/payments', '/v1/messaging/webhook'];

/** While this many payments wait, a new order would only hold up customers who have paid. */
const MAX_WEBHOOKS_WAITING = 20;
const REFUSED_FOR_MS = 60_000;
const MAX_REFUSED = 1_000;

/** Who goes first. Only the script can tell whether a credential is valid; the gateway remembers which it has refused. */
export class Admission {
  private readonly seats: Seats;
  /** Epoch ms of the last refusal of an Authorization header, the oldest first. */
  private readonly refused = new Map<string, number>();

  constructor(seats: Seats) {
    this.seats = seats;
  }

  /** @throws GatewayError 503 for a new order while many payments wait */
  priorityOf({ method, path, headers }: Envelope): Priority {
    const isPost = method === 'POST';
    if (isPost && path === '/v1/orders' && this.seats.waitingWith(WEBHOOK) >= MAX_WEBHOOKS_WAITING)
      throw busy();
    if (isPost && WEBHOOKS.includes(path) && Object.keys(headers).some(isSignature)) return WEBHOOK;
    const { authorization } = headers;
    if (authorization === undefined || this.isRefused(authorization)) return ANONYMOUS;
    return CREDENTIAL;
  }

  /** The script has found the credential invalid. */
  refuse({ headers: { authorization } }: Envelope): void {
    if (authorization === undefined) return;
    this.refused.delete(authorization);
    this.refused.set(authorization, Date.now());
    const [oldest = ''] = this.refused.keys();
    if (this.refused.size > MAX_REFUSED) this.refused.delete(oldest);
  }

  private isRefused(authorization: string): boolean {
    return Date.now() - (this.refused.get(authorization) ?? 0) < REFUSED_FOR_MS;
  }
}
