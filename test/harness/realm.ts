import { type Realm, type RealmOptions, START, startRealm } from '../../runtime/test/harness/realm';
import { prepared } from './prepared';

export { type Realm, type RealmOptions, START, startRealm };

/** A realm in which this has been done: once in this run of the tests, every other goes on from a copy, and has what the work answered. */
export async function startPreparedRealm(
  name: string,
  work: (realm: Realm) => Promise<unknown>,
  google: Pick<RealmOptions, 'doubts'> = {},
): Promise<Realm & { made: unknown }> {
  const { store, made } = await prepared(name, async (original) => {
    const realm = startRealm({ store: original });
    const answered = await work(realm);
    await realm.close();
    return { now: realm.scheduler.now(), lastId: realm.runtime.executions.length, answered };
  });
  const { answered, ...start } = made;
  return { ...startRealm({ store, ...start, ...google }), made: answered };
}
