import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startLocal } from '../../local/local';
import { OrderedScheduler } from '../../local/runtime/ordered-scheduler';
import type { Store } from '../../local/store';
import { Desk, OWNER, ROOT, START, TOKEN } from '../harness/local';
import type { AppsScript, RemoteFile } from './apps-script';

const EXTENSIONS: Record<RemoteFile['type'], string> = { SERVER_JS: 'js', HTML: 'html', JSON: 'json' };

/** Runs what Google was sent, and not what was built, over what the store remembers. */
export async function runReceived(google: AppsScript, store: Store, now = START): Promise<Desk> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-received-'));
  symlinkSync(path.join(ROOT, '.build'), path.join(root, '.build'));
  write(path.join(root, 'dist/desk'), google.served('Case desk'));
  write(path.join(root, 'dist/api'), google.served('Counter'));
  const scheduler = new OrderedScheduler(now);
  const local = await startLocal({ store, scheduler, root, token: TOKEN, address: OWNER, virtual: true });
  const close = async () => {
    await local.close();
    rmSync(root, { recursive: true });
  };
  return new Desk({ ...local, close }, scheduler, store);
}

function write(folder: string, files: readonly RemoteFile[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, type, source } of files)
    writeFileSync(path.join(folder, `${name}.${EXTENSIONS[type]}`), source);
}
