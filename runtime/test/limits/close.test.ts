import type { Execution } from '../../execution/execution';
import { Executor } from '../../execution/executor';
import { createScript, toScriptFiles } from '../../execution/script';
import { CODE, type Realm, START, startRealm } from '../harness/realm';

const HOUR = 3_600_000;

let realm: Realm;
beforeEach(() => {
  realm = startRealm();
});

const KILLED = { status: 'killed', error: { name: 'Killed', message: 'The execution was killed.' } };
const wayOf = async (running: Promise<Execution>) => {
  const { status, error } = await running;
  return { status, error };
};

const loop = () => {
  for (;;);
};
const sleep = () => Utilities.sleep(200_000);
const holdLock = () => {
  LockService.getScriptLock().waitLock(0);
  Utilities.sleep(2_000);
  for (;;);
};
const waitForLock = () => {
  Utilities.sleep(1_000);
  SpreadsheetApp.getActiveSheet().getRange('A1').setValue('buffered');
  LockService.getScriptLock().waitLock(100_000);
};

/** Long enough for all that computes to reach its end, its sleep or its endless loop. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 300));

describe('closing a runtime', () => {
  test('kills what computes', async () => {
    const execution = realm.execute(loop);
    await aWhile();
    await realm.close();
    expect(await wayOf(execution)).toEqual(KILLED);
  });

  test('kills what sleeps, waits for a lock or is to start later, and flushes nothing', async () => {
    const later = { startsAt: START + HOUR };
    const executions = [holdLock, waitForLock, sleep].map((snippet) => realm.execute(snippet));
    executions.push(realm.execute(sleep, [], later));
    await aWhile();
    await realm.close();
    for (const execution of executions) expect(await wayOf(execution)).toEqual(KILLED);
    expect(realm.spreadsheets.grid('sheet-test')[0]?.cells ?? []).toEqual([]);
  });

  test('kills what is asked for afterwards before it starts', async () => {
    await realm.execute(() => {});
    const { script } = realm.runtime.executions[0] as Execution;
    await realm.close();
    expect(await wayOf(realm.runtime.run(script, 'main'))).toEqual(KILLED);
  });

  test('lets time go on', async () => {
    void realm.execute(loop);
    await aWhile();
    await realm.close();
    await realm.scheduler.advance(HOUR);
    expect(realm.scheduler.now()).toBe(START + HOUR);
  });
});

describe('a thread that ends by itself', () => {
  /** A runtime whose threads do this when they are to run something. */
  const runOn = async (work: string, runs: number) => {
    const begin = "const { parentPort, workerData } = require('node:worker_threads');";
    const worker = `${begin} parentPort.on('message', () => { ${work} });`;
    const files = toScriptFiles({ 'appsscript.json': '{"timeZone": "Etc/UTC", "oauthScopes": []}' });
    const { scheduler } = realm;
    const runtime = new Executor({ services: [], scheduler, virtual: true, code: { ...CODE, worker } });
    const ends = [];
    for (let run = 0; run < runs; run++) {
      ends.push(
        await wayOf(
          runtime.run(
            createScript('test', () => files),
            'main',
          ),
        ),
      );
      await aWhile();
    }
    await runtime.close();
    return ends;
  };
  afterEach(() => realm.close());

  test('fails the execution that it carries', async () => {
    const error = { name: 'Error', message: 'The thread of the execution ended.' };
    expect(await runOn('process.exit()', 1)).toEqual([{ status: 'failed', error }]);
  });

  test('while it is idle is not passed on to the next runtime', async () => {
    const done = `workerData.port.postMessage({ done: '{"returned":{"kind":"value"}}' });`;
    const completed = { status: 'completed', error: undefined };
    expect(await runOn(`${done} setTimeout(() => process.exit(), 20);`, 2)).toEqual([completed, completed]);
  });
});
