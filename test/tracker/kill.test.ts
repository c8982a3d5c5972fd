import fc from 'fast-check';
import type { Fault } from '../../local/runtime/faults';
import { checkUntilIdle, stateOf } from './end-state';
import { PreparedDesk, type Scene } from './prepared-desk';

/** The same faults each time, unless asked for others, or more. */
const SEED = Number(process.env.SEED ?? 2026);
const RUNS = Number(process.env.RUNS ?? 30);
const MINUTE = 60_000;

interface State {
  state: unknown;
  /** The methods that the first check called that nobody disturbed. */
  calls: string[];
}

/** What stands after checks that end as told and others until there is nothing left to do. */
function stateAfter(prepared: PreparedDesk, ...faults: Fault[]): Promise<State> {
  return prepared.use(async (desk) => {
    for (const fault of faults) await desk.execute('checkMail', [], { fault });
    const { calls } = await desk.execute('checkMail');
    await checkUntilIdle(desk);
    return { state: stateOf(desk), calls: calls.map(({ method }) => method) };
  });
}

interface Ending extends Omit<Fault, 'call'> {
  /** The calls at which it differs from the others; all, unless said. */
  at?: RegExp;
}

/** Where writes are buffered, and where they are to take effect. */
const WRITES = /^spreadsheet\.(set|format)/;
const FLUSHES = /^spreadsheet\.flush/;
const GOOGLE = /^(gmail|drive|mail)/;
const LATER = /^(drive|mail|spreadsheet.set)/;
const SERVER_ERROR = 'Service Spreadsheets failed while accessing document.';
const TOO_OFTEN =
  'Service invoked too many times in a short time: exec qps. Try Utilities.sleep(1000) between calls.';

/** To be killed before a call is to be killed after the one before it. */
const ENDINGS: [string, Ending][] = [
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
  ['an error, and it was done all the same', { kind: 'throw after', message: SERVER_ERROR }],
  ['no time left for more mail', { kind: 'slow', ms: 4.5 * MINUTE }],
  ['no time left for alerts', { kind: 'slow', ms: 5.4 * MINUTE, at: LATER }],
  ['no time left at all', { kind: 'slow', ms: 6 * MINUTE, writes: 'applied', at: LATER }],
  ['a flush that fails and loses the writes', { kind: 'throw before', writes: 'lost', at: FLUSHES }],
  ['a flush that fails after its first row', { kind: 'throw before', writes: 1, at: FLUSHES }],
  ['a flush that fails after its second row', { kind: 'throw before', writes: 2, at: FLUSHES }],
];

describe('a check that ends at any of its service calls', () => {
  let mixed: PreparedDesk;
  let undisturbed: State;
  beforeAll(async () => {
    mixed = await PreparedDesk.of('mixed');
    undisturbed = await stateAfter(mixed);
  });
  afterAll(() => mixed.remove());

  const callsOf = (methods: RegExp) =>
    undisturbed.calls.flatMap((method, index) => (methods.test(method) ? [index + 1] : []));

  test.each(ENDINGS)(
    'leaves the next ones to bring about the same: %s',
    async (_, { at = /./, ...ending }) => {
      const calls = callsOf(at);
      expect(calls).not.toEqual([]);
      for (const call of calls) {
        const { state } = await stateAfter(mixed, { ...ending, call });
        expect({ call, state }).toEqual({ call, state: undisturbed.state });
      }
    },
    60_000,
  );

  test('also when the next one ends early too, anywhere', async () => {
    const fault = fc.record({
      call: fc.integer({ min: 1, max: undisturbed.calls.length + 5 }),
      ending: fc.constantFrom(...ENDINGS.map(([, { at, ...ending }]) => ending)),
    });
    const property = fc.asyncProperty(fault, fault, async (first, second) => {
      const faults = [first, second].map(({ call, ending }) => ({ ...ending, call }));
      expect((await stateAfter(mixed, ...faults)).state).toEqual(undisturbed.state);
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  }, 60_000);

  test('also when the next one has no time to read what the dead one was about', async () => {
    const hurried: Fault = { call: 3, kind: 'slow', ms: 4.5 * MINUTE };
    for (const call of callsOf(LATER)) {
      const { state } = await stateAfter(mixed, { call, kind: 'kill after', writes: 'applied' }, hurried);
      expect({ call, state }).toEqual({ call, state: undisturbed.state });
    }
  });

  test('also when the next one dies over the files for which there was no time', async () => {
    const hurried: Fault = { call: 6, kind: 'slow', ms: 4.5 * MINUTE };
    for (let call = 28; call <= 42; call++) {
      const { state } = await stateAfter(mixed, hurried, { call, kind: 'kill before', writes: 'applied' });
      expect({ call, state }).toEqual({ call, state: undisturbed.state });
    }
  });

  test('and no file is stored twice when the next one cannot read the mail that it is from', async () => {
    for (const call of callsOf(LATER)) {
      const files = await mixed.use(async (desk) => {
        const mail = desk.google.messages().find(({ subject }) => subject === 'Lamp');
        await desk.execute('checkMail', [], { fault: { call, kind: 'kill after', writes: 'applied' } });
        desk.google.fail({
          path: new RegExp(`messages/${mail?.id}\\?`),
          status: 500,
          message: 'No.',
          times: 2,
        });
        await desk.run('checkMail');
        await checkUntilIdle(desk);
        return desk.google.files().map(({ name }) => name.replace(/^CASE-\d+_/, ''));
      });
      expect({ call, files: files.sort() }).toEqual({
        call,
        files: ['Sheetdesk attachments', 'a.txt', 'b.txt'],
      });
    }
  });

  const KILLS = ENDINGS.filter(([, { at, kind }]) => !at && kind.startsWith('kill'));
  test.each<[string, Scene, typeof KILLS]>([
    ['there is nothing but a reply to take in', 'reply', KILLS],
    ['it is the first one ever', 'first', KILLS.slice(1)],
  ])(
    'also when %s',
    async (_, scene, endings) => {
      const prepared = await PreparedDesk.of(scene);
      const whole = await stateAfter(prepared);
      for (const [name, ending] of endings) {
        for (let call = 1; call <= whole.calls.length; call++) {
          const { state } = await stateAfter(prepared, { ...ending, call });
          expect({ name, call, state }).toEqual({ name, call, state: whole.state });
        }
      }
      prepared.remove();
    },
    60_000,
  );
});
