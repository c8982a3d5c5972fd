import type { Execution } from '../../execution/execution';
import { Executor } from '../../execution/executor';
import { createScript, type Script, toScriptFiles } from '../../execution/script';
import { createServices } from '../../services';
import { CODE, type Realm, START, startRealm } from '../harness/realm';

const MINUTE = 60_000;
const END = START + 6 * MINUTE;

let realm: Realm;
beforeEach(() => {
  realm = startRealm();
});
afterEach(() => realm.close());

const wayOf = ({ status, error, elapsed }: Execution) => ({ status, error, elapsed });
const ENDED = {
  status: 'timed out',
  error: { name: 'Exception', message: 'Exceeded maximum execution time' },
  elapsed: 6 * MINUTE,
};

/** As they are stored. */
const properties = () => realm.services.store.prepare('select key, value from properties').all();

const lockAndTell = (timeout: number) => {
  LockService.getScriptLock().waitLock(timeout);
  return Date.now();
};

// Source: platform facts 7, one execution.
describe('an execution past six minutes', () => {
  test.each<[string, () => void]>([
    [
      'that calls services',
      () => {
        for (;;) SpreadsheetApp.getActiveSpreadsheet().getSheets()[0]?.insertRowAfter(1);
      },
    ],
    [
      'that catches everything',
      () => {
        for (;;) {
          try {
            Utilities.sleep(50_000);
          } finally {
            Utilities.sleep(50_000);
          }
        }
      },
    ],
    [
      'that would end by itself after its last sleep',
      () => {
        Utilities.sleep(200_000);
        Utilities.sleep(200_000);
      },
    ],
  ])('%s is ended at its sixth minute', async (_, snippet) => {
    expect(wayOf(await realm.execute(snippet))).toEqual(ENDED);
    expect(realm.scheduler.now()).toBe(END);
  });

  test('no longer waits for a lock', async () => {
    const holder = realm.execute(() => {
      LockService.getScriptLock().waitLock(0);
      Utilities.sleep(300_000);
      Utilities.sleep(50_000);
    });
    const waiter = realm.execute(() => {
      Utilities.sleep(1_000);
      LockService.getDocumentLock().waitLock(0);
      LockService.getScriptLock().waitLock(10_000_000);
      Utilities.sleep(300_000);
    });
    expect(wayOf(await waiter)).toEqual(ENDED);
    expect((await holder).status).toBe('completed');
    expect(realm.scheduler.now()).toBe(END);
    const free = () => [LockService.getScriptLock().tryLock(0), LockService.getDocumentLock().tryLock(0)];
    expect(await realm.run(free)).toEqual([true, true]);
  });

  test('frees its locks at that moment, not when its sleep would be over', async () => {
    const sleeper = realm.execute(() => {
      LockService.getScriptLock().waitLock(0);
      Utilities.sleep(300_000);
      Utilities.sleep(300_000);
    });
    const next = realm.execute(lockAndTell, [100_000], { startsAt: START + 5 * MINUTE });
    expect((await sleeper).status).toBe('timed out');
    expect((await next).returned).toMatchObject({ json: String(END + 30) });
  });

  test('loses what it had not flushed', async () => {
    await realm.execute(() => {
      SpreadsheetApp.getActiveSheet().getRange('A1').setValue('flushed');
      SpreadsheetApp.flush();
      SpreadsheetApp.getActiveSheet().getRange('A2').setValue('buffered');
      for (;;) Utilities.sleep(100_000);
    });
    expect(realm.spreadsheets.grid('sheet-test')[0]?.cells).toEqual([['flushed']]);
  });

  test('lets the effect of its last call stand', async () => {
    await realm.execute(() => {
      Utilities.sleep(300_000);
      Utilities.sleep(59_540);
      PropertiesService.getScriptProperties().setProperty('last', 'done');
      PropertiesService.getScriptProperties().setProperty('after', 'never');
    });
    expect(properties()).toMatchObject([{ key: 'last', value: 'done' }]);
  });
});

describe('an execution that ends', () => {
  test('holds its locks until its own clock says so', async () => {
    const holder = realm.run(() => {
      LockService.getScriptLock().waitLock(0);
      for (let call = 0; call < 10; call++) PropertiesService.getScriptProperties().setProperty('a', 'b');
    });
    const next = realm.run(lockAndTell, 20_000);
    await holder;
    // Start, the lock, ten properties; then the lock of the next.
    expect(await next).toBe(START + 450 + 30 + 10 * 60 + 30);
  });

  test('releases its locks at once when it is killed', async () => {
    const fault = { call: 2, kind: 'kill before' } as const;
    const holder = realm.execute(
      () => {
        LockService.getScriptLock().waitLock(0);
        Utilities.sleep(5_000);
        PropertiesService.getScriptProperties().getProperty('a');
      },
      [],
      { fault },
    );
    const next = realm.run(lockAndTell, 20_000);
    expect((await holder).status).toBe('killed');
    expect(await next).toBe(START + 450 + 30 + 5_000 + 30);
  });

  test('ends on its own clock, where the next one begins', async () => {
    await realm.run(() => PropertiesService.getScriptProperties().getProperty('a'));
    expect(realm.scheduler.now()).toBe(START + 480);
  });
});

describe('a script that computes without end', () => {
  // Real time: a hundred times what one takes whose thread has started.
  const COMPUTE_MS = 1_500;
  let impatient: Executor;
  beforeEach(() => {
    const services = createServices(realm.services);
    const { scheduler } = realm;
    impatient = new Executor({
      services,
      scheduler,
      virtual: true,
      code: CODE,
      computeMs: COMPUTE_MS,
    });
  });
  afterEach(() => impatient.close());

  test('is ended by the watchdog, at its sixth minute on the clock, and frees what it held', async () => {
    const manifest = '{"timeZone": "Etc/UTC", "oauthScopes": []}';
    const files = toScriptFiles({ 'appsscript.json': manifest, 'Code.js': LOOP });
    const script = createScript('test', () => files);
    await startThreads(script);
    const start = realm.scheduler.now();
    const loop = impatient.run(script, 'loop');
    const waiting = impatient.run(script, 'wait', [], { startsAt: start + MINUTE });
    expect(wayOf(await loop)).toEqual(ENDED);
    expect((await waiting).returned).toMatchObject({ json: String(start + 6 * MINUTE + 30) });
  });

  /** Two of them, however long the machine takes for that. */
  async function startThreads(script: Script): Promise<void> {
    const work = () => impatient.run(script, 'wait');
    const ended = await Promise.all([work(), work()]);
    if (ended.some(({ status }) => status !== 'completed')) await startThreads(script);
  }

  const LOOP = `function loop() {
    LockService.getScriptLock().waitLock(0);
    try { for (;;); } finally { LockService.getScriptLock().releaseLock(); }
  }
  function wait() {
    LockService.getScriptLock().waitLock(1000000);
    return Date.now();
  }`;
});
