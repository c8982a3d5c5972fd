export type CacheScope = 'script' | 'user' | 'document';

export interface CacheCalls {
  'cache.get'(scope: CacheScope, key: string): string | null;
  'cache.getAll'(scope: CacheScope, keys: string[]): Record<string, string>;
  'cache.put'(scope: CacheScope, key: string, value: string, seconds: number): void;
  'cache.putAll'(scope: CacheScope, values: Record<string, string>, seconds: number): void;
  'cache.remove'(scope: CacheScope, key: string): void;
  'cache.removeAll'(scope: CacheScope, keys: string[]): void;
}
