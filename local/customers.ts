import { setTimeout } from 'node:timers/promises';
import { STRIPE_KEYS } from './stripe/stripe';
import { fillBasket, type MenuItem, pickCards } from './world/basket';
import { CAFE_ID } from './world/cafe';

/** Place where customers order and pay. */
export interface Counter {
  /** Address of the API. */
  home: string;
  stripe: string;
  apiKey: string;
}

interface Pace {
  /** Time until the next customer, who is the first, the second ... since somebody watches. */
  pauseMs(served: number): number;
  now(): number;
}

/** A board without orders fills up, and then goes on as in a quiet hour. */
const QUIET_HOUR: Pace = {
  pauseMs: (served) => (served < 3 ? 3_000 : 20_000) + Math.random() * (served < 3 ? 3_000 : 20_000),
  now: () => Date.now(),
};

/** Time after a screen has asked for the orders in which somebody is taken to be in front of it. */
const WATCHED_FOR_MS = 20_000;
const MAX_OPEN = 8;
const OPEN = 'placed,accepted,preparing,ready';

/** Customers who order in the demo cafe and pay, one after the other, while somebody watches its board. */
export class Customers {
  private readonly pace: Pace;
  private readonly end = new AbortController();
  private counter: Counter | undefined;
  private watchedUntil = 0;
  /** Visits that go on while somebody watches. */
  private visits: Promise<void> | undefined;

  constructor(pace = QUIET_HOUR) {
    this.pace = pace;
  }

  get areComing(): boolean {
    return this.visits !== undefined;
  }

  /** Opens the counter: customers come from now on. */
  open(counter: Counter): void {
    this.counter = counter;
  }

  /** A page of this machine that asks for the orders of the cafe is a board; programs say nothing of their site. */
  see({ method, url, headers }: Request): void {
    const isBoard = method === 'GET' && new URL(url).pathname === `/v1/cafes/${CAFE_ID}/orders`;
    if (!isBoard || headers.get('sec-fetch-site') !== 'same-origin' || !this.counter) return;
    this.watchedUntil = this.pace.now() + WATCHED_FOR_MS;
    this.visits ??= this.visit(this.counter).finally(() => {
      this.visits = undefined;
    });
  }

  /** Sends nobody else, and waits until the last one has gone. */
  async close(): Promise<void> {
    this.end.abort();
    await this.visits;
  }

  private async visit(counter: Counter): Promise<void> {
    for (let served = 0; this.pace.now() < this.watchedUntil && !this.end.signal.aborted; served++) {
      await order(counter, this.pace.now()).catch((error: Error) => this.report(error));
      const options = { ref: false, signal: this.end.signal };
      await setTimeout(this.pace.pauseMs(served), undefined, options).catch(() => undefined);
    }
  }

  /** A closed cafe sends customers away, which is no fault. */
  private report(error: Error): void {
    if (!this.end.signal.aborted) console.log(`A demo customer left without an order. ${error.message}`);
  }
}

async function order({ home, stripe, apiKey }: Counter, now: number): Promise<void> {
  const open = await ask<{ total: number }>(
    `${home}/v1/cafes/${CAFE_ID}/orders?status=${OPEN}&pageSize=1`,
    apiKey,
  );
  if (open.total >= MAX_OPEN) return;
  const menu = await ask<{ data: MenuItem[] }>(`${home}/v1/cafes/${CAFE_ID}/menu`);
  const basket = fillBasket(menu.data, now);
  if (!basket) return;
  const body = JSON.stringify({ cafeId: CAFE_ID, ...basket });
  const { payment } = await ask<{ payment: { intentId: string } }>(`${home}/v1/orders`, '', body);
  for (const card of pickCards())
    await fetch(`${stripe}/v1/payment_intents/${payment.intentId}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${STRIPE_KEYS.stripeSecretKey}` },
      body: new URLSearchParams({ payment_method: card }),
    });
}

/** @throws with the API's reason */
async function ask<T>(url: string, apiKey = '', body?: string): Promise<T> {
  const answer = await fetch(url, {
    headers: {
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body }),
  });
  const value = (await answer.json()) as T & { error?: { message: string } };
  if (!answer.ok) throw new Error(value.error?.message ?? `The API answered ${answer.status}.`);
  return value;
}
