import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import timers from 'node:timers/promises';
import { TICK_MS } from '../../../host/server/timer';

/** What a clock's file has: by how many ms the time of a test is ahead of the machine's, and how often it was advanced. */
export interface ClockFile {
  ahead: number;
  advances: number;
  /** Timers wait until it is advanced again. */
  isHeld: boolean;
}

const POLL_MS = 10;

/** Within a host or a thread: its dates are those of the test. */
export function followClock(file: () => string): void {
  const own = Date;
  const now = () => own.now() + read(file()).ahead;
  globalThis.Date = new Proxy(own, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: () => new own(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/**
 * Within a host's main thread: whenever time was advanced its timer looks at once what is due, and then says so in a file: for
 * how many advances it has looked.
 */
export function hurryTimer(file: string, done: string): void {
  const { setTimeout: wait } = timers;
  let seen = 0;
  const next: typeof wait = async (ms, value, options) => {
    if (ms !== TICK_MS) return wait(ms, value, options);
    writeFileSync(done, String(seen));
    const until = performance.now() + ms;
    for (;;) {
      const { advances, isHeld } = read(file);
      const isDue = advances !== seen || (performance.now() >= until && !isHeld);
      seen = advances;
      if (isDue) return value as never;
      await wait(POLL_MS, value, options);
    }
  };
  timers.setTimeout = next;
}

function read(file: string): ClockFile {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { ahead: 0, advances: 0, isHeld: false };
}
