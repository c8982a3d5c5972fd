/**
 * `npm run bench:engines`, in this folder: what a sheet can do, by the ledger of the local runtime, and what hosts over a
 * database can do, side by side in one run. The result goes into docs/scale.md.
 *
 *   --leads <number>    how many leads there are (1000000)
 *   --seconds <number>  how long each rate is measured (10)
 *   --print             only prints the figures
 *   --sheet <file>      takes the sheet's figures of an earlier run, which are modelled and thus always the same
 *   --only <parts>      some of sheet,rates,shares,faults, for trying; then it only prints
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type EmbeddedDatabase, startEmbedded } from '../host/database/embedded';
import { newTokens } from './callers';
import { killDuringLoad } from './faults';
import { copyRows, leadCopies, makeTemplates, vacuum } from './fill';
import { atRate, type Call, type Measured, saturate, send, type Target } from './load';
import { newOperations } from './operations';
import { cpuMs, type HostProcess, hold, holdTo, startHost } from './processes';
import { type Figures, publish, type Rates, type Scaled, type SheetFigures } from './report';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    leads: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '10' },
    print: { type: 'boolean', default: false },
    sheet: { type: 'string' },
    only: { type: 'string', default: 'sheet,rates,shares,faults' },
  },
});

const LEADS = Number(values.leads);
/** Which the engine itself makes; the others are copies of them. */
const TEMPLATES = 1_000;
const SECONDS = Number(values.seconds);
const WORKERS = 2;
/** Each may make a thousand requests a minute. */
const CALLERS = 240;
const SHARE = 0.25;
/** The p95 of one run may be that of a pause of the machine. */
const RUNS_AT_HALF = 3;

/** What a small server would be given; all else is as PostgreSQL comes, and every commit is on the disk. */
const SETTINGS = [
  'shared_buffers=2GB',
  'max_wal_size=8GB',
  'checkpoint_timeout=15min',
  'max_connections=100',
];

if (positionals[0] === 'hold') hold(Number(positionals[1]), positionals.slice(2).map(Number));
else void main();

