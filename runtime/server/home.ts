import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Runtime } from '../runtime';

/** The inspector: one page that loads nothing and runs no script but its own. */
export function home(c: Context, { readFile }: Runtime): Response {
  const html = readFile('inspector.html');
  c.header('content-security-policy', [...POLICY, ...sources(html)].join('; '));
  c.header('x-content-type-options', 'nosniff');
  c.header('referrer-policy', 'same-origin');
  return c.html(html);
}

const POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  'img-src data:',
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

function sources(html: string): string[] {
  return ['script', 'style'].map((tag) => {
    const [, content = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html) ?? [];
    return `${tag}-src 'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  });
}
