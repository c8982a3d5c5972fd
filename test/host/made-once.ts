import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const making = new Map<string, Promise<unknown>>();

/** Made by the first suite of a run that asks for it; those after it get the same, as JSON keeps it. */
export function madeOnce<T>(name: string, make: () => Promise<T>): Promise<T> {
  const known = (making.get(name) as Promise<T> | undefined) ?? findOrMake(name, make);
  making.set(name, known);
  return known;
}

async function findOrMake<T>(name: string, make: () => Promise<T>): Promise<T> {
  const file = path.join(folder(), `${createHash('sha256').update(name).digest('hex').slice(0, 16)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  const made = await make();
  // Whole or not at all: others read it at any time. Two may make the same at once, and either is as good.
  const draft = `${file}-${process.pid}`;
  writeFileSync(draft, JSON.stringify(made));
  renameSync(draft, file);
  return made;
}

/** Removed with the states that were prepared. */
export function folder(): string {
  const own = path.join(process.env.SHEETDESK_PREPARED ?? '', 'sql');
  mkdirSync(own, { recursive: true });
  return own;
}