async function main(): Promise<void> {
  const [load = 0] = loadavg();
  const folder = mkdtempSync(path.join(tmpdir(), 'sheetdesk-bench-'));
  // As root the server runs as somebody else, who has to get there.
  chmodSync(folder, 0o711);
  const data = path.join(folder, 'postgres');
  let database = await startEmbedded({ folder: data, settings: SETTINGS });
  try {
    const sheet = has('sheet') ? measureSheet(folder) : {};
    const tokens = await fill(database);
    const rates = has('rates') ? await measureRates(database, tokens) : {};
    const scaled = has('shares') ? await measureShares(database, tokens) : [];
    if (!has('faults')) return;
    say('Killing hosts and the database during load ...');
    const faults = { database, folder: data, settings: SETTINGS, tokens, workers: WORKERS };
    const { survived, database: restarted } = await killDuringLoad(faults);
    database = restarted;
    const machine = `${cpus().length} cores of ${cpus()[0]?.model.trim()}`;
    const figures: Figures = { leads: LEADS, machine, load, sheet, rates, scaled, survived };
    publish(figures, { isPrinted: values.print });
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function has(part: string): boolean {
  return values.only.split(',').includes(part);
}

function say(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}

/** A suite of Jest, as it is made of what the tests are made of. */
function measureSheet(folder: string): SheetFigures {
  if (values.sheet !== undefined) return JSON.parse(readFileSync(values.sheet, 'utf8')) as SheetFigures;
  say('The sheet, in modelled time ...');
  const file = path.join(folder, 'sheet.json');
  const jest = path.resolve(__dirname, '../node_modules/jest/bin/jest.js');
  const config = path.resolve(__dirname, '../bench/jest.config.cjs');
  const ended = spawnSync(process.execPath, [jest, '--config', config, 'sheet.bench'], {
    cwd: path.resolve(__dirname, '..'),
    env: { ...process.env, BENCH_SHEET: file },
    encoding: 'utf8',
  });
  if (ended.status !== 0) throw new Error(ended.stderr || ended.stdout);
  return JSON.parse(readFileSync(file, 'utf8')) as SheetFigures;
}

async function fill({ url: database }: EmbeddedDatabase) {
  say(`Filling in ${LEADS} leads ...`);
  const first = await startHost({ database, workers: 1 });
  const tokens = await newTokens(database, CALLERS);
  const [token = ''] = tokens;
  await makeTemplates(first, token, TEMPLATES);
  await first.stop();
  await copyRows(database, leadCopies(TEMPLATES, LEADS));
  // It makes the indexes and the totals.
  const second = await startHost({ database, workers: 1 });
  const { text } = await send(second.url, { method: 'GET', path: '/v1/leads?pageSize=1' }, token);
  const { total } = JSON.parse(text) as { total: number };
  if (total !== LEADS) throw new Error(`There are ${total} leads, not ${LEADS}.`);
  await second.stop();
  await vacuum(database);
  return tokens;
}

/** The highest rate of each operation over two hosts, and what callers wait at half of it. */
async function measureRates(database: EmbeddedDatabase, tokens: readonly string[]): Promise<Rates> {
  const hosts = await startHosts(database, 2);
  const target = { hosts: hosts.map(({ url }) => url), tokens };
  const rates: Rates = {};
  for (const [name, next] of Object.entries(newOperations(LEADS))) {
    const before = usedBy(hosts, database);
    const highest = await saturate(target, next, { atOnce: 8, seconds: SECONDS });
    const used = subtract(usedBy(hosts, database), before);
    const halves: Measured[] = [];
    for (let run = 0; run < RUNS_AT_HALF; run++)
      halves.push(await atRate(target, next, { perSecond: highest.perSecond / 2, seconds: SECONDS }));
    const { p50, p95 } = medianOf(halves);
    // The CPU of the warm-up counts, so its requests have to.
    const requests = (highest.perSecond * (SECONDS * 1_000 + 3_000)) / 1_000;
    const cpu = { host: used.hosts / requests, database: used.database / requests };
    rates[name] = { perMinute: highest.perSecond * 60, p50, p95, cpu };
    say(`${name}: ${JSON.stringify(rates[name])} ${describe(highest, ...halves)}`);
  }
  await Promise.all(hosts.map((host) => host.stop()));
  return rates;
}

function medianOf(runs: readonly Measured[]): Measured {
  const sorted = [...runs].sort((one, other) => one.p95 - other.p95);
  return sorted[Math.floor(sorted.length / 2)] as Measured;
}

/** One host, two and four, each of them held to a quarter of a core. */
async function measureShares(database: EmbeddedDatabase, tokens: readonly string[]): Promise<Scaled[]> {
  const scaled: Scaled[] = [];
  for (const count of [1, 2, 4]) {
    const hosts = await startHosts(database, count);
    const target: Target = { hosts: hosts.map(({ url }) => url), tokens };
    const { create, mix } = newOperations(LEADS);
    const held = holdTo(
      SHARE,
      hosts.map(({ pid }) => pid),
    );
    const measure = async (next: () => Call) => {
      const before = usedBy(hosts, database);
      const from = performance.now();
      const measured = await saturate(target, next, { atOnce: 6 * count, seconds: 2 * SECONDS });
      const used = subtract(usedBy(hosts, database), before);
      const elapsed = performance.now() - from;
      return { perMinute: measured.perSecond * 60, cores: used.hosts / elapsed, of: describe(measured) };
    };
    const [created, mixed] = [await measure(create), await measure(mix)];
    scaled.push({ hosts: count, create: created.perMinute, mix: mixed.perMinute, cores: created.cores });
    say(`${count} hosts: ${JSON.stringify({ created, mixed })}`);
    held.release();
    await Promise.all(hosts.map((host) => host.stop()));
  }
  return scaled;
}

function startHosts({ url }: EmbeddedDatabase, count: number): Promise<HostProcess[]> {
  return Promise.all(Array.from({ length: count }, () => startHost({ database: url, workers: WORKERS })));
}

interface Used {
  hosts: number;
  database: number;
}

function usedBy(hosts: readonly HostProcess[], { pid }: EmbeddedDatabase): Used {
  return { hosts: hosts.reduce((sum, host) => sum + cpuMs(host.pid), 0), database: cpuMs(pid) };
}

function subtract(after: Used, before: Used): Used {
  return { hosts: after.hosts - before.hosts, database: after.database - before.database };
}

/** What went wrong, where something did. */
function describe(...all: Measured[]): string {
  const failures = all.map((one) => one.failures).filter((one) => Object.keys(one).length > 0);
  return failures.length > 0 ? `failures: ${JSON.stringify(failures)}` : '';
}
