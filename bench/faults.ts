import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { type EmbeddedDatabase, startEmbedded } from '../host/database/embedded';
import { type Answer, send } from './load';
import { type HostProcess, startHost } from './processes';

/** What became of creations while hosts and the database were killed. */
export interface Survived {
  created: number;
  /** Answered with 201, and not there. */
  lost: number;
  /** There more than once. */
  doubled: number;
  duplicateIds: number;
  kills: number;
  /** Requests that got no answer or a 503, and were repeated with the same key. */
  repeated: number;
  /** From when the database was back until the last 503 that says it is not there. */
  unavailableMs: number;
  /** 503s without Retry-After. */
  withoutRetryAfter: number;
  /** Whether the list's total is the number of rows. */
  isTotalExact: boolean;
}

interface FaultOptions {
  database: EmbeddedDatabase;
  folder: string;
  settings: readonly string[];
  tokens: readonly string[];
  workers: number;
}

const SECONDS = 40;
const AT_ONCE = 12;
/** What is killed, and after how many seconds. */
const KILLS = [
  [5, 0],
  [10, 1],
  [15, 'database'],
  [25, 0],
  [30, 1],
] as const;
/** A caller repeats a creation so long. */
const PATIENCE_MS = 60_000;

interface Running {
  hosts: HostProcess[];
  database: EmbeddedDatabase;
}

/** Creates leads through two hosts while each of them and the database are killed with -9, and then counts. */
export async function killDuringLoad({ folder, settings, tokens, workers, ...given }: FaultOptions): Promise<{
  survived: Survived;
  database: EmbeddedDatabase;
}> {
  const start = () => startHost({ database: given.database.url, workers });
  const running: Running = { hosts: [await start(), await start()], database: given.database };
  const mark = `Kill ${Date.now().toString(36)}`;
  const acknowledged = new Map<string, string>();
  let [made, repeated, withoutRetryAfter, backAt, last503] = [0, 0, 0, Number.NaN, 0];

  const note = ({ status, headers, text }: Answer) => {
    repeated++;
    if (status !== 503) return;
    // A creation whose host was killed answers 503 too, until its claim counts as dead.
    if (text.includes('database')) last503 = performance.now();
    if (headers['retry-after'] === undefined) withoutRetryAfter++;
  };
  const until = performance.now() + SECONDS * 1_000;
  const create = async (caller: number) => {
    while (performance.now() < until) {
      const index = made++;
      const [name, key] = [`${mark} ${index}`, `${mark} key ${index}`.replaceAll(' ', '-')];
      const body = { name, phone: `+1666${String(10_000_000 + index)}`, source: 'web' };
      const giveUpAt = performance.now() + PATIENCE_MS;
      for (let attempt = 0; performance.now() < giveUpAt; attempt++) {
        const { url } = running.hosts[(caller + attempt) % 2] as HostProcess;
        const call = { method: 'POST', path: '/v1/leads', body, headers: { 'idempotency-key': key } };
        const answer = await send(url, call, tokens[caller % tokens.length]);
        if (answer.status === 201) {
          acknowledged.set(name, (JSON.parse(answer.text) as { id: string }).id);
          break;
        }
        note(answer);
        await setTimeout(100);
      }
    }
  };
  const kill = async () => {
    const startedAt = performance.now();
    for (const [seconds, what] of KILLS) {
      await setTimeout(Math.max(0, startedAt + seconds * 1_000 - performance.now()));
      if (what === 'database') {
        process.kill(running.database.pid, 'SIGKILL');
        const port = Number(new URL(running.database.url).port);
        running.database = await startEmbedded({ folder, settings, port });
        backAt = performance.now();
      } else {
        await running.hosts[what]?.kill();
        running.hosts[what] = await start();
      }
    }
  };
  await Promise.all([kill(), ...Array.from({ length: AT_ONCE }, (_, caller) => create(caller))]);
  const counted = await count(running.database.url, mark, acknowledged);
  const [one] = running.hosts;
  const { text } = await send(one?.url ?? '', { method: 'GET', path: '/v1/leads?pageSize=1' }, tokens[0]);
  await Promise.all(running.hosts.map((host) => host.stop()));
  const { total } = JSON.parse(text) as { total: number };
  return {
    database: running.database,
    survived: {
      ...counted,
      kills: KILLS.length,
      repeated,
      withoutRetryAfter,
      unavailableMs: Math.max(0, last503 - backAt),
      isTotalExact: total === counted.rows,
    },
  };
}

async function count(database: string, mark: string, acknowledged: ReadonlyMap<string, string>) {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    const found = await client.query<{ id: string; name: string }>(
      'select id, name from leads where starts_with(name, $1)',
      [mark],
    );
    const [all] = (
      await client.query<{ rows: string; ids: string }>(
        'select count(*) as rows, count(distinct id) as ids from leads',
      )
    ).rows;
    const idOf = new Map(found.rows.map(({ id, name }) => [name, id]));
    return {
      created: acknowledged.size,
      lost: [...acknowledged].filter(([name, id]) => idOf.get(name) !== id).length,
      doubled: found.rows.length - idOf.size,
      duplicateIds: Number(all?.rows) - Number(all?.ids),
      rows: Number(all?.rows),
    };
  } finally {
    await client.end();
  }
}
