import { Refusal } from '../server';
import { createStore } from '../store';
import { createSaver, settings } from './settings';

interface InvalidSender {
  address: string;
  error: string;
}

export const senders = createSaver('senders', 'The senders could not be saved');

/** Entries that the script has refused; they are not saved. */
export const invalidSenders = createStore<readonly InvalidSender[]>([]);

/** The senders that are saved or being saved. */
export function listSenders(): readonly string[] {
  return senders.state.get().wanted ?? settings.get().view?.senders ?? [];
}

/** Answers those addresses of the text that were already in the list. */
export function addSenders(text: string): string[] {
  const known = listSenders();
  const found = [...new Set(parseAddresses(text.toLowerCase()))];
  const added = found.filter((address) => !known.includes(address));
  clearInvalid(added);
  if (added.length > 0) void saveSenders([...known, ...added]);
  return found.filter((address) => known.includes(address));
}

export function removeSender(removed: string): void {
  clearInvalid([removed]);
  const known = listSenders();
  if (known.includes(removed)) void saveSenders(known.filter((address) => address !== removed));
}

/** The script refuses the whole list because of one address and names it: the others are sent again without that. */
async function saveSenders(addresses: string[]): Promise<void> {
  await senders.save(addresses);
  const { error } = senders.state.get();
  const known = listSenders();
  const address = error instanceof Refusal ? error.response.value : undefined;
  if (!error || address === undefined || !known.includes(address)) return;
  invalidSenders.set([...invalidSenders.get(), { address, error: error.message }]);
  const others = known.filter((one) => one !== address);
  if (String(others) === String(settings.get().view?.senders)) senders.reset();
  else await saveSenders(others);
}

function clearInvalid(addresses: readonly string[]): void {
  invalidSenders.set(invalidSenders.get().filter(({ address }) => !addresses.includes(address)));
}

/** The addresses in a text such as `a@b.c, Mira <mira@d.e>`; an entry without one as it is, for the script to refuse. */
function parseAddresses(text: string): string[] {
  const withoutNames = text.replace(/"[^"]*"\s*(?=<)/g, '').replace(/mailto:/gi, '');
  return withoutNames.split(/[,;\n]+/).flatMap((entry) => {
    const found = entry.match(/[^\s<>]*@[^\s<>]*/g) ?? [entry.trim()];
    return found.filter((address) => address !== '');
  });
}
