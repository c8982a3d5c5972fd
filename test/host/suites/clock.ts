import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../harness/until';
import type { Sql } from '../harness';
import { folder } from '../made-once';
import { bundle } from './bundle';
import type { ClockFile } from './follow-clock';

/** The time of a test, for its hosts, its threads and its database alike: it goes by as everywhere, and may be advanced. */
export interface Clock {
  /** What hosts and threads read of it. */
  file: string;
  now(): number;
  /** Time goes by, and nobody waits for what is due then. It does not where the database is away. */
  move(ms: number): Promise<void>;
  /** The same, up to this time in epoch ms, unless it is later already. */
  reach(time: number): Promise<void>;
  /** Resolves when the timers of all hosts on this clock have done what is due then. */
  advance(ms: number): Promise<void>;
  /** From now on timers do nothing. Resolves when they have done what is due; answers false where one is not done soon. */
  hold(): Promise<boolean>;
  /**
   * It is this time, in epoch ms, be it earlier than it was, and timers do only what is due when it is advanced. Without one it
   * is today's, and timers go on by themselves.
   */
  restart(startsAt?: number): Promise<void>;
  /** The environment of a host that follows it. */
  environment(): Promise<NodeJS.ProcessEnv>;
  /** The timer of a host that was killed is not waited for. */
  forget(environment: NodeJS.ProcessEnv): void;
}

/** Timers run so often, and not more often in all, while time goes by: what one run puts off another one does. */
const STEP_MS = 10 * 60_000;
const MAX_STEPS = 12;

/** A pass of a timer that calls nobody takes a tenth of it. */
const SOON_MS = 2_000;

/** From this time on, in epoch ms. */
export async function startClock(sql: Sql, database: string, startsAt?: number): Promise<Clock> {
  const name = new URL(database).pathname.slice(1);
  const file = path.join(folder(), `${name}.clock`);
  const timers = new Set<string>();
  let state: ClockFile = { ahead: 0, advances: 0, isHeld: false };
  /** Whole or not at all: others read it at any time. */
  const tell = (next: Partial<ClockFile>) => {
    state = { ...state, ...next, advances: state.advances + 1 };
    writeFileSync(`${file}.next`, JSON.stringify(state));
    renameSync(`${file}.next`, file);
  };
  const write = async (next: { ahead: number; isHeld?: boolean }) => {
    await sql.run(`update test_clock set ahead = ${next.ahead}`);
    tell(next);
  };
  let written = Promise.resolve();
  /** One after the other: time never goes back. */
  const enqueue = (work: () => Promise<void>) => {
    const own = written.then(work);
    written = own.catch(() => undefined);
    return own;
  };
  const now = () => Date.now() + state.ahead;
  const move = (ms: number) => enqueue(() => write({ ahead: state.ahead + ms }));
  const restart = (at?: number) =>
    write({ ahead: (at ?? Date.now()) - Date.now(), isHeld: at !== undefined });
  const areDone = (advances = state.advances) => [...timers].every((timer) => looksDone(timer) >= advances);
  await sql.run(`${DATABASE_CLOCK} alter database ${name} set search_path = public, pg_catalog`);
  await restart(startsAt);
  let hosts = 0;
  return {
    file,
    now,
    move,
    reach: (time) =>
      enqueue(async () => {
        if (time > now()) await write({ ahead: time - Date.now() });
      }),
    async advance(ms) {
      const steps = Math.min(MAX_STEPS, Math.ceil(ms / STEP_MS)) || 1;
      for (let step = 0; step < steps; step++) {
        await move(ms / steps);
        const wanted = state.advances;
        await until(async () => areDone(wanted));
      }
    },
    async hold() {
      tell({ isHeld: true });
      const patience = Date.now() + SOON_MS;
      await until(async () => areDone() || Date.now() > patience);
      return areDone();
    },
    restart,
    async environment() {
      const timer = `${file}.timer-${++hosts}`;
      timers.add(timer);
      return { NODE_OPTIONS: `--require ${await preload()}`, TEST_CLOCK: file, TEST_TIMER: timer };
    },
    forget({ TEST_TIMER = '' }) {
      timers.delete(TEST_TIMER);
      rmSync(TEST_TIMER, { force: true });
    },
  };
}

function looksDone(timer: string): number {
  return existsSync(timer) ? Number(readFileSync(timer, 'utf8')) : -1;
}

/** Where the public schema is searched first its functions stand for the server's own. */
const DATABASE_CLOCK = `
  drop table if exists test_clock;
  create table test_clock as select 0::double precision as ahead;
  ${toFunction('now', 'stable')}
  ${toFunction('clock_timestamp', 'volatile')}`;

function toFunction(name: string, kind: string): string {
  return `create or replace function public.${name}() returns timestamptz language sql ${kind} as
    'select pg_catalog.${name}() + (select ahead from public.test_clock) * interval ''1 ms''';`;
}

/** For every thread of a host; the timer is in the one that is no worker. */
function preload(): Promise<string> {
  return bundle('follow-clock', {
    contents: `
      import { workerData } from 'node:worker_threads';
      import { followClock, hurryTimer } from './follow-clock';
      followClock(() => process.env.TEST_CLOCK);
      if (!workerData) hurryTimer(process.env.TEST_CLOCK, process.env.TEST_TIMER);`,
  });
}
