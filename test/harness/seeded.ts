import { type Local, type LocalOptions, startLocal } from '../../local/local';
import { seed } from '../../local/seed';
import { FreeScheduler } from '../../runtime/execution/scheduler';
import { openStore, type Store } from '../../runtime/store';
import { type Behaviour, OWNER, ROOT, TOKEN } from './local';
import { prepared } from './prepared';

/** What `npm start` serves after its first start, on a free port and remembered nowhere. */
export async function startSeeded(): Promise<Local> {
  const { store } = await prepared('seeded', async (original) => {
    const local = await serve(original);
    await seed(local);
    await local.close();
  });
  return closing(await serve(store), store);
}

/** The same before its owner has done anything: a mailbox and a sheet, both empty. */
export async function startUntouched(google: Behaviour = {}): Promise<Local> {
  const store = openStore(':memory:');
  return closing(await startLocal({ ...inMachineTime(store), ...google }), store);
}

/** What a store remembers, in the machine's time. */
export function serve(store: Store): Promise<Local> {
  return startLocal(inMachineTime(store));
}

function inMachineTime(store: Store): LocalOptions {
  return { store, scheduler: new FreeScheduler(), root: ROOT, token: TOKEN, address: OWNER };
}

/** Closes its store too. */
export function closing(local: Local, store: Store): Local {
  const close = async () => {
    await local.close();
    store.close();
  };
  return { ...local, close };
}
