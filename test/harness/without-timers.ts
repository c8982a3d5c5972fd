import type { Local } from '../../local/local';

/** While this is done no timer runs: for time in which there is nothing for them to do. */
export async function withoutTimers(local: Local, work: () => Promise<unknown>): Promise<void> {
  const { triggers } = local.services;
  await triggers.close();
  await work();
  triggers.connect(local, Object.values(local.scripts));
}
