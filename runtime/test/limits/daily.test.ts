import { DAILY } from '../../account/plan';
import { type Realm, startRealm } from '../harness/realm';

const DAY = 86_400_000;

const send = (to: string) => MailApp.sendEmail(to, 'subject', 'body');
const remaining = () => MailApp.getRemainingDailyQuota();
const setTwo = () => void PropertiesService.getScriptProperties().setProperties({ a: '1', b: '2' });
const longMail = (kilobytes: number) => MailApp.sendEmail('a@b.example', 's', 'x'.repeat(kilobytes * 1024));

// Source: developers.google.com/apps-script/guides/services/quotas
describe('the limits of a day', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());
  const beWorkspace = () => {
    realm.services.plan.account = 'workspace';
  };

  test.each([
    ['trigger minutes', 'triggerMs', 90 * 60_000, 6 * 60 * 60_000],
    ['fetches', 'urlfetch', 20_000, 100_000],
    ['mail recipients', 'mailRecipients', 100, 1_500],
    ['operations on properties', 'propertyOperations', 50_000, 500_000],
    ['reads and writes of mail', 'gmailOperations', 20_000, 50_000],
  ] as const)('%s: a free account and Workspace differ', (_, name, consumer, workspace) => {
    expect(DAILY[name]).toMatchObject({ consumer, workspace });
    expect(realm.services.quotas.left(name)).toBe(consumer);
    beWorkspace();
    expect(realm.services.quotas.left(name)).toBe(workspace);
  });

  test('the 101st recipient waits for tomorrow', async () => {
    realm.services.quotas.use('mailRecipients', 99);
    expect(await realm.runEach(send, [['a@b.example'], ['a@b.example']])).toEqual([
      null,
      expect.stringContaining('Service invoked too many times for one day: email.'),
    ]);
    await realm.scheduler.advance(DAY);
    expect(await realm.runAll([send, 'a@b.example'], [remaining])).toEqual([null, 99]);
  });

  test('Workspace may write to 1,500, and 400 kB at once', async () => {
    await expect(realm.run(longMail, 201)).rejects.toThrow('Limit exceeded: Email Body Size.');
    beWorkspace();
    expect(await realm.runAll([longMail, 400], [remaining], [longMail, 401])).toEqual([
      null,
      1_499,
      expect.stringContaining('Limit exceeded: Email Body Size.'),
    ]);
  });

  test('50,000 operations on properties, a write of two counting twice', async () => {
    realm.services.quotas.use('propertyOperations', 50_000 - 3);
    expect(await realm.runAll([setTwo], [setTwo])).toEqual([
      null,
      expect.stringContaining('Service invoked too many times for one day: properties.'),
    ]);
    await realm.scheduler.advance(DAY);
    await realm.run(setTwo);
  });

  test('20,000 fetches, those of fetchAll one by one', async () => {
    realm.services.quotas.use('urlfetch', 20_000 - 1);
    const run = realm.run(() => UrlFetchApp.fetchAll(['http://127.0.0.1:1/', 'http://127.0.0.1:1/']));
    await expect(run).rejects.toThrow('Service invoked too many times for one day: urlfetch.');
  });

  test('90 minutes of triggers; on Workspace they continue', async () => {
    const tick = (event?: object) => {
      if (!event) return void ScriptApp.newTrigger('main').timeBased().everyMinutes(5).create();
      const properties = PropertiesService.getScriptProperties();
      properties.setProperty('runs', String(Number(properties.getProperty('runs')) + 1));
    };
    const runs = () => realm.services.store.prepare("select value from properties where key = 'runs'").get();
    await realm.run(tick);
    realm.services.quotas.use('triggerMs', 90 * 60_000);
    await realm.scheduler.advance(6 * 60_000);
    expect(runs()).toBeUndefined();
    expect(realm.services.triggers.list()).toMatchObject([
      { lastRun: { status: 'failed', error: 'Service using too much computer time for one day.' } },
    ]);
    beWorkspace();
    await realm.scheduler.advance(5 * 60_000);
    expect(runs()).toMatchObject({ value: '1' });
  });

  test('what was used is remembered by the next runtime over the same store', async () => {
    await realm.run(send, 'a@b.example');
    realm.services.quotas.use('propertyOperations', 7);
    const { store } = realm.services;
    const next = startRealm({ store });
    expect(await next.run(remaining)).toBe(99);
    expect(next.services.quotas.used('propertyOperations')).toBe(7);
    await next.close();
  });
});
