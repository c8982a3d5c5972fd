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
  /** Refusals that are emulate's own and none of Stripe's, such as that of its limit of 5,000 calls an hour. */
  readonly strangeAnswers: readonly string[];
  close(): Promise<void>;
}

/** What happens there is posted to `events`, a path of the server in front of it. */
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
