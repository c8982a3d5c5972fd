import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { Fault } from '../../local/runtime/faults';
import { openStore } from '../../local/store';
import { type Desk, startDesk } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

/** The same faults each time, unless asked for others, or more. */
const SEED = Number(process.env.SEED ?? 2026);
const RUNS = Number(process.env.RUNS ?? 30);

const FOLDER = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-'));
const MIXED = path.join(FOLDER, 'mixed.db');
const REPLY = path.join(FOLDER, 'reply.db');
const FIRST = path.join(FOLDER, 'first.db');

/** What a check finds: a tracked sender's mail. */
const PREPARED: Record<string, (desk: Desk) => Promise<void>> = {
  /** Two new threads, one of them with a reply and files, and a reply to a case that stands. */
  async [MIXED](desk) {
    await deliverOld(desk);
    await desk.run('checkMail');
    await deliverNew(desk);
    await deliverReply(desk);
  },
  async [REPLY](desk) {
    await deliverOld(desk);
    await desk.run('checkMail');
    await deliverReply(desk);
  },
  /** No check was ever made: it has to search. */
  async [FIRST](desk) {
    await deliverOld(desk);
    await deliverNew(desk);
  },
};

async function prepare(file: string): Promise<void> {
  const desk = await startDesk(openStore(file));
  await desk.setUp();
  await desk.run('saveSettings', { senders: [ANNA], emailAlerts: true });
  await PREPARED[file]?.(desk);
  desk.store.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  await desk.close();
}

async function deliverOld(desk: Desk): Promise<void> {
  await desk.deliver(await compose({ messageId: '<old@customer.example>', subject: 'Old' }));
}

async function deliverNew(desk: Desk): Promise<void> {
  const attachments = [
    { filename: 'a.txt', content: 'one' },
    { filename: 'b.txt', content: 'two' },
  ];
  await desk.deliver(await compose({ messageId: '<1@customer.example>', subject: 'Lamp', attachments }));
  await desk.deliver(await compose({ subject: 'Chair' }));
  await desk.deliver(await reply('<1@customer.example>', 'Re: Lamp'));
}

async function deliverReply(desk: Desk): Promise<void> {
  await desk.deliver(await reply('<old@customer.example>', 'Re: Old'));
}

interface State {
  state: unknown;
  /** The methods that the first check called that nobody disturbed. */
  calls: string[];
}

let copies = 0;

/** A desk of its own in the prepared state: checks that end as told, then others until there is nothing left to do. */
async function stateAfter(prepared: string, ...faults: Fault[]): Promise<State> {
  const copy = path.join(FOLDER, `${copies++}.db`);
  copyFileSync(prepared, copy);
  const desk = await startDesk(openStore(copy));
  try {
    for (const fault of faults) await desk.execute('checkMail', [], { fault });
    const { calls } = await desk.execute('checkMail');
    await checkUntilIdle(desk);
    return { state: stateOf(desk), calls: calls.map(({ method }) => method) };
  } finally {
    await desk.close();
    rmSync(copy);
  }
}

/** Alerts come back to the own inbox, so the check that sends them is never the last. */
async function checkUntilIdle(desk: Desk): Promise<void> {
  for (let check = 0; check < 4; check++)
    if ((await desk.execute('checkMail')).count('spreadsheet.') === 0) return;
  throw new Error('The checks find no end.');
}

function reply(to: string, subject: string): Promise<Buffer> {
  return compose({ subject, inReplyTo: to, references: to });
}

/** All that the owner can see of a desk, and its checkpoint. Files get their ids in the order of their storing. */
function stateOf(desk: Desk): unknown {
  const files = desk.google.files();
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const named = (text: unknown) =>
    String(text).replace(/"driveId":"([^"]+)"/g, (_, id) => `"driveId":"${names.get(id)}"`);
  return {
    sheets: desk
      .sheets()
      .map(({ cells, ...sheet }) => ({ ...sheet, cells: cells.map((row) => row.map(named)) })),
    cases: desk.rows('Cases'),
    messages: desk.rows('Messages').map((row) => ({ ...row, attachments: named(row.attachments) })),
    settings: desk.rows('Settings'),
    progress: progressOf(desk),
    files: files
      .map(({ id, name, parents, mimeType }) => ({
        name,
        folder: names.get(parents[0] ?? ''),
        content: mimeType === 'text/plain' && String(desk.google.fileContent(id)),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    alerts: desk
      .sent()
      .map(({ to, subject, htmlBody }) => ({ to, subject, htmlBody }))
      .sort((a, b) => (a.subject < b.subject ? -1 : 1)),
  };
}

/** What the script remembers, without the times and names of its runs. */
function progressOf(desk: Desk): unknown {
  const { progress = '{}' } = desk.properties();
  const { lastCheckedAt, finishedRun, folderId, ...rest } = JSON.parse(progress);
  return rest;
}

interface Ending extends Omit<Fault, 'call'> {
  /** The calls at which it differs from the others; all, unless said. */
  at?: RegExp;
}

/** Where writes are buffered, and where they are to take effect. */
const WRITES = /^spreadsheet\.(set|format)/;
const FLUSHES = /^spreadsheet\.flush/;
const GOOGLE = /^(gmail|drive|mail)/;
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
  ['a flush that fails and loses the writes', { kind: 'throw before', writes: 'lost', at: FLUSHES }],
  ['a flush that fails after its first row', { kind: 'throw before', writes: 1, at: FLUSHES }],
  ['a flush that fails after its second row', { kind: 'throw before', writes: 2, at: FLUSHES }],
];

describe('a check that ends at any of its service calls', () => {
  let undisturbed: State;
  beforeAll(async () => {
    await prepare(MIXED);
    undisturbed = await stateAfter(MIXED);
  });
  afterAll(() => rmSync(FOLDER, { recursive: true }));

  test.each(ENDINGS)(
    'leaves the next ones to bring about the same: %s',
    async (_, { at = /./, ...ending }) => {
      const calls = undisturbed.calls.flatMap((method, index) => (at.test(method) ? [index + 1] : []));
      expect(calls).not.toEqual([]);
      for (const call of calls) {
        const { state } = await stateAfter(MIXED, { ...ending, call });
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
      expect((await stateAfter(MIXED, ...faults)).state).toEqual(undisturbed.state);
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  }, 60_000);

  const KILLS = ENDINGS.filter(([, { at, kind }]) => !at && kind.startsWith('kill'));
  test.each([
    ['there is nothing but a reply to take in', REPLY],
    ['it is the first one ever', FIRST],
  ])(
    'also when %s',
    async (_, file) => {
      await prepare(file);
      const whole = await stateAfter(file);
      for (const [name, ending] of KILLS) {
        for (let call = 1; call <= whole.calls.length; call++) {
          const { state } = await stateAfter(file, { ...ending, call });
          expect({ name, call, state }).toEqual({ name, call, state: whole.state });
        }
      }
    },
    60_000,
  );
});
