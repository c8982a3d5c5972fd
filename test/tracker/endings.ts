import type { Fault } from '../../runtime/execution/faults';
import { IS_LONG } from '../harness/extent';
import { checkUntilIdle, stateOf } from './end-state';
import { inScene, type Scene } from './prepared-desk';

export const MINUTE = 60_000;

/** How a check may end early. */
export interface Ending extends Omit<Fault, 'call'> {
  /** The calls at which it differs from the others; all, unless said. */
  at?: RegExp;
}

/** Where writes are buffered, and where they are to take effect. */
const WRITES = /^spreadsheet\.(set|format)/;
const FLUSHES = /^spreadsheet\.flush/;
const GOOGLE = /^(gmail|drive|mail)/;
export const LATER = /^(drive|mail|spreadsheet.set)/;
/** What does something, so that it differs whether it was done. */
const DOING =
  /^(drive|mail|lock\.(try|release)|cache\.(put|remove)|properties\.(set|delete)|spreadsheet\.(?!get|describe))/;
/** What takes long, now and then. */
const SLOW = /^(gmail|drive|mail|spreadsheet\.(set|flush))/;
const SERVER_ERROR = 'Service Spreadsheets failed while accessing document.';
const TOO_OFTEN =
  'Service invoked too many times in a short time: exec qps. Try Utilities.sleep(1000) between calls.';

/** To be killed before a call is to be killed after the one before it. */
export const ENDINGS: readonly [string, Ending][] = [
  ['killed, and what was not flushed is applied', { kind: 'kill before', writes: 'applied' }],
  ['killed, and what was not flushed is lost', { kind: 'kill after', writes: 'lost' }],
  ['killed, and of what was not flushed one row is applied', { kind: 'kill after', writes: 1, at: WRITES }],
  ['killed, and of what was not flushed two rows are applied', { kind: 'kill after', writes: 2, at: WRITES }],
  [
    'killed, and of what was not flushed three rows are applied',
    { kind: 'kill after', writes: 3, at: WRITES },
  ],
  ['an error, and nothing was done', { kind: 'throw before', message: SERVER_ERROR }],
  [
    'an error that asks for patience, and nothing was done',
    { kind: 'throw before', message: TOO_OFTEN, at: GOOGLE },
  ],
  ['an error, and it was done all the same', { kind: 'throw after', message: SERVER_ERROR, at: DOING }],
  ['no time left for more mail', { kind: 'slow', ms: 4.5 * MINUTE, at: SLOW }],
  ['no time left for alerts', { kind: 'slow', ms: 5.4 * MINUTE, at: LATER }],
  ['no time left at all', { kind: 'slow', ms: 6 * MINUTE, writes: 'applied', at: LATER }],
  ['a flush that fails and loses the writes', { kind: 'throw before', writes: 'lost', at: FLUSHES }],
  ['a flush that fails after its first row', { kind: 'throw before', writes: 1, at: FLUSHES }],
  ['a flush that fails after its second row', { kind: 'throw before', writes: 2, at: FLUSHES }],
];

export interface End {
  state: unknown;
  /** The methods called by the first check, where nothing was to disturb it. */
  calls: string[];
  /** Of each fault, whether the check came so far. */
  fired: boolean[];
}

/** The end state after checks that end in these ways, and others until there is nothing left to do. */
export function endAfter(scene: Scene, ...faults: Fault[]): Promise<End> {
  return inScene(scene, async (desk) => {
    const fired: boolean[] = [];
    const calls: string[] = [];
    for (const fault of faults) fired.push((await desk.execute('checkMail', [], { fault })).hasFaultFired);
    if (faults.length === 0) {
      const undisturbed = await desk.execute('checkMail');
      calls.push(...undisturbed.calls.map(({ method }) => method));
    }
    await checkUntilIdle(desk, ['checkMail']);
    return { state: stateOf(desk), calls, fired };
  });
}

/** Alike in what it means to end there; any other method is a kind of its own. */
const KINDS = [
  /^gmail/,
  /^lock/,
  /^cache/,
  /^properties.get/,
  /^spreadsheet.(get|describe)/,
  WRITES,
  FLUSHES,
];

/**
 * The numbers of the calls that match: all in the long tests, else one of each kind, and two of those that write.
 * Which ones changes with the turn, so that between them the endings meet most of the calls.
 */
export function numbersOf(calls: readonly string[], at: RegExp, turn = 0): number[] {
  const numbers = calls.flatMap((method, index) => (at.test(method) ? [index + 1] : []));
  if (IS_LONG) return numbers;
  const kindOf = (number: number) => {
    const method = calls[number - 1] ?? '';
    return KINDS.find((kind) => kind.test(method)) ?? method;
  };
  return [...new Set(numbers.map(kindOf))].flatMap((kind) => {
    const own = numbers.filter((number) => kindOf(number) === kind);
    const count = kind === WRITES || kind === FLUSHES ? Math.min(2, own.length) : 1;
    return Array.from({ length: count }, (_, index) => own[(turn * count + index) % own.length] as number);
  });
}
