import { announce } from '../announce';
import { Refusal } from '../server';
import { createStore } from '../store';
import { readAddresses } from './addresses';
import { settings } from './load';
import { createSaver } from './save';

interface Refused {
  address: string;
  error: string;
}

export const senders = createSaver('senders');

/** Entries that the script took for no address; they stand only here. */
export const refused = createStore<readonly Refused[]>([]);

/** Those that are saved or on their way. */
export function tracked(): readonly string[] {
  return senders.state.get().wanted ?? settings.get().view?.senders ?? [];
}

/** Answers those that were there already. */
export function addSenders(text: string): string[] {
  const known = tracked();
  const found = readAddresses(text).map((address) => address.toLowerCase());
  const taken = new Set(known.map((address) => address.toLowerCase()));
  const fresh = new Set(found.filter((address) => !taken.has(address)));
  refused.set(refused.get().filter(({ address }) => !fresh.has(address)));
  if (fresh.size > 0) void track([...known, ...fresh]);
  return found.filter((address, index) => taken.has(address) || found.indexOf(address) < index);
}

export function removeSender(removed: string): void {
  const isOther = (address: string) => address !== removed;
  refused.set(refused.get().filter(({ address }) => isOther(address)));
  const known = tracked();
  if (known.includes(removed)) void track(known.filter(isOther));
  announce(`${removed} removed`);
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
  if (String(others) === String(settings.get().view?.senders)) senders.state.set({});
  else await track(others);
}

/** The script quotes no more than this of a value. */
const LONGEST_QUOTE = 255;

function isRefused(address: string, error: Error | undefined): boolean {
  return error instanceof Refusal && error.message.startsWith(`"${address}"`.slice(0, LONGEST_QUOTE));
}
