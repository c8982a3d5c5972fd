import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HtmlCalls } from '../protocol/html';
import type { Service } from '../runtime/service';

/** HTML files are part of the script, and are read from its built folder. */
export function htmlService(): Service<HtmlCalls> {
  return { handlers: { 'html.file': ({ script }, name) => read(script.folder, name) } };
}

function read(folder: string, name: string): string | null {
  const file = path.resolve(folder, `${name.replace(/\.html$/, '')}.html`);
  if (!file.startsWith(path.resolve(folder) + path.sep)) return null;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
