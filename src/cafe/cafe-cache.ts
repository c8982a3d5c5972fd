import * as cache from '../platform/cache';

/** An edit of the sheet that no trigger reports takes effect after this time. */
const TTL_S = 300;
const EVERY_CAFE = 'cafes changed';

/** Returns what `read` returned some minutes ago, unless that has changed since. One call of the cache. */
export function getOrRead<V>(name: string, cafeId: string, read: () => V): V {
  const changes = [keyOf(`changed ${name}`, cafeId), EVERY_CAFE];
  return cache.getOrRead({ key: keyOf(name, cafeId), ttlS: TTL_S, changes }, read);
}

/** Marks what was read before as out of date. Call it after the change has reached the sheet. */
export function invalidate(name: string, cafeId: string): void {
  cache.markChanged(keyOf(`changed ${name}`, cafeId));
}

export function invalidateEveryCafe(): void {
  cache.markChanged(EVERY_CAFE);
}

/** Google allows 250 characters in a key. The name comes first, so that no cafe's ID makes another name's key. */
function keyOf(name: string, cafeId: string): string {
  return `${name} ${cafeId}`.slice(0, 250);
}
