/** Adds an entry; beyond so many, the oldest one goes. */
export function addBounded<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
