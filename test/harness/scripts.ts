import { type Local, startLocal } from '../../local/local';
import { FreeScheduler } from '../../runtime/execution/scheduler';
import { openStore, type Store } from '../../runtime/store';
import { type Source, toScript } from '../../runtime/test/harness/serve';
import { OWNER, ROOT, TOKEN } from './local';

/** Serves two scripts of a test's own instead of the built ones: the desk's is its owner's, the api's anybody's. */
export async function serveScripts({
  desk = {},
  api = {},
  store = openStore(':memory:'),
}: {
  desk?: Source;
  api?: Source;
  store?: Store;
}): Promise<Local> {
  const local = await startLocal({
    store,
    scheduler: new FreeScheduler(),
    root: ROOT,
    scripts: { desk: toScript('desk', 'MYSELF', desk), api: toScript('api', 'ANYONE_ANONYMOUS', api) },
    token: TOKEN,
    address: OWNER,
  });
  const close = async () => {
    await local.close();
    store.close();
  };
  return { ...local, close };
}
