const SHARED = Symbol.for('local-apps-script.shared');

type Maps = Map<string, Map<string, never>>;

/**
 * A map that lasts as long as the process. A test runner that evaluates modules anew for every file hands it on under this
 * symbol of their `globalThis`; what is in it should hold nothing of a file's own.
 */
export function sharedMap<V>(name: string): Map<string, V> {
  const globals = globalThis as { [SHARED]?: Maps };
  globals[SHARED] ??= new Map();
  const found = globals[SHARED].get(name) ?? new Map<string, never>();
  globals[SHARED].set(name, found);
  return found as Map<string, V>;
}

/** Adds an entry; beyond so many, the oldest one goes. */
export function addShared<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
