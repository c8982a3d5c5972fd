import type { Execution } from '../../runtime/execution/execution';
import type { BufferedWrites, Fault } from '../../runtime/execution/faults';
import { countSteps } from '../host/suites/script';
import { IS_SQL } from './engine';
import { IS_LONG, spread } from './extent';

export interface Try {
  /** The number of the call at which something is to go wrong; 0, which no call has, where nothing is. */
  call: number;
  /** The number of this try, from 1 on. */
  n: number;
}

/** They take turns at the calls, so that each comes at many of them. */
export function inTurn<T>(all: readonly T[], { n }: Try): T {
  return all[n % all.length] as T;
}

const WRITES: readonly BufferedWrites[] = ['lost', 'applied', 1, 2];

/** What becomes of buffered writes, with a name: this at every call, and all else in turn. */
export function turnsOfWrites(first: BufferedWrites): [string, readonly BufferedWrites[]][] {
  return [
    [String(first), [first]],
    ['others', WRITES.filter((writes) => writes !== first)],
  ];
}

/**
 * Does a work undisturbed, and then with a fault at its service calls, or over SQL at its statements: at all in the long tests, else at so many.
 * The work answers the execution that was to fail. A fault that never comes tests nothing, so nearly all have to: the
 * last calls of an execution depend on what the tries before it left behind.
 */
export function withFaultAtCalls(count: number, work: Work): Promise<void> {
  return withFaultAt(count, work, ({ calls }) => calls.map((_, index) => index + 1));
}

/** The same with a kill, which between calls that change nothing is the same kill: it comes next to each that does. */
export function withKillAtCalls(count: number, work: Work): Promise<void> {
  return withFaultAt(count, work, ({ calls }) => killsAmong(calls.map(({ method }) => method)));
}

/** The numbers of the calls at which kills differ. */
export function killsAmong(methods: readonly string[]): number[] {
  const changing = changingCalls(methods);
  return methods.flatMap((_, index) =>
    index === 0 || changing[index - 1] || changing[index] ? [index + 1] : [],
  );
}

/** The one or the other, as this ending is a kill or none. */
export function withEndingAtCalls({ kind }: Pick<Fault, 'kind'>, count: number, work: Work): Promise<void> {
  return kind.startsWith('kill') ? withKillAtCalls(count, work) : withFaultAtCalls(count, work);
}

type Work = (at: Try) => Promise<Execution>;

const READS = /^((cache|properties)\.get|gmail\.)/;
/** Before they read, they flush what was written. */
const SHEET_READS = /^spreadsheet\.(get|describe)/;

function changingCalls(methods: readonly string[]): boolean[] {
  let isFlushed = true;
  return methods.map((method) => {
    if (READS.test(method)) return false;
    const isChanging = !isFlushed || !SHEET_READS.test(method);
    isFlushed = SHEET_READS.test(method);
    return isChanging;
  });
}

async function withFaultAt(
  count: number,
  work: Work,
  callsOf: (undisturbed: Execution) => number[],
): Promise<void> {
  // What only the very first execution has to do is done by then.
  await work({ call: 0, n: 1 });
  const undisturbed = await work({ call: 0, n: 2 });
  const statements = () => Array.from({ length: countSteps(undisturbed) }, (_, index) => index + 1);
  const all = IS_SQL ? statements() : callsOf(undisturbed);
  // What ends at its first call has done the least, so of a few that one says the least.
  const numbers = IS_LONG ? all : spread(all, count + 1).slice(1);
  let fired = 0;
  for (const [index, call] of numbers.entries())
    if ((await work({ call, n: index + 3 })).hasFaultFired) fired++;
  expect(numbers.length).toBeGreaterThan(1);
  // Some are of steps that not every execution needs.
  expect(numbers.length - fired).toBeLessThanOrEqual(Math.ceil(numbers.length / 4));
}
