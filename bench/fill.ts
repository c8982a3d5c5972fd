import { Client } from 'pg';
import { send } from './load';
import type { HostProcess } from './processes';

const WORDS = {
  names: [
    'Ada',
    'Bob',
    'Cem',
    'Dora',
    'Eve',
    'Finn',
    'Gül',
    'Hana',
    'Ivo',
    'Jo',
    'Kim',
    'Lea',
    'Max',
    'Noa',
    'Oz',
  ],
  surnames: ['Brown', 'Klein', 'Ito', 'Rossi', 'Novak', 'Silva', 'Kaya', 'Berg', 'Moreau', 'Walsh', 'Diaz'],
  locations: ['Austin', 'Reno', 'Dallas', 'Boise', 'Tampa', 'Omaha', 'Fresno', 'Mesa'],
  sources: ['web', 'walk-in', 'phone', 'referral', 'fair', 'partner'],
  scores: ['520-560', '580-620', '640-680', '700+', 'good', ''],
};

const STATUSES = ['contacted', 'contacted', 'appointment', 'sold', 'lost', 'lost'];

/** A lead that nobody has made before; `index` decides all of it. */
export function newLead(index: number): object {
  const pick = (from: readonly string[], by: number) => from[Math.floor(index / by) % from.length] ?? '';
  return {
    name: `${pick(WORDS.names, 1)} ${pick(WORDS.surnames, 3)}`,
    phone: `+1555${String(10_000_000 + index)}`,
    creditScore: pick(WORDS.scores, 2),
    downPayment: (index * 37) % 9_000,
    hasBank: index % 3 > 0,
    tradeIn: index % 5 === 0,
    location: pick(WORDS.locations, 5),
    source: pick(WORDS.sources, 7),
  };
}

/** Makes so many leads by the API, through a host: all others are copies of what the engine itself has written. */
export async function makeTemplates(
  { url }: Pick<HostProcess, 'url'>,
  token: string,
  count: number,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => newLead(index));
  const { status, text } = await send(
    url,
    { method: 'POST', path: '/v1/leads/import', body: { rows } },
    token,
  );
  if (status !== 200) throw new Error(`The import answered ${status}: ${text.slice(0, 300)}`);
  for (let number = 3; number <= count; number += 3) {
    const body = { status: STATUSES[(number / 3) % STATUSES.length] };
    const changed = await send(url, { method: 'PATCH', path: `/v1/leads/L-${number}`, body }, token);
    if (changed.status !== 200) throw new Error(`A change answered ${changed.status}: ${changed.text}`);
  }
}

/** Copies of the first rows of a table. */
export interface Copies {
  table: string;
  /** How many rows there are to copy, and how many there are to be in the end. */
  templates: number;
  rows: number;
  /** What differs from copy to copy, as SQL with the number `n` and the template `t`; all else is as the engine wrote it. */
  columns: Readonly<Record<string, string>>;
}

/** One lead every half a minute, up to now. */
export const leadCopies = (templates: number, rows: number): Copies => ({
  table: 'leads',
  templates,
  rows,
  columns: {
    id: `'L-' || n`,
    row_order: 'n',
    phone: `'+1555' || (10000000 + n)`,
    phone_key: `'+1555' || (10000000 + n)`,
    searchable: `replace(t.searchable, t.phone, '+1555' || (10000000 + n))`,
    created_at: `current_timestamp - (${rows} - n) * interval '30 seconds'`,
    updated_at: `current_timestamp - (${rows} - n) * interval '29 seconds'`,
  },
});

/**
 * Copies the first rows until there are so many, without their indexes, which are made afterwards. The figures of the totals
 * go: the next host that starts counts anew, as it does for a database whose rows came in by other ways.
 */
export async function copyRows(database: string, { table, templates, rows, columns }: Copies): Promise<void> {
  await withClient(database, async (client) => {
    const named = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1 and table_schema = current_schema()`,
      [table],
    );
    const names = named.rows.map(({ name }) => name);
    const unknown = Object.keys(columns).filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`The table ${table} has no column ${unknown.join(', ')}.`);
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where tablename = $1 and indexname not like '%pkey'`,
      [table],
    );
    for (const { name } of indexes.rows) await client.query(`drop index "${name}"`);
    await client.query(
      `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
       select ${names.map((name) => columns[name] ?? `t."${name}"`).join(', ')}
       from generate_series(${templates + 1}, ${rows}) as n
       join (select *, row_number() over (order by row_order) as place from "${table}") as t on t.place = 1 + n % ${templates}`,
    );
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query('delete from totals where table_name = $1', [table]);
    await client.query('update counters set value = $2 where lower(name) = $1', [table, rows]);
  });
}

/** Statistics, and the pages that are all visible, as the database's own maintenance leaves them. */
export async function vacuum(database: string): Promise<void> {
  await withClient(database, async (client) => {
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

async function withClient(database: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
