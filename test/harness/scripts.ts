import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Local, startLocal } from '../../local/local';
import { FreeScheduler } from '../../local/runtime/scheduler';
import { openStore } from '../../local/store';
import { OWNER, ROOT, TOKEN } from './local';

/** Functions of a script, by their names. */
export type Source = Record<string, (...args: never[]) => unknown>;

/** Serves two scripts of a test's own instead of the built ones: the desk's is its owner's, the api's anybody's. */
export async function serveScripts({ desk = {}, api = {} }: { desk?: Source; api?: Source }): Promise<Local> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-'));
  symlinkSync(path.join(ROOT, '.build'), path.join(root, '.build'));
  write(root, 'desk', { access: 'MYSELF', source: desk });
  write(root, 'api', { access: 'ANYONE_ANONYMOUS', source: api });
  const store = openStore(':memory:');
  const local = await startLocal({
    store,
    scheduler: new FreeScheduler(),
    root,
    token: TOKEN,
    address: OWNER,
  });
  const close = async () => {
    await local.close();
    store.close();
    rmSync(root, { recursive: true });
  };
  return { ...local, close };
}

function write(root: string, name: string, { access, source }: { access: string; source: Source }): void {
  const folder = path.join(root, 'dist', name);
  const manifest = { timeZone: 'Etc/UTC', oauthScopes: [], webapp: { access, executeAs: 'USER_DEPLOYING' } };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'appsscript.json'), JSON.stringify(manifest));
  const functions = Object.entries(source).map(
    ([own, body]) => `function ${own}(...args) { return (${String(body)})(...args); }\n`,
  );
  writeFileSync(path.join(folder, 'Code.js'), functions.join(''));
}
