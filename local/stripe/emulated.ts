import { emulate } from '../providers/emulate';

export interface Answered<B = object> {
  status: number;
  body: B;
}

export interface EmulatedIntent {
  id: string;
  amount: number;
  currency: string;
  status: string;
}

export interface EmulatedCharge {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string | null;
}

export interface List<E> {
  data: E[];
}

/** emulate's Stripe, which keeps the intents and their charges. */
export interface Emulated {
  /** With a body, that of a form. */
  ask<B extends object>(method: string, path: string, body?: string): Promise<Answered<B>>;
  close(): Promise<void>;
}

/** What happens there is posted to `events`. */
export async function startEmulated(events: string): Promise<Emulated> {
  const { url: address, close } = await emulate('stripe', { webhooks: [{ url: events, events: ['*'] }] });
  return {
    async ask<Answer extends object>(method: string, path: string, body?: string) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = body === undefined ? {} : { headers, body };
      const answer = await fetch(address + path, { method, ...sent });
      return { status: answer.status, body: (await answer.json()) as Answer };
    },
    close,
  };
}
