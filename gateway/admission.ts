import { type Envelope, isSignature, type Reply } from './envelope';
import { busy, type Rank, type SeatOptions, Seats } from './seats';

/** Paths that providers call. The first places orders; calls of the second are never repeated: a text that is refused is lost. */
const WEBHOOKS = ['/webhooks/payments', '/v1/messaging/webhook'];

/** Number of waiting payments from which a new order would only hold up customers who have paid. */
const MAX_WEBHOOKS_WAITING = 20;

const LOGINS = ['/v1/auth/login', '/v1/auth/session'];
/** A login computes a hash, which takes as long as dozens of other requests. */
const SEATS_PER_LOGIN = 8;
/** Equals the number of connections that one address may have: a caller who is refused at once asks again at once. */
const LOGINS_WAITING = 256;

/** The time after which a credential that is over its limit is told so. At once, its next request would come at once. */
const REFUSAL_MS = 250;

/** Credentials and addresses that are remembered. */
const MAX_KNOWN = 1_000;

/** Origin of a request, as far as it is known. */
export interface Origin {
  /** The network address of the caller. */
  address?: string;
  /** The path and query as they were sent; a URL has them without `.` and `..`. */
  target?: string | undefined;
  /** Calls other servers on behalf of this request, where a platform counts calls by request. */
  fetch?: typeof fetch | undefined;
}

export interface AdmissionOptions {
  seats: SeatOptions;
  /** True if logins are worked on beside the seats. */
  areLoginsApart?: boolean | undefined;
  /** Tells whether the signature of a webhook is valid, where this process can. */
  isSigned?: ((webhook: Envelope) => Promise<boolean>) | undefined;
}

/** Webhooks whose signature is wrong take turns as one caller, wherever they come from. */
const UNSIGNED = 'webhooks that nobody has signed';

/**
 * Lets requests in. What a credential is worth only the API can tell, and a signature too unless `isSigned` does: its last
 * answer counts as the proof.
 */
export class Admission {
  private readonly seats: Seats;
  private readonly logins: Seats;
  private readonly signatures: Seats;
  private readonly areLoginsApart: boolean;
  private readonly isSigned: AdmissionOptions['isSigned'];
  /** The credentials, and the addresses of webhooks, that were valid at their last request, the oldest first. */
  private readonly proven = new Set<string>();
  /** The answers to credentials that are over their limit. */
  private readonly limited = new Map<string, Limited>();

  constructor({ seats, areLoginsApart = false, isSigned }: AdmissionOptions) {
    this.seats = new Seats(seats);
    const total = areLoginsApart ? 1 : Math.ceil(seats.total / SEATS_PER_LOGIN);
    this.logins = new Seats({ total, waitingPerSeat: LOGINS_WAITING });
    this.signatures = new Seats({ ...seats, total: 1 });
    this.areLoginsApart = areLoginsApart;
    this.isSigned = isSigned;
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
    const claim = rank === 'credential' ? credentialOf(envelope) : place;
    const refusal = this.refusalOf(claim);
    if (refusal) {
      await new Promise((resolve) => setTimeout(resolve, REFUSAL_MS));
      return refusal;
    }
    const { isSigned } = this;
    const isChecked = rank === 'webhook' && isSigned !== undefined;
    const isProven = isChecked
      ? await this.signatures.run(() => isSigned(envelope), {
          rank: this.proven.has(claim) ? 'webhook' : 'customer',
          who: place,
          caller,
        })
      : this.proven.has(claim);
    const unproven = isChecked ? UNSIGNED : place;
    const visit = { rank: isProven ? rank : 'customer', who: isProven ? claim : unproven, caller } as const;
    const reply = await this.seats.run(ask, visit);
    if (rank !== 'customer') this.note(claim, isProof(rank, reply));
    if (rank === 'credential' && reply.status === 429) this.limit(claim, reply);
    return reply;
  }

  close(): void {
    this.seats.close();
    this.logins.close();
    this.signatures.close();
  }

  /** Retry-After is in whole seconds, of which the last one may be over sooner: nobody is refused too early. */
  private limit(claim: string, reply: Reply): void {
    this.limited.set(claim, {
      until: Date.now() + (Number(reply.headers['retry-after']) - 1) * 1_000,
      reply,
    });
    const [oldest = ''] = this.limited.keys();
    if (this.limited.size > MAX_KNOWN) this.limited.delete(oldest);
  }

  /** Answers a credential that is over its limit, in whatever rush; undefined where the API has to look again. */
  private refusalOf(claim: string): Reply | undefined {
    const { until = 0, reply } = this.limited.get(claim) ?? {};
    const left = until - Date.now();
    if (reply && left > 0) return withRetryAfter(reply, Math.ceil(left / 1_000) + 1);
    this.limited.delete(claim);
    return undefined;
  }

  private note(claim: string, isProven: boolean): void {
    this.proven.delete(claim);
    if (isProven) this.proven.add(claim);
    const [oldest = ''] = this.proven;
    if (this.proven.size > MAX_KNOWN) this.proven.delete(oldest);
  }
}

/** The credential, however the scheme in front of it is written: else one key would be many callers. */
function credentialOf({ headers: { authorization = '' } }: Envelope): string {
  return authorization.trim().split(' ').at(-1) ?? '';
}

/** A refusal, and the time in epoch ms up to which it is repeated. */
interface Limited {
  until: number;
  reply: Reply;
}

/** The same answer some seconds later, to another request. */
function withRetryAfter(
  { status, headers: { 'x-request-id': _, ...headers }, body }: Reply,
  seconds: number,
): Reply {
  return {
    status,
    headers: {
      ...headers,
      'retry-after': String(seconds),
      ratelimit: (headers.ratelimit ?? '').replace(/t=\d+/, `t=${seconds}`),
    },
    body: body.replace(/(Retry in |"retryAfter":)\d+/g, `$1${seconds}`),
  };
}

export function isLogin({ method, path }: Envelope): boolean {
  return method === 'POST' && LOGINS.includes(path);
}

/** The rank of a request whose signature or credential is valid. */
function claimedBy({ method, path, headers }: Envelope): Rank {
  // Nothing depends on a credential there.
  if (method === 'POST' && WEBHOOKS.includes(path))
    return Object.keys(headers).some(isSignature) ? 'webhook' : 'customer';
  return headers.authorization === undefined ? 'customer' : 'credential';
}

/** A valid credential is counted, which its answer says; one that is refused or over its limit waits with everybody. */
function isProof(rank: Rank, { status, headers }: Reply): boolean {
  if (rank === 'webhook') return status < 300;
  return headers.ratelimit !== undefined && status !== 403 && status !== 429;
}
