import { testLong } from '../harness/extent';
import { type Desk, startDesk } from '../harness/local';

let desk: Desk;
beforeEach(async () => {
  desk = await startDesk();
});

type Ran = { id: number; services: object; calls: unknown[]; log: { text: string }[] };
const listed = async (limit: number): Promise<Ran[]> =>
  (await fetch(`${desk.local.urls.home}/_local/executions?limit=${limit}`)).json();

testLong('of what ran before a restart the newest 500 are kept', async () => {
  for (let run = 0; run < 510; run++) await desk.execute('none');
  await desk.restart();
  const ids = (await listed(9_999)).map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([500, 510, 11]);
  await desk.close();
});

test('of one that did much, the beginning is kept and everything is counted', async () => {
  await desk.ownerRuns(() => {
    for (let call = 0; call < 1_200; call++) Utilities.newBlob('').getBytes();
    for (let call = 0; call < 1_200; call++) CacheService.getScriptCache().get('x');
    for (let line = 0; line < 300; line++) console.log('x'.repeat(3_000));
  });
  await desk.restart();
  const [ran] = await listed(1);
  expect([ran?.calls.length, ran?.log.length, ran?.log[0]?.text.length]).toEqual([1_000, 200, 2_000]);
  expect(ran?.services).toEqual({ cache: 1_200 });
  await desk.close();
});

describe('closing', () => {
  const timer = () => {
    ScriptApp.newTrigger('checkMail').forSpreadsheet(SpreadsheetApp.getActive()).onOpen().create();
  };

  test('waits for what an event has started, and kills it', async () => {
    await desk.ownerRuns(timer);
    const { scripts, services } = desk.local;
    const fired = services.triggers.notify(scripts.desk.spreadsheetId, 'ON_OPEN');
    await desk.close();
    await expect(fired).resolves.toBeUndefined();
    expect(desk.local.executions.at(-1)).toMatchObject({ kind: 'trigger', status: 'killed' });
  });

  test('starts nothing that is asked for afterwards', async () => {
    await desk.ownerRuns(timer);
    const { scripts, services } = desk.local;
    await desk.close();
    await expect(services.triggers.notify(scripts.desk.spreadsheetId, 'ON_OPEN')).resolves.toBeUndefined();
    expect(await desk.execute('checkMail')).toMatchObject({ status: 'killed' });
  });
});

test('time that has passed leaves no trigger without its end', async () => {
  await desk.setUp();
  await desk.advance(6 * 60_000);
  expect(desk.local.services.triggers.list()).toMatchObject([{ lastRun: { status: 'completed' } }]);
  expect(desk.local.history.newest).toBe(2);
  await desk.close();
});
