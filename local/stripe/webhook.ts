import { createHmac, randomBytes } from 'node:crypto';

export interface WebhookOptions {
  /** Without an address no events are sent. */
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

interface Message {
  url: string;
  type: string;
  body: string;
}

/** Sends events to a webhook, several at once and, like Stripe, in no certain order; signed as by Stripe. */
export class Webhook {
  private readonly options: WebhookOptions;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly ended = new AbortController();
  private readonly waiting: (() => Promise<void>)[] = [];
  private readonly senders = new Set<Promise<void>>();

  constructor(options: WebhookOptions) {
    this.options = options;
  }

  /** The object is read when its turn comes. */
  tell(type: string, toObject: () => object | Promise<object>): void {
    const { url } = this.options;
    if (url === undefined) return;
    const created = this.seconds();
    this.enqueue(async () => {
      const event = { ...toEvent(type, created), data: { object: await toObject() } };
      await this.post({ url, type, body: JSON.stringify(event) }, this.options.pausesMs ?? PAUSES_MS);
    });
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

  private seconds(): number {
    const { now = Date.now } = this.options;
    return Math.floor(now() / 1000);
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

  private async post(message: Message, [pause, ...pauses]: readonly number[]): Promise<void> {
    const trouble = await this.send(message);
    if (trouble === undefined || this.ended.signal.aborted) return;
    const then =
      pause === undefined ? 'No further attempts will be made.' : `Next attempt in ${pause / 1000} s.`;
    console.error(`The Stripe event ${message.type} could not be delivered: ${trouble}. ${then}`);
    if (pause === undefined) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.enqueue(() => this.post(message, pauses));
    }, pause);
    this.timers.add(timer);
  }

  /** Why the event was not accepted. A redirect is a failure too. */
  private async send({ url, body }: Message): Promise<string | undefined> {
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

function toEvent(type: string, created: number) {
  const id = `evt_${randomBytes(12).toString('hex')}`;
  return { id, object: 'event', api_version: VERSION, created, type, livemode: false, pending_webhooks: 1 };
}

/** https://docs.stripe.com/webhooks/signature */
function sign(body: string, secret: string, time: number): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

const VERSION = '2026-10-28.endive';
