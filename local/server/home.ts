import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from 'hono';
import type { Local } from '../local';

/** The inspector: one page that loads nothing and runs no script but its own. */
export function home(c: Context, { root }: Local): Response {
  const html = readFileSync(path.join(root, '.build/inspector.html'), 'utf8');
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
