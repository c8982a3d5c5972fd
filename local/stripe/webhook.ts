import { createHmac } from 'node:crypto';
import type { Book, StripeEvent } from './book';
import { newId } from './objects';

export interface WebhookOptions {
  /** Address of the webhook; undefined to send no events. */
  url: string | undefined;
  secret: string;
  /** Real ms after which an event that was not accepted is sent again; Stripe itself retries for three days. */
  pausesMs?: readonly number[];
  /** Epoch ms; the machine's clock by default. */
  now?: () => number;
}

const PAUSES_MS = [1_000, 10_000, 60_000, 600_000];
const TIMEOUT_MS = 30_000;
/** A rush of payments is not held up by the events of one; those who listen have more seats than this. */
const MAX_AT_ONCE = 8;

/**
 * Sends events to a webhook, several at once and, like Stripe, in no certain order; signed as by Stripe. Those that were not
 * accepted before the last end are sent again.
 */
export class Webhook {
  private readonly options: WebhookOptions;
  private readonly book: Book;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly ended = new AbortController();
  private readonly waiting: (() => Promise<void>)[] = [];
  private readonly senders = new Set<Promise<void>>();

  constructor(book: Book, options: WebhookOptions) {
    this.book = book;
    this.options = options;
    const waiting = book.list('event').filter(({ isDone }) => !isDone);
    for (const event of waiting.reverse()) this.enqueue(() => this.post(event, this.pauses()));
  }

  /** Sends an event with the object as it is now. */
  tell(type: string, object: object): void {
    if (this.options.url === undefined) return;
    const id = newId('evt');
    const created = this.seconds();
    const body = JSON.stringify({ ...toEvent(id, type, created), data: { object } });
    const event = this.book.save({ id, object: 'event' as const, type, created, body });
    this.enqueue(() => this.post(event, this.pauses()));
  }

  /** Resolves when every event has been sent once. */
  async settled(): Promise<void> {
    await Promise.all(this.senders);
  }

  async close(): Promise<void> {
    this.ended.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await this.settled();
  }

  /** Epoch seconds of the account's clock. */
  seconds(): number {
    const { now = Date.now } = this.options;
    return Math.floor(now() / 1000);
  }

  private pauses(): readonly number[] {
    return this.options.pausesMs ?? PAUSES_MS;
  }

  private enqueue(work: () => Promise<void>): void {
    this.waiting.push(work);
    if (this.senders.size >= MAX_AT_ONCE) return;
    const sender = this.sendWaiting().finally(() => this.senders.delete(sender));
    this.senders.add(sender);
  }

  private async sendWaiting(): Promise<void> {
    while (!this.ended.signal.aborted) {
      const work = this.waiting.shift();
      if (!work) return;
      await work();
    }
  }

  private async post(event: StripeEvent, [pause, ...pauses]: readonly number[]): Promise<void> {
    const trouble = await this.send(event);
    if (this.ended.signal.aborted) return;
    if (trouble === undefined || pause === undefined) this.book.save({ ...event, isDone: true });
    if (trouble === undefined) return;
    const then =
      pause === undefined ? 'No further attempts will be made.' : `Next attempt in ${pause / 1000} s.`;
    console.error(`The Stripe event ${event.type} could not be delivered: ${trouble}. ${then}`);
    if (pause === undefined) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.enqueue(() => this.post(event, pauses));
    }, pause);
    this.timers.add(timer);
  }

  /** Sends an event and returns why it was not accepted. A redirect is a failure too. */
  private async send({ body }: StripeEvent): Promise<string | undefined> {
    const { url } = this.options;
    if (url === undefined) return undefined;
    const signature = sign(body, this.options.secret, this.seconds());
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const signal = AbortSignal.any([this.ended.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      return answer.ok ? undefined : `${url} returned ${answer.status}`;
    } catch (error) {
      return `${url} could not be reached (${(error as Error).message})`;
    }
  }
}

function toEvent(id: string, type: string, created: number) {
  return { id, object: 'event', api_version: VERSION, created, type, livemode: false, pending_webhooks: 1 };
}

/** https://docs.stripe.com/webhooks/signature */
function sign(body: string, secret: string, time: number): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

const VERSION = '2026-10-28.endive';
