import { type Realm, type RealmOptions, START, startRealm } from '../../runtime/test/harness/realm';
import { prepared } from './prepared';

export { type Realm, type RealmOptions, START, startRealm };

/** A realm in which this has been done: once in this run of the tests, every other goes on from a copy. */
export async function startPreparedRealm(
  name: string,
  work: (realm: Realm) => Promise<unknown>,
  google: Pick<RealmOptions, 'doubts'> = {},
): Promise<Realm> {
  const { store, made } = await prepared(name, async (original) => {
    const realm = startRealm({ store: original });
    await work(realm);
    await realm.close();
    return { now: realm.scheduler.now(), lastId: realm.runtime.executions.length };
  });
  return startRealm({ store, ...made, ...google });
}
