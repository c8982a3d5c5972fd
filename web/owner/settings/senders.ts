import { createStore } from '../../shared/store';
import { showToast } from '../../shared/toast';
import { Refusal } from '../server';
import { TEXTS } from '../texts';
import { createSaver, type SettingsChange, settings } from './settings';

/** Whose mail becomes cases: an address, or a domain with an @ before it. */
type Tracked = string;

interface InvalidEntry {
  entry: Tracked;
  error: string;
}

export const senders = createSaver(TEXTS.settings.sendersNotSaved);

/** Entries that the script has refused; they are not saved. */
export const invalidEntries = createStore<readonly InvalidEntry[]>([]);

/** The offer of the welcome page that replies open closed cases again, saved together with the first sender. */
export const reopeningOffer = createStore<boolean | undefined>(undefined);

/** Lists the senders tracked, also while they are being saved. */
export function listTracked(): readonly Tracked[] {
  return toEntries({ ...settings.get().view, ...senders.state.get().wanted });
}

/** `anna@example.com`, `everyone at example.com`. */
export function nameTracked(entry: Tracked): string {
  return isDomain(entry) ? TEXTS.settings.everyoneAt(entry.slice(1)) : entry;
}

/** Answers those entries of the text that were already in the list. */
export function addTracked(text: string): Tracked[] {
  const known = listTracked();
  const found = [...new Set(parseEntries(text.toLowerCase()))];
  const added = found.filter((entry) => !known.includes(entry));
  clearInvalid(added);
  if (added.length > 0) void saveTracked([...known, ...added]);
  return found.filter((entry) => known.includes(entry));
}

export function removeTracked(removed: Tracked): void {
  clearInvalid([removed]);
  const known = listTracked();
  if (!known.includes(removed)) return;
  void saveTracked(known.filter((entry) => entry !== removed));
  showToast(TEXTS.settings.removed(nameTracked(removed)), { undo: () => void addTracked(removed) });
}

/** The script refuses the whole list because of one entry and names it: the others are sent again without that. */
async function saveTracked(entries: readonly Tracked[]): Promise<void> {
  await senders.save({ ...toSettings(entries), ...acceptedOffer() });
  const { error } = senders.state.get();
  const known = listTracked();
  const refused = error instanceof Refusal ? toEntry(error) : undefined;
  if (!error || refused === undefined || !known.includes(refused)) return;
  invalidEntries.set([...invalidEntries.get(), { entry: refused, error: error.message }]);
  const others = known.filter((entry) => entry !== refused);
  if (String(others) === String(toEntries(settings.get().view ?? {}))) senders.reset();
  else await saveTracked(others);
}

function toEntries({ senders: addresses = [], domains = [] }: SettingsChange): Tracked[] {
  return [...addresses, ...domains.map((domain) => `@${domain}`)];
}

function toSettings(entries: readonly Tracked[]) {
  return {
    senders: entries.filter((entry) => !isDomain(entry)),
    domains: entries.filter(isDomain).map((entry) => entry.slice(1)),
  };
}

/** Returns the accepted offer. The owner's earlier choice stays. */
function acceptedOffer() {
  const offered = reopeningOffer.get();
  return offered === undefined || settings.get().view?.reopenOnReply != null
    ? {}
    : { reopenOnReply: offered };
}

function toEntry({ response: { field, value } }: Refusal): Tracked | undefined {
  return field === 'domains' && value !== undefined ? `@${value}` : value;
}

function isDomain(entry: Tracked): boolean {
  return /^@./.test(entry);
}

function clearInvalid(entries: readonly Tracked[]): void {
  invalidEntries.set(invalidEntries.get().filter(({ entry }) => !entries.includes(entry)));
}

/**
 * The addresses in a text such as `a@b.c, Mira <mira@d.e>`, and its domains: `example.com`, `@example.com` or
 * `*@example.com`. An entry without either as it is, for the script to refuse.
 */
function parseEntries(text: string): Tracked[] {
  const withoutNames = text.replace(/"[^"]*"\s*(?=<)/g, '').replace(/mailto:/gi, '');
  return withoutNames.split(/[,;\n]+/).flatMap((part) => {
    const found = part.match(/[^\s<>]*@[^\s<>]*/g) ?? toDomains(part.trim());
    return found.map((entry) => entry.replace(/^\*@/, '@')).filter((entry) => entry !== '');
  });
}

function toDomains(text: string): Tracked[] {
  const words = text.split(/\s+/);
  return words.every((word) => /^[^.]+(\.[^.]+)+$/.test(word)) ? words.map((word) => `@${word}`) : [text];
}
