import { extent } from './harness/extent';
import { type Realm, startRealm } from './harness/realm';

// Sources: platform facts 7 (Lock) and 6.4 (flush before a lock is released).
describe('LockService', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  const COUNT = extent({ usual: 4, long: 30 });

  test('parallel executions that count under a lock count each once', async () => {
    const count = () => {
      const lock = LockService.getScriptLock();
      lock.waitLock(20_000);
      const properties = PropertiesService.getScriptProperties();
      const next = Number(properties.getProperty('count') ?? 0) + 1;
      properties.setProperty('count', String(next));
      lock.releaseLock();
      return next;
    };
    const counts = await Promise.all(Array.from({ length: COUNT }, () => realm.run(count)));
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
  });

  test('the same without a lock loses counts', async () => {
    const count = () => {
      const properties = PropertiesService.getScriptProperties();
      properties.setProperty('unlocked', String(Number(properties.getProperty('unlocked') ?? 0) + 1));
    };
    await Promise.all(Array.from({ length: COUNT }, () => realm.run(count)));
    const stored = realm.services.store.prepare("select value from properties where key = 'unlocked'").get();
    expect(Number((stored as { value: string }).value)).toBeLessThan(COUNT);
  });

  test('tryLock answers false on a busy lock and waitLock throws when its time is up', async () => {
    const hold = realm.run(() => {
      LockService.getScriptLock().waitLock(0);
      for (let i = 0; i < 100; i++) PropertiesService.getScriptProperties().getProperty('a');
    });
    const attempt = realm.run(() => {
      PropertiesService.getScriptProperties().getProperty('a');
      return LockService.getScriptLock().tryLock(0);
    });
    const wait = realm.run(() => {
      PropertiesService.getScriptProperties().getProperty('a');
      LockService.getScriptLock().waitLock(1_000);
    });
    expect(await attempt).toBe(false);
    await expect(wait).rejects.toThrow('Lock timeout: another process was holding the lock for too long.');
    await hold;
  });

  test('the ledger has for how long each lock was held, without the time of waiting for it', async () => {
    const work = () => {
      const lock = LockService.getScriptLock();
      lock.waitLock(20_000);
      PropertiesService.getScriptProperties().setProperty('a', 'b');
      lock.releaseLock();
    };
    const ended = await Promise.all([realm.execute(work), realm.execute(work)]);
    const held = ended.map(({ holds }) => holds.map(({ scope, since, until = 0 }) => [scope, until - since]));
    // Taking it 30 ms, the property 60.
    expect(held).toEqual([[['script', 90]], [['script', 90]]]);
  });

  test('a lock is free again after an execution that threw', async () => {
    const failing = realm.run(() => {
      LockService.getScriptLock().waitLock(0);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await realm.run(() => LockService.getScriptLock().tryLock(0))).toBe(true);
  });

  test('a lock is free again after an execution that was killed', async () => {
    const killed = await realm.execute(
      () => {
        LockService.getScriptLock().waitLock(0);
        PropertiesService.getScriptProperties().getProperty('a');
      },
      [],
      { fault: { call: 2, kind: 'kill before' } },
    );
    expect(killed.status).toBe('killed');
    expect(await realm.run(() => LockService.getScriptLock().tryLock(0))).toBe(true);
  });
});
