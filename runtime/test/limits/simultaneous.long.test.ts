import type { Execution } from '../../execution/execution';
import { type Realm, START, startRealm } from '../harness/realm';

const MINUTE = 60_000;

// Source: platform facts 7, simultaneous executions.
describe('thirty executions at once', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const REFUSAL = 'There are too many scripts running simultaneously for this Google user account.';
  const sleep = () => Utilities.sleep(10_000);
  const refusals = (executions: readonly Execution[]) =>
    executions.filter(({ error }) => error?.message === REFUSAL).length;

  test('run, the thirty-first is refused, and a killed one leaves its place', async () => {
    await realm.execute(propertyWrite, [], { fault: { call: 1, kind: 'kill before' } });
    const executions = await Promise.all(Array.from({ length: 31 }, () => realm.execute(sleep)));
    expect(refusals(executions)).toBe(1);
    expect(executions.filter(({ status }) => status === 'completed')).toHaveLength(30);
  });

  test('are counted when they start: what starts later takes no place before', async () => {
    const later = Array.from({ length: 30 }, (_, index) =>
      realm.execute(sleep, [], { startsAt: START + MINUTE * (index + 1) }),
    );
    const now = Array.from({ length: 30 }, () => realm.execute(sleep));
    expect(refusals(await Promise.all([...later, ...now]))).toBe(0);
  });

  const propertyWrite = () => PropertiesService.getScriptProperties().setProperty('a', 'b');

  test('have the same interleaving in every run', async () => {
    const once = async () => {
      const own = startRealm();
      const work = (name: string) => {
        const properties = PropertiesService.getScriptProperties();
        const note = (step: string) =>
          properties.setProperty('log', `${properties.getProperty('log') ?? ''} ${name}${step}`);
        Utilities.sleep(Math.floor(Math.random() * 500));
        note('a');
        if (LockService.getScriptLock().tryLock(2_000)) note('b');
        Utilities.sleep(Math.floor(Math.random() * 100));
        note('c');
      };
      const names = Array.from({ length: 30 }, (_, index) => String(index));
      await Promise.all(names.map((name) => own.execute(work, [name])));
      const log = await own.run(() => PropertiesService.getScriptProperties().getProperty('log'));
      await own.close();
      return log;
    };
    const first = await once();
    expect(first).toContain('b');
    for (let run = 0; run < 4; run++) expect(await once()).toBe(first);
  });
});
