import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { LoopbackServer } from '../harness/loopback-server';

export const KEYS = { twilioAccountSid: 'AC1', twilioAuthToken: 'secret', twilioNumber: '+15550009999' };
export const PUBLIC = 'https://desk.example';

export interface SentMessage {
  sid: string;
  to: string;
  body: string;
  callback: string;
  status: string;
  date_created: string;
  error_code?: number;
}

/** One that has come in, as the resource of a message has it. */
export interface ReceivedMessage {
  sid: string;
  from: string;
  to: string;
  body: string;
  date_created: string;
  num_media: string;
}

/** As much of Twilio's API as the desk uses, and what it was asked. */
export class TwilioServer extends LoopbackServer {
  sent: SentMessage[] = [];
  received: ReceivedMessage[] = [];
  lookups: string[] = [];
  /** What the next send gets instead of 201; `lost` takes the message and drops the connection. */
  trouble: { status: number; code?: number } | 'lost' | undefined;
  /** A message that has this text in its body is taken, and its sender never hears of it. */
  hangsAt: string | undefined;
  /** What all calls get meanwhile, and how many there were. */
  outage: number | undefined;
  failed = 0;
  /** What all lookups get instead of 200. */
  lookupTrouble: number | undefined;
  /** The most messages in one page. */
  pageSize = 1_000;
  /** Messages that have been taken and are in no list yet. */
  unlisted: readonly string[] = [];
  private readonly now: () => number;

  constructor(now: () => number) {
    super((request, body, response) => {
      const isKnown =
        request.headers.authorization === `Basic ${Buffer.from('AC1:secret').toString('base64')}`;
      if (this.outage) {
        this.failed += 1;
        answer(response, this.outage, { code: 0, message: 'Down.' });
      } else if (!isKnown) answer(response, 401, { code: 20003, message: 'Authenticate' });
      else if (request.method === 'GET') this.list(request.url ?? '', response);
      else this.take(new URLSearchParams(body), response);
    });
    this.now = now;
  }

  /** Begins anew at the same address. */
  reset(): void {
    this.sent = [];
    this.received = [];
    this.lookups = [];
    this.trouble = undefined;
    this.hangsAt = undefined;
    this.outage = undefined;
    this.failed = 0;
    this.lookupTrouble = undefined;
    this.pageSize = 1_000;
    this.unlisted = [];
  }

  /** Somebody writes; whether the webhook hears of it is another matter. */
  receive(from: string, body: string, { to = KEYS.twilioNumber, files = 0 } = {}): string {
    const sid = `SMin${this.received.length + 1}`;
    const date_created = new Date(this.now()).toUTCString();
    this.received.push({ sid, from, to, body, date_created, num_media: String(files) });
    return sid;
  }

  /** One of them, its files, or those to a number. */
  private list(url: string, response: ServerResponse): void {
    this.lookups.push(url);
    if (this.lookupTrouble) {
      answer(response, this.lookupTrouble, { message: 'No.' });
      return;
    }
    const [, withFiles] = /\/Messages\/(\w+)\/Media\.json$/.exec(url) ?? [];
    if (withFiles) {
      const uri = `/2010-04-01/Accounts/AC1/Messages/${withFiles}/Media/ME1.json`;
      answer(response, 200, { media_list: [{ content_type: 'image/jpeg', uri }] });
      return;
    }
    const [, sid] = /\/Messages\/(\w+)\.json$/.exec(url) ?? [];
    if (sid) {
      const found = this.sent.find((message) => message.sid === sid);
      answer(response, found ? 200 : 404, found ?? { code: 20404, message: 'Not found.' });
      return;
    }
    answer(response, 200, this.pageOf(new URL(url, 'http://x')));
  }

  /** The newest first, and where the next page is. */
  private pageOf({ pathname, searchParams }: URL): object {
    const to = searchParams.get('To');
    const day = searchParams.get('DateSent>') ?? '';
    const all = [...this.sent, ...this.received].filter(
      ({ sid, to: number, date_created: at }) =>
        number === to && !this.unlisted.includes(sid) && new Date(at).toISOString().slice(0, 10) >= day,
    );
    const size = Math.min(Number(searchParams.get('PageSize') ?? 50), this.pageSize);
    const page = Number(searchParams.get('Page') ?? 0);
    const messages = all.reverse().slice(page * size, (page + 1) * size);
    searchParams.set('Page', String(page + 1));
    const next = (page + 1) * size < all.length ? `${pathname}?${searchParams}` : null;
    return { messages, next_page_uri: next };
  }

  private take(form: URLSearchParams, response: ServerResponse): void {
    const { trouble } = this;
    this.trouble = undefined;
    if (trouble && trouble !== 'lost') {
      answer(response, trouble.status, { code: trouble.code, message: 'No.' });
      return;
    }
    const message = {
      sid: `SM${this.sent.length + 1}`,
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      callback: form.get('StatusCallback') ?? '',
      status: 'queued',
      date_created: new Date(this.now()).toUTCString(),
    };
    this.sent.push(message);
    if (this.hangsAt !== undefined && message.body.includes(this.hangsAt)) return;
    if (trouble === 'lost') response.destroy();
    else answer(response, 201, message);
  }
}

/** As Twilio signs: https://www.twilio.com/docs/usage/security. */
export function sign(url: string, fields: Record<string, string>, token = KEYS.twilioAuthToken): string {
  const names = Object.keys(fields).sort();
  const text = url + names.map((name) => name + fields[name]).join('');
  return createHmac('sha1', token).update(text).digest('base64');
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
