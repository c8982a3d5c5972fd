import type { Local } from '../../../local/local';
import { CAFE_ID, type Demo, MENU } from '../../../local/world/cafe';
import type { Execution } from '../../../runtime/execution/execution';
import type { Book } from './book';
import { type SqlDesk, startSqlDesk } from './desk';
import { keepIdle } from './idle';
import { only } from './only';
import type { NewCafe } from './seed-script';

export interface SqlFilling {
  cafes?: readonly NewCafe[];
  /** The first cafe has the demo's menu. */
  hasMenu?: boolean;
  /** Epoch ms. */
  startsAt?: number | undefined;
}

interface Stand {
  desk: SqlDesk;
  url: string;
  close(): Promise<void>;
}

/** By their cafes: to start a host takes longer than most tests. */
const idle = keepIdle<Stand>();

/** What stands for the local runtime: a host on a database of its own. It has what a database has a counterpart of. */
export async function startSqlLocal({ cafes = [], hasMenu = false, startsAt }: SqlFilling): Promise<{
  local: Local;
  demo: Demo;
  book: Book;
}> {
  const stand = await takeStand(cafes, startsAt);
  const { url, desk } = stand;
  const { book, clock, demo } = desk;
  if (hasMenu) await addMenu(url, demo);
  const spreadsheets = only<Local['services']['spreadsheets']>('spreadsheets', {
    rows: (_book, tab) => book.rows(tab),
    grid: () => book.sheets() as ReturnType<Local['services']['spreadsheets']['grid']>,
    editAs: (_book, tab, { a1, text }) => book.edit(tab, a1, text),
  });
  const local = only<Local>('local', {
    urls: only<Local['urls']>('urls', { home: url, api: url }),
    services: only<Local['services']>('services', { spreadsheets }),
    scripts: only<Local['scripts']>('scripts', {
      api: only<Local['scripts']['api']>('script', { spreadsheetId: '' }),
    }),
    scheduler: only<Local['scheduler']>('scheduler', {
      now: clock.now,
      ...{ advance: clock.advance },
    }),
    // No service calls.
    executions: [] as Execution[],
    async run(_script, name) {
      if (name !== 'deliverOutbox') throw new Error(`Over SQL there is no ${name}.`);
      await clock.advance(0);
      return only<Execution>('execution', {
        status: 'completed',
        error: undefined,
        returned: { kind: 'value', json: undefined, holdsDate: false },
      });
    },
    close: () => giveBack(stand, cafes),
  });
  return { local, demo, book };
}

async function takeStand(cafes: readonly NewCafe[], startsAt?: number): Promise<Stand> {
  const stand = idle.take(JSON.stringify(cafes));
  await stand?.desk.restart(startsAt);
  if (stand) return stand;
  const desk = await startSqlDesk({ cafes, startsAt });
  const { url } = await desk.addHost({ workers: 4 });
  return { desk, url, close: desk.close };
}

/** A host whose timer waits for a server that hangs is of no use to the next test. */
async function giveBack(stand: Stand, cafes: readonly NewCafe[]): Promise<void> {
  if (await stand.desk.clock.hold()) await idle.leave(JSON.stringify(cafes), stand);
  else await stand.close();
}

async function addMenu(url: string, { apiKey }: Demo): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  for (const item of MENU) {
    const init = { method: 'POST', headers, body: JSON.stringify(item) };
    const answer = await fetch(`${url}/v1/cafes/${CAFE_ID}/menu`, init);
    if (!answer.ok) throw new Error(await answer.text());
  }
}
