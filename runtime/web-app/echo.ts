import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Returned } from '../execution/run';
import { plainPage } from './html';

type TextOutput = Extract<Returned, { kind: 'text' }>;

/** The limit of stored outputs that nobody fetches. */
const MAX_OUTPUTS = 1_000;

/** The text output of a web app is served behind a redirect, once, to a GET (facts 1.2). */
export class Echo {
  private readonly outputs = new Map<string, TextOutput>();

  /** Stores an output and returns its path. */
  store(output: TextOutput): string {
    const key = randomBytes(24).toString('base64url');
    this.outputs.set(key, output);
    const [oldest] = this.outputs.keys();
    if (this.outputs.size > MAX_OUTPUTS && oldest !== undefined) this.outputs.delete(oldest);
    return `/macros/echo?user_content_key=${key}&lib=local`;
  }

  routes(): Hono {
    const app = new Hono();
    app.get('/', (c) => {
      const output = c.req.method === 'GET' ? this.take(c.req.query('user_content_key') ?? '') : undefined;
      if (output) return toResponse(output);
      return c.html(plainPage('Page Not Found', 'Sorry, unable to open the file at this time.'), 404);
    });
    app.all('/', (c) =>
      c.html(plainPage('Page Not Found', 'Sorry, the page you requested does not exist.'), 405),
    );
    return app;
  }

  private take(key: string): TextOutput | undefined {
    const output = this.outputs.get(key);
    this.outputs.delete(key);
    return output;
  }
}

function toResponse({ content, mimeType, downloadAs }: TextOutput): Response {
  const headers = new Headers({
    'content-type': `${mimeType}; charset=utf-8`,
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  if (downloadAs !== undefined)
    headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(downloadAs)}`);
  return new Response(content, { headers });
}
