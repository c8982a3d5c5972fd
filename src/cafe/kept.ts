import * as cache from '../platform/cache';

/** What was read of a cafe, and when: epoch ms before anything of it was read. */
interface Kept<V> {
  readAt: number;
  value: V;
}

/** Whatever is typed into the sheet without a trigger's notice is seen after so many seconds. */
const KEPT_S = 300;
const EVERY_CAFE = 'cafes changed';
/** The cache takes 100 kB in one item. */
const MOST_CHARACTERS = 100_000;

/** What `read` answered some minutes ago at most, unless that has changed since: one call of the cache. */
export function recallOrRead<V>(name: string, cafeId: string, read: () => V): V {
  const [key, changed] = [keyOf(name, cafeId), keyOf(changeOf(name), cafeId)];
  const found = cache.getTexts([key, changed, EVERY_CAFE]);
  const kept = found[key] === undefined ? undefined : unpack<V>(found[key]);
  if (kept && cache.isCurrent(kept.readAt, found[changed], found[EVERY_CAFE])) return kept.value;
  const readAt = Date.now();
  const value = read();
  const packed = pack({ readAt, value });
  if (packed.length <= MOST_CHARACTERS) cache.setText(key, packed, KEPT_S);
  return value;
}

/** What was read before now counts no more. Call it after the change has reached the sheet. */
export function forget(name: string, cafeId: string): void {
  cache.markChanged(keyOf(changeOf(name), cafeId));
}

export function forgetEveryCafe(): void {
  cache.markChanged(EVERY_CAFE);
}

/** A menu of two hundred items is a tenth of its JSON. */
function pack<V>(kept: Kept<V>): string {
  return Utilities.base64Encode(Utilities.gzip(Utilities.newBlob(JSON.stringify(kept))).getBytes());
}

function unpack<V>(packed: string): Kept<V> {
  const blob = Utilities.newBlob(Utilities.base64Decode(packed), 'application/x-gzip');
  return JSON.parse(Utilities.ungzip(blob).getDataAsString()) as Kept<V>;
}

/** In front, where no id of a cafe can make the one key of the other. */
function changeOf(name: string): string {
  return `changed ${name}`;
}

function keyOf(name: string, cafeId: string): string {
  return `${name} ${cafeId}`.slice(0, 250);
}
