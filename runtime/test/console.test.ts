import { type Realm, startRealm } from './harness/realm';

describe('logs', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  const logged = async (snippet: () => unknown) => {
    const { log, error } = await realm.execute(snippet);
    if (error) throw new Error(error.message);
    return log.map(({ text }) => text);
  };

  // Source: tetsuooo.net/?p=338, measured
  test('the console shows objects as JavaScript, Logger as Java does', async () => {
    const texts = await logged(() => {
      const pet = { name: 'Ted', age: 4 };
      console.log(100);
      console.log(pet, ['a', null], 'b');
      Logger.log(100);
      Logger.log(pet)
        .log([1, 'a', [true, undefined]])
        .log(1e10)
        .log(null);
    });
    expect(texts).toEqual([
      '100',
      "{ name: 'Ted', age: 4 } [ 'a', null ] b",
      '100.0',
      '{name=Ted, age=4.0}',
      '[1.0, a, [true, undefined]]',
      '1.0E10',
      'null',
    ]);
  });

  // Source: developers.google.com/apps-script/reference/base/logger and /console
  test('values fill the directives of a format', async () => {
    const texts = await logged(() => {
      console.info('%s has %d of %s%%', 'a', 3, 10, 'more');
      Logger.log('You are a member of %s groups, %d', 'two', 2);
      console.log('100%s');
      console.log();
      Logger.log(undefined);
    });
    expect(texts).toEqual([
      'a has 3 of 10% more',
      'You are a member of two groups, 2',
      '100%s',
      '',
      'undefined',
    ]);
  });

  test('an object with a message is logged as its message', async () => {
    expect(await logged(() => void Logger.log({ message: 'a', data: { key: 'b' } }))).toEqual(['a']);
  });

  test('objects that contain themselves, and services, are logged too', async () => {
    const texts = await logged(() => {
      const loop: Record<string, unknown> = {};
      loop.self = loop;
      console.log(loop);
      Logger.log(loop);
      Logger.log({ lock: LockService.getScriptLock() });
    });
    expect(texts).toEqual(['{ self: [Circular] }', '{self=(this Map)}', '{lock=Lock}']);
  });

  test('getLog has a line with the time for each entry, until clear', async () => {
    const logs = await realm.run(() => {
      Logger.log('a');
      Logger.log(new Date(0));
      const log = Logger.getLog();
      Logger.clear();
      return [log, Logger.getLog()];
    });
    const lines = logs[0]?.split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^Sat Nov 21 \d\d:\d\d:\d\d GMT 2026 INFO: a$/),
      expect.stringMatching(/ INFO: Thu Jan 01 00:00:00 GMT 1970$/),
      '',
    ]);
    expect(logs[1]).toBe('');
  });

  // Node's util.inspect, whose form the console has, and its util.format
  test('what has no text of its own is logged too', async () => {
    const texts = await logged(() => {
      const { groups } = /(?<a>.)/.exec('x') ?? {};
      console.log(groups, { toString: 5 });
      console.log('%d', Symbol('a'));
      Logger.log(groups);
    });
    expect(texts).toEqual(["[Object: null prototype] { a: 'x' } { toString: 5 }", 'NaN', '{a=x}']);
  });
});
