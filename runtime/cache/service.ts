import type { Costs } from '../execution/costs';
import type { Execution } from '../execution/execution';
import type { Scheduler } from '../execution/scheduler';
import { type Service, ServiceError } from '../execution/service';
import { argumentTooLarge } from '../execution/wording';
import type { CacheItems, Caches } from './caches';
import type { CacheCalls, CacheScope } from './calls';

/** Parts that caches work on. */
interface CacheParts {
  caches: Caches;
  scheduler: Scheduler;
}

const COSTS: Costs<CacheCalls> = {
  'cache.get': { ms: 5 },
  'cache.getAll': { ms: 5, perItem: 0.05 },
  'cache.put': { ms: 60 },
  'cache.putAll': { ms: 60, perItem: 0.05 },
  'cache.remove': { ms: 60 },
  'cache.removeAll': { ms: 60, perItem: 0.05 },
};

/** developers.google.com/apps-script/reference/cache/cache */
const LIMITS = {
  keyCharacters: 250,
  valueBytes: 102_400,
  seconds: 21_600,
  items: 1_000,
  itemsKept: 900,
};

export function cacheService({ caches, scheduler }: CacheParts): Service<CacheCalls> {
  const open = ({ script }: Execution, scope: CacheScope) => caches.open(scope, script.id);

  function read(items: CacheItems, key: string): string | null {
    assertKey(key);
    const item = items.get(key);
    return item && item.expires > scheduler.now() ? item.value : null;
  }

  function write(items: CacheItems, values: Record<string, string>, seconds: number): void {
    const expires = scheduler.now() + Math.min(seconds, LIMITS.seconds) * 1000;
    for (const [key, value] of Object.entries(values)) {
      assertKey(key);
      if (Buffer.byteLength(value) > LIMITS.valueBytes) throw new ServiceError(argumentTooLarge('value'));
    }
    for (const [key, value] of Object.entries(values)) {
      items.set(key, { value, expires });
      if (items.size > LIMITS.items) evict(items, scheduler.now());
    }
  }

  return {
    costs: COSTS,
    handlers: {
      'cache.get': (execution, scope, key) => read(open(execution, scope), key),
      'cache.getAll': (execution, scope, keys) => {
        const items = open(execution, scope);
        execution.meter({ items: keys.length });
        const found = keys
          .map((key) => [key, read(items, key)] as const)
          .filter(([, value]) => value !== null);
        return Object.fromEntries(found) as Record<string, string>;
      },
      'cache.put': (execution, scope, key, value, seconds) =>
        write(open(execution, scope), { [key]: value }, seconds),
      'cache.putAll': (execution, scope, values, seconds) => {
        execution.meter({ items: Object.keys(values).length });
        write(open(execution, scope), values, seconds);
      },
      'cache.remove': (execution, scope, key) => {
        open(execution, scope).delete(key);
      },
      'cache.removeAll': (execution, scope, keys) => {
        execution.meter({ items: keys.length });
        for (const key of keys) open(execution, scope).delete(key);
      },
    },
  };
}

/** Measured for writes: justin.poehnelt.com/posts/exploring-apps-script-cacheservice-limits. */
function assertKey(key: string): void {
  if (key === '') throw new ServiceError('Invalid argument: key');
  if (key.length > LIMITS.keyCharacters) throw new ServiceError(argumentTooLarge('key'));
}

/** Removes expired items, and if there are still too many, those that expire first until 900 are left (facts 7). */
function evict(items: CacheItems, now: number): void {
  for (const [key, { expires }] of items) if (expires <= now) items.delete(key);
  if (items.size <= LIMITS.items) return;
  const byExpiry = [...items].sort(([, a], [, b]) => a.expires - b.expires);
  for (const [key] of byExpiry.slice(0, items.size - LIMITS.itemsKept)) items.delete(key);
}
