import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StaticFile } from './static-file';

/** Writes the pages as static assets, with the two files by which Cloudflare knows their headers and paths. */
export function writeAssets(folder: string, pages: readonly StaticFile[]): void {
  for (const { path: at, body, isBase64 } of pages)
    write(path.join(folder, fileOf(at)), Buffer.from(body, isBase64 ? 'base64' : 'utf8'));
  write(path.join(folder, '_headers'), pages.map(toHeaders).join(''));
  write(path.join(folder, '_redirects'), pages.map(toRules).join(''));
}

/** `/staff` is the file `staff.html`; `/o/:id` is one file for every ID, by an ID that no order has. */
function fileOf(at: string): string {
  return `${at.replace(/:\w+/, 'order')}${path.extname(at) ? '' : '.html'}`;
}

/** Cloudflare makes the ETags itself. */
function toHeaders({ path: at, headers: { etag: _, ...headers } }: StaticFile): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${at}\n${lines.join('')}`;
}

/** People type a slash at the end. */
function toRules({ path: at }: StaticFile): string {
  if (!at.includes(':')) return '';
  return `${at} ${fileOf(at).replace('.html', '')} 200\n${at}/ ${at} 302\n`;
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
