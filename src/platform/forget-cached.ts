/** After a change of what the cache keeps a copy of. As a rule there is none, and to look is faster than to remove. */
export function forgetCached(key: string): void {
  const cache = CacheService.getScriptCache();
  if (cache.get(key) !== null) cache.remove(key);
}
