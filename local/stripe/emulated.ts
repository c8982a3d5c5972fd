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

/** emulate's Stripe, which stores intents and their charges. */
export interface Emulated {
  /** A body is form-encoded. */
  ask<B extends object>(method: string, path: string, body?: string): Promise<Answered<B>>;
  /** Errors that emulate returns and Stripe would not, such as its limit of 5,000 calls an hour. */
  readonly strangeAnswers: readonly string[];
  close(): Promise<void>;
}

/** Its events are posted to `events`, a path of the server in front of it. */
export async function startEmulated(url: string, events: string): Promise<Emulated> {
  const seed = { webhooks: [{ url: url + events, events: ['*'] }] };
  const emulator = await emulate('stripe', { url, seed });
  const strangeAnswers: string[] = [];
  return {
    strangeAnswers,
    async ask<Answer extends object>(method: string, path: string, body?: string) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = body === undefined ? {} : { headers, body };
      const answer = await emulator.fetch(new Request(url + path, { method, ...sent }));
      const told = (await answer.json()) as Answer;
      if (!answer.ok && !('error' in told))
        strangeAnswers.push(`${method} ${path}: ${answer.status} ${JSON.stringify(told)}`);
      return { status: answer.status, body: told };
    },
    close: () => emulator.close(),
  };
}
