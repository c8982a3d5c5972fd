import { createHash } from 'node:crypto';
import { type Realm, startRealm } from './harness/realm';

describe('Built-in objects', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  test('are those of V8 11.3, whichever Node runs the script', async () => {
    const names = (await realm.run(() => {
      const owners = Object.entries({
        Array,
        ArrayBuffer,
        Atomics,
        BigInt,
        DataView,
        Date,
        Error,
        Intl,
        JSON,
        Map,
        Math,
        Number,
        Object,
        Promise,
        Reflect,
        RegExp,
        Set,
        String,
        Symbol,
        Uint8Array,
        WeakMap,
        WeakSet,
      });
      return owners.flatMap(([name, owner]) => [
        ...Object.getOwnPropertyNames(owner).map((one) => `${name}.${one}`),
        ...('prototype' in owner
          ? Object.getOwnPropertyNames(owner.prototype).map((one) => `${name}#${one}`)
          : []),
      ]);
    })) as string[];
    expect(names).toEqual(expect.arrayContaining(['Array#toSorted', 'Object.hasOwn', 'String#isWellFormed']));
    const listed = [...names].sort().join();
    expect([names.length, createHash('sha256').update(listed).digest('hex').slice(0, 8)]).toEqual([
      475,
      'fceefa67',
    ]);
  });
});
