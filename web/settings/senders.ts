import { Refusal } from '../server';
import { createStore } from '../store';
import { readAddresses } from './addresses';
import { settings } from './load';
import { createSaver } from './save';

interface Refused {
  address: string;
  error: string;
}

export const senders = createSaver('senders', 'The senders could not be saved');

/** Entries that the script took for no address; they stand only here. */
export const refused = createStore<readonly Refused[]>([]);

/** Those that are saved or on their way. */
export function tracked(): readonly string[] {
  return senders.state.get().wanted ?? settings.get().view?.senders ?? [];
}

/** Answers those that were there already. */
export function addSenders(text: string): string[] {
  const known = tracked();
  const found = [...new Set(readAddresses(text.toLowerCase()))];
  const fresh = found.filter((address) => !known.includes(address));
  forget(fresh);
  if (fresh.length > 0) void track([...known, ...fresh]);
  return found.filter((address) => known.includes(address));
}

export function removeSender(removed: string): void {
  forget([removed]);
  const known = tracked();
  if (known.includes(removed)) void track(known.filter((address) => address !== removed));
}

function forget(addresses: readonly string[]): void {
  refused.set(refused.get().filter(({ address }) => !addresses.includes(address)));
}

/** The script refuses all for the sake of one, and names it: the others go again without it. */
async function track(addresses: string[]): Promise<void> {
  await senders.save(addresses);
  const { error } = senders.state.get();
  const known = tracked();
  const address = known.find((one) => isRefused(one, error));
  if (!error || address === undefined) return;
  refused.set([...refused.get(), { address, error: error.message }]);
  const others = known.filter((one) => one !== address);
  if (String(others) === String(settings.get().view?.senders)) senders.reset();
  else await track(others);
}

function isRefused(address: string, error: Error | undefined): boolean {
  // The script quotes no more than this of a value.
  return error instanceof Refusal && error.message.startsWith(`"${address}"`.slice(0, 255));
}
