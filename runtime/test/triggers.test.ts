import { nextRun, type Schedule } from '../script-app/schedule';
import { openStore } from '../store';
import { testLong } from './harness/extent';
import { type Realm, START, startRealm } from './harness/realm';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Makes a trigger of itself when a person runs it, and counts when the trigger does. */
const everyFive = (event?: { triggerUid: string }) => {
  const properties = PropertiesService.getScriptProperties();
  if (!event) return ScriptApp.newTrigger('main').timeBased().everyMinutes(5).create().getUniqueId();
  properties.setProperty('runs', String(Number(properties.getProperty('runs') ?? 0) + 1));
  properties.setProperty('event', JSON.stringify(event));
};

// Sources: platform facts 4.2 and 7; developers.google.com/apps-script/guides/triggers/installable and .../events
describe('triggers', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  /** As it is stored. */
  const property = (name: string) => {
    const stored = realm.services.store.prepare('select value from properties where key = ?').get(name);
    return (stored as { value: string } | undefined)?.value ?? null;
  };

  test('a trigger of every five minutes fires every five minutes', async () => {
    await realm.run(everyFive);
    await realm.scheduler.advance(4 * MINUTE);
    expect(property('runs')).toBeNull();
    await realm.scheduler.advance(11 * MINUTE + 1_000);
    expect(property('runs')).toBe('3');
  });

  test('it hands over the time in UTC and its own id, in an execution of kind trigger', async () => {
    const id = await realm.run(everyFive);
    await realm.scheduler.advance(5 * MINUTE + 1_000);
    expect(JSON.parse(property('event') ?? '')).toMatchObject({
      triggerUid: id,
      authMode: 'FULL',
      timezone: 'UTC',
      year: 2026,
      month: 11,
      'day-of-month': 21,
      'day-of-week': 6,
      'week-of-year': 47,
      hour: 9,
      minute: 5,
    });
    expect(realm.runtime.executions.map(({ kind, status }) => [kind, status])).toEqual([
      ['run', 'completed'],
      ['trigger', 'completed'],
    ]);
  });

  // The pages of the events say "a value from the ScriptApp.AuthMode enum".
  test.each([
    ['NONE', 'simple trigger'],
    ['LIMITED', 'simple trigger'],
    ['FULL', 'trigger'],
  ] as const)('its authMode %s is a value of the enum', async (authMode, kind) => {
    const seen = ({ authMode: mode, value }: { authMode: unknown; value: string }) => [
      mode === ScriptApp.AuthMode.NONE,
      mode === ScriptApp.AuthMode.LIMITED,
      mode === ScriptApp.AuthMode.FULL,
      [String(mode), value],
    ];
    const { returned } = await realm.execute(seen, [{ authMode, value: 'x' }], { kind });
    const is = (name: string) => name === authMode;
    const expected = [is('NONE'), is('LIMITED'), is('FULL'), [authMode, 'x']];
    expect(returned).toMatchObject({ json: JSON.stringify(expected) });
  });

  test('a trigger that waits a time fires once and stays in the list', async () => {
    await realm.run((event?: object) => {
      if (event) PropertiesService.getScriptProperties().setProperty('fired', String(Date.now()));
      else ScriptApp.newTrigger('main').timeBased().after(90_000).create();
    });
    await realm.scheduler.advance(HOUR);
    expect(Number(property('fired')) - START).toBeGreaterThanOrEqual(90_000);
    expect(realm.services.triggers.list()).toMatchObject([
      { handler: 'main', nextRun: undefined, lastRun: { status: 'completed' } },
    ]);
    expect(realm.runtime.executions.filter(({ kind }) => kind === 'trigger')).toHaveLength(1);
  });

  test('the list has the last run of a trigger with its status, and the next run', async () => {
    await realm.run((event?: object) => {
      if (event) throw new Error('no mail today');
      ScriptApp.newTrigger('main').timeBased().everyHours(1).create();
    });
    await realm.scheduler.advance(HOUR + 1_000);
    const [{ lastRun, nextRun: next } = {} as never] = realm.services.triggers.list();
    expect(lastRun).toMatchObject({ status: 'failed', error: 'no mail today' });
    expect((next ?? 0) - (lastRun?.at ?? 0)).toBe(HOUR);
  });

  test('runNow fires out of turn', async () => {
    const id = await realm.run(everyFive);
    await realm.services.triggers.runNow(id as string);
    expect(property('runs')).toBe('1');
  });

  test('a deleted trigger does not fire', async () => {
    await realm.run(everyFive);
    await realm.run(() => ScriptApp.getProjectTriggers().forEach((one) => void ScriptApp.deleteTrigger(one)));
    await realm.scheduler.advance(HOUR);
    expect(property('runs')).toBeNull();
    expect(realm.services.triggers.list()).toEqual([]);
  });

  test('a spreadsheet trigger runs on its event with the event’s fields', async () => {
    await realm.run((event?: { value: string }) => {
      if (event) PropertiesService.getScriptProperties().setProperty('value', event.value);
      else ScriptApp.newTrigger('main').forSpreadsheet('sheet-test').onEdit().create();
    });
    await realm.services.triggers.notify('sheet-test', 'ON_OPEN');
    expect(property('value')).toBeNull();
    await realm.services.triggers.notify('sheet-test', 'ON_EDIT', { value: 'x' });
    expect(property('value')).toBe('x');
  });

  testLong('90 minutes of modelled time a day, then nothing until a day has passed', async () => {
    await realm.run((event?: object) => {
      if (event) Utilities.sleep(270_000);
      else ScriptApp.newTrigger('main').timeBased().everyMinutes(5).create();
    });
    await realm.scheduler.advance(3 * HOUR);
    const count = () => realm.runtime.executions.filter(({ kind }) => kind === 'trigger').length;
    expect(count()).toBe(20);
    expect(realm.services.triggers.list()[0]?.lastRun).toMatchObject({
      status: 'failed',
      error: 'Service using too much computer time for one day.',
    });
    await realm.scheduler.advance(22 * HOUR);
    expect(count()).toBeGreaterThan(20);
  });

  test('after a restart triggers go on, without what they missed', async () => {
    const store = openStore(':memory:');
    const first = startRealm({ store });
    const script = await first.execute(everyFive).then((execution) => execution.script);
    await first.services.triggers.close();
    const second = startRealm({ store });
    await second.scheduler.advance(12 * MINUTE);
    second.services.triggers.connect(second.runtime, [script]);
    await second.scheduler.advance(4 * MINUTE);
    expect(second.runtime.executions.map(({ function: name }) => name)).toEqual(['main']);
    await Promise.all([first.close(), second.close()]);
  });

  test('without script.scriptapp there are no triggers', async () => {
    const bare = startRealm({ scopes: [] });
    await expect(bare.run(() => ScriptApp.getProjectTriggers())).rejects.toThrow(
      'Specified permissions are not sufficient to call ScriptApp.getProjectTriggers. Required permissions: https://www.googleapis.com/auth/script.scriptapp',
    );
    await bare.close();
  });
});

