import { type Listening, listen } from '../../../local/server/listen';

export interface Received {
  header: string;
  payload: string;
}

/** A webhook of the tests' own: what came, and what it answers. */
export class Receiver {
  readonly received: Received[] = [];
  /** For the next calls, as long as there are any; 200 after them. */
  readonly answers: number[] = [];
  private listening: Listening | undefined;

  async listen(): Promise<string> {
    this.listening = await listen(0, async (request) => {
      const header = request.headers.get('stripe-signature') ?? '';
      this.received.push({ header, payload: await request.text() });
      return new Response(null, { status: this.answers.shift() ?? 200 });
    });
    return `http://127.0.0.1:${this.listening.port}/webhooks/payments`;
  }

  async close(): Promise<void> {
    await this.listening?.close();
  }
}
