import { type Envelope, isSignature, type Reply } from './envelope';
import { busy, type Rank, type SeatOptions, Seats } from './seats';

/** Paths that providers call. The first places orders; calls of the second are never repeated: a text that is refused is lost. */
const WEBHOOKS = ['/webhooks/payments', '/v1/messaging/webhook'];

/** Number of waiting payments from which a new order would only hold up customers who have paid. */
const MAX_WEBHOOKS_WAITING = 20;

const LOGINS = ['/v1/auth/login', '/v1/auth/session'];
/** A login computes a hash, which takes as long as dozens of other requests. */
const SEATS_PER_LOGIN = 8;
const LOGINS_WAITING = 20;

const MAX_PROVEN = 1_000;

/** Origin of a request, as far as it is known. */
export interface Origin {
  /** The network address of the caller. */
  address?: string;
  /** The path and query as they were sent; a URL has them without `.` and `..`. */
  target?: string | undefined;
}

export interface AdmissionOptions {
  seats: SeatOptions;
  /** True if logins are worked on beside the seats. */
  areLoginsApart?: boolean | undefined;
}

/** Lets requests in. Only the API can tell what a credential or a signature is worth; its last answer counts as the proof. */
export class Admission {
  private readonly seats: Seats;
  private readonly logins: Seats;
  private readonly areLoginsApart: boolean;
  /** The credentials, and the addresses of webhooks, that were valid at their last request, the oldest first. */
  private readonly proven = new Set<string>();

  constructor({ seats, areLoginsApart = false }: AdmissionOptions) {
    this.seats = new Seats(seats);
    const total = areLoginsApart ? 1 : Math.ceil(seats.total / SEATS_PER_LOGIN);
    this.logins = new Seats({ total, waitingPerSeat: LOGINS_WAITING });
    this.areLoginsApart = areLoginsApart;
  }

  get state(): { total: number; inUse: number; waiting: number } {
    const { total, inUse, waiting } = this.seats;
    return { total, inUse, waiting: waiting + this.logins.waiting };
  }

  /** @throws GatewayError 503 if there is no seat in time, and for a new order while many payments wait */
  async run(
    envelope: Envelope,
    { address = '', caller, ask }: { address?: string; caller: AbortSignal; ask: () => Promise<Reply> },
  ): Promise<Reply> {
    if (isLogin(envelope)) {
      const visit = { rank: 'customer', who: `login from ${address}`, caller } as const;
      return this.logins.run(this.areLoginsApart ? ask : () => this.seats.run(ask, visit), visit);
    }
    const isOrder = envelope.method === 'POST' && envelope.path === '/v1/orders';
    if (isOrder && this.seats.waitingWith('webhook') >= MAX_WEBHOOKS_WAITING) throw busy();
    const rank = claimedBy(envelope);
    const place = `${rank} from ${address}`;
    const claim = rank === 'credential' ? (envelope.headers.authorization ?? '') : place;
    const isProven = this.proven.has(claim);
    const visit = { rank: isProven ? rank : 'customer', who: isProven ? claim : place, caller } as const;
    const reply = await this.seats.run(ask, visit);
    if (rank !== 'customer') this.note(claim, isProof(rank, reply));
    return reply;
  }

  close(): void {
    this.seats.close();
    this.logins.close();
  }

  private note(claim: string, isProven: boolean): void {
    this.proven.delete(claim);
    if (isProven) this.proven.add(claim);
    const [oldest = ''] = this.proven;
    if (this.proven.size > MAX_PROVEN) this.proven.delete(oldest);
  }
}

export function isLogin({ method, path }: Envelope): boolean {
  return method === 'POST' && LOGINS.includes(path);
}

/** The rank of a request whose signature or credential is valid. */
function claimedBy({ method, path, headers }: Envelope): Rank {
  const isWebhook = method === 'POST' && WEBHOOKS.includes(path) && Object.keys(headers).some(isSignature);
  if (isWebhook) return 'webhook';
  return headers.authorization === undefined ? 'customer' : 'credential';
}

/** A valid credential is counted, which its answer says; one that is refused or over its limit waits with everybody. */
function isProof(rank: Rank, { status, headers }: Reply): boolean {
  if (rank === 'webhook') return status < 300;
  return headers.ratelimit !== undefined && status !== 403 && status !== 429;
}