// Source: developers.google.com/apps-script/reference/script/clock-trigger-builder; times computed with Python's zoneinfo.
describe('the next run of a clock trigger', () => {
  const SATURDAY = Date.UTC(2026, 2, 28, 12);
  const base: Omit<Schedule, 'clock'> = { created: SATURDAY, chance: 754, zone: 'Europe/Berlin' };

  test.each<[string, Schedule['clock'], string | undefined]>([
    ['every 15 minutes', { minutes: 15 }, '2026-03-28T12:15:00.000Z'],
    [
      'every day at 7:30, after the clocks went forward',
      { days: 1, hour: 7, minute: 30 },
      '2026-03-29T05:30:00.000Z',
    ],
    ['every third day', { days: 3, hour: 9, minute: 0 }, '2026-03-31T07:00:00.000Z'],
    [
      'the day in another zone',
      { days: 1, hour: 9, minute: 0, zone: 'Asia/Tokyo' },
      '2026-03-29T00:00:00.000Z',
    ],
    ['on Mondays', { weekDay: 1, hour: 8, minute: 0 }, '2026-03-30T06:00:00.000Z'],
    ['on the 31st', { monthDay: 31, hour: 0, minute: 0 }, '2026-03-30T22:00:00.000Z'],
    ['at a time that the clocks skip', { days: 1, hour: 2, minute: 30 }, '2026-03-29T01:30:00.000Z'],
    ['once, in the past', { at: SATURDAY - 1 }, undefined],
    ['an hour and minute of its own', { days: 1 }, '2026-03-29T08:34:00.000Z'],
  ])('%s', (_, clock, expected) => {
    const next = nextRun({ ...base, clock }, SATURDAY);
    expect(next === undefined ? undefined : new Date(next).toISOString()).toBe(expected);
  });

  test('a time that American clocks skip counts as the one after it', () => {
    const clock = { days: 1, hour: 2, minute: 30, zone: 'America/New_York' };
    const next = nextRun({ ...base, clock }, Date.UTC(2026, 2, 8, 5));
    expect(next).toBe(Date.UTC(2026, 2, 8, 7, 30));
  });
});
