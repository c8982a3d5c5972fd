import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Script } from '../runtime/script';

/** What the platform may call: the functions that stand at the top level of the built files. */
export function listFunctions({ folder }: Script): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [...readFileSync(path.join(folder, name), 'utf8').matchAll(/^function ([\w$]+)\(/gm)])
    .map(([, name = '']) => name);
}

/** Those that a page or a person may call: a trailing underscore makes a function private. */
export function listCallable(script: Script): string[] {
  return listFunctions(script).filter((name) => !name.endsWith('_'));
}
