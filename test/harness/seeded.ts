import { type Local, startLocal } from '../../local/local';
import { FreeScheduler } from '../../local/runtime/scheduler';
import { seed } from '../../local/seed';
import { openStore } from '../../local/store';
import { OWNER, ROOT, TOKEN } from './local';

/** What `npm start` serves after its first start, on a free port and remembered nowhere. */
export async function startSeeded(): Promise<Local> {
  const local = await startUntouched();
  // What is left open keeps Jest from ending.
  await seed(local).catch(async (error) => {
    await local.close();
    throw error;
  });
  return local;
}

/** The same before its owner has done anything: a mailbox and a sheet, both empty. */
export async function startUntouched(): Promise<Local> {
  const store = openStore(':memory:');
  const scheduler = new FreeScheduler();
  const local = await startLocal({ store, scheduler, root: ROOT, token: TOKEN, address: OWNER });
  const close = async () => {
    await local.close();
    store.close();
  };
  return { ...local, close };
}
