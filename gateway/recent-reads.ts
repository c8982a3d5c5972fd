import type { Envelope, Reply } from './envelope';
import { matchesEtag } from './etag';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Read that many make at once, the same for everyone, and for how long one reply serves them all. */
export interface SharedRead {
  path: RegExp;
  forMs: number;
}

/** The same until the next upgrade. */
export const DOCUMENT_READS: readonly SharedRead[] = [{ path: /^\/openapi\.json$/, forMs: 5 * MINUTE }];

/** Reads that customers repeat again and again. */
export const CUSTOMER_READS: readonly SharedRead[] = [
  { path: /^\/v1\/orders\/[^/]+$/, forMs: 5 * SECOND },
  { path: /^\/v1\/cafes\/[^/]+(\/menu)?$/, forMs: 5 * SECOND },
];

const MAX_READS = 500;

const ALLOWED_HEADERS = ['content-type', 'if-none-match'];

interface Read {
  reply: Promise<Reply>;
  /** Epoch ms; endless until there is an answer. */
  until: number;
  callers: number;
  /** Aborted once the last caller has gone: the call leaves the queue. If it is under way already, it serves the next. */
  abandoned: AbortController;
}

type Ask = (envelope: Envelope, caller: AbortSignal) => Promise<Reply>;

/** Identical reads without a credential share one call while it is under way, and its reply for a few seconds. */
export class RecentReads {
  private readonly shared: readonly SharedRead[];
  /** Reads by path, the oldest first. */
  private readonly reads = new Map<string, Read>();

  constructor(shared: readonly SharedRead[]) {
    this.shared = shared;
  }

  isShared({ method, path, query, headers }: Envelope): boolean {
    const isPlain = query === '' && Object.keys(headers).every((name) => ALLOWED_HEADERS.includes(name));
    return method === 'GET' && isPlain && this.forMs(path) > 0;
  }

  /** @throws whatever `ask` throws, for all who share the call */
  async get(envelope: Envelope, caller: AbortSignal, ask: Ask): Promise<Reply> {
    const reply = await this.join(envelope, caller, ask);
    const { etag } = reply.headers;
    if (etag === undefined || !matchesEtag(etag, envelope.headers['if-none-match'] ?? '')) return reply;
    const { 'content-type': _, ...headers } = reply.headers;
    return { status: 304, headers, body: '' };
  }

  /** Forgets reads that a change may touch, whatever became of the change, so that the next read sees it. */
  invalidate({ method, path, body }: Envelope): void {
    if (method === 'GET') return;
    const isMenu = /^\/v1\/(menu\/|cafes\/[^/]+\/menu)/.test(path);
    for (const read of this.reads.keys()) {
      const [, orderId] = /^\/v1\/orders\/(.+)$/.exec(read) ?? [];
      const isChanged =
        orderId === undefined ? read === path || (isMenu && read.endsWith('/menu')) : names(orderId);
      if (isChanged) this.reads.delete(read);
    }

    function names(orderId: string): boolean {
      return path.includes(orderId) || (path.startsWith('/webhooks/') && body.includes(orderId));
    }
  }

  private join({ path, ...others }: Envelope, caller: AbortSignal, ask: Ask): Promise<Reply> {
    const known = this.reads.get(path);
    const read =
      known && known.until > Date.now() ? known : this.start({ path, ...others, headers: {} }, ask);
    read.callers++;
    caller.addEventListener('abort', () => {
      read.callers--;
      if (read.callers === 0) read.abandoned.abort();
    });
    return read.reply;
  }

  private start(envelope: Envelope, ask: Ask): Read {
    const { path } = envelope;
    const abandoned = new AbortController();
    const read: Read = {
      reply: ask(envelope, abandoned.signal),
      until: Infinity,
      callers: 0,
      abandoned,
    };
    const drop = () => this.reads.get(path) === read && this.reads.delete(path);
    read.reply.then(({ status }) => {
      read.until = Date.now() + this.forMs(path);
      if (status !== 200) drop();
    }, drop);
    this.reads.delete(path);
    this.reads.set(path, read);
    const [oldest = ''] = this.reads.keys();
    if (this.reads.size > MAX_READS) this.reads.delete(oldest);
    return read;
  }

  private forMs(path: string): number {
    return this.shared.find((shared) => shared.path.test(path))?.forMs ?? 0;
  }
}
