import { type Listening, listen } from '../../../runtime/listen';

export interface Received {
  header: string;
  payload: string;
}

/** A webhook of the tests' own: what came, and what it answers. */
export class Receiver {
  readonly received: Received[] = [];
  /** For the next calls, as long as there are any; 200 after them. */
  readonly answers: number[] = [];
  /** Nothing is answered before. */
  answersAfter: Promise<void> = Promise.resolve();
  private listening: Listening | undefined;
  private readonly waiting: { count: number; resolve: () => void }[] = [];

  async listen(): Promise<string> {
    this.listening = await listen(0, async (request) => {
      const header = request.headers.get('stripe-signature') ?? '';
      this.received.push({ header, payload: await request.text() });
      for (const { count, resolve } of this.waiting) if (this.received.length >= count) resolve();
      await this.answersAfter;
      return new Response(null, { status: this.answers.shift() ?? 200 });
    });
    return this.url();
  }

  url(): string {
    return `http://127.0.0.1:${this.listening?.port}/webhooks/payments`;
  }

  /** Until so many have come. */
  has(count: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.received.length >= count) resolve();
      else this.waiting.push({ count, resolve });
    });
  }

  async close(): Promise<void> {
    await this.listening?.close();
  }
}
