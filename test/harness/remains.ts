import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore, type Store } from '../../runtime/store';

/** A state in a folder of its own, in which to look for what is left. */
export interface SearchedState {
  open(): Store;
  /** The same with what another store has. */
  copy(from: Store): Store;
  /** Which of these texts the closed files still have, but for mail in Gmail and mail that was sent. */
  findIn(texts: readonly string[]): string[];
  remove(): void;
}

/** What a script cannot delete: the mailbox, mail that left it. */
const ELSEWHERE = /^(gmail_|sent_mail$)/;

export function searchedState(): SearchedState {
  const folder = mkdtempSync(path.join(tmpdir(), 'sheetdesk-remains-'));
  const file = path.join(folder, 'state.db');
  return {
    open: () => openStore(file),
    copy(from) {
      from.exec(`vacuum into '${file}'`);
      return openStore(file);
    },
    findIn(texts) {
      emptyElsewhere(file);
      const content = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
      return texts.filter((text) =>
        content.some((bytes) => bytes.toString('utf8').toLowerCase().includes(text.toLowerCase())),
      );
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function emptyElsewhere(file: string): void {
  const store = openStore(file);
  const list = "select name from sqlite_master where type = 'table' order by sql like 'create virtual%' desc";
  for (const { name } of store.prepare(list).all() as { name: string }[])
    if (ELSEWHERE.test(name)) store.exec(`drop table if exists "${name}"`);
  store.pragma('wal_checkpoint(truncate)');
  store.close();
}
