import * as cache from '../platform/cache';

/** What was read of a cafe. */
interface Cached<V> {
  /** Epoch ms before anything of it was read. */
  readAt: number;
  value: V;
}

/** An edit of the sheet that no trigger reports takes effect after this time. */
const TTL_S = 300;
const EVERY_CAFE = 'cafes changed';

/** What `read` returned some minutes ago, unless that has changed since. One call of the cache. */
export function getOrRead<V>(name: string, cafeId: string, read: () => V): V {
  const [key, changed] = [keyOf(name, cafeId), keyOf(`changed ${name}`, cafeId)];
  const found = cache.getTexts([key, changed, EVERY_CAFE]);
  const cached = found[key] === undefined ? undefined : unpack<V>(found[key]);
  if (cached && cache.isCurrent(cached.readAt, found[changed], found[EVERY_CAFE])) return cached.value;
  const readAt = Date.now();
  const value = read();
  cache.setText(key, pack({ readAt, value }), TTL_S);
  return value;
}

/** What was read before now is out of date. Call it after the change has reached the sheet. */
export function invalidate(name: string, cafeId: string): void {
  cache.markChanged(keyOf(`changed ${name}`, cafeId));
}

export function invalidateEveryCafe(): void {
  cache.markChanged(EVERY_CAFE);
}

/** Compressed, a menu of two hundred items is a tenth of its JSON. */
function pack<V>(cached: Cached<V>): string {
  return Utilities.base64Encode(Utilities.gzip(Utilities.newBlob(JSON.stringify(cached))).getBytes());
}

function unpack<V>(packed: string): Cached<V> {
  const blob = Utilities.newBlob(Utilities.base64Decode(packed), 'application/x-gzip');
  return JSON.parse(Utilities.ungzip(blob).getDataAsString()) as Cached<V>;
}

/** Google allows 250 characters in a key. The name comes first, so that no cafe's ID makes another name's key. */
function keyOf(name: string, cafeId: string): string {
  return `${name} ${cafeId}`.slice(0, 250);
}
