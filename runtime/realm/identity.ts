/** The official types of the objects that scripts hold. */
const ids = new WeakMap<object, string>();

/** Notes of which interface an object is, or of which enum a value is. */
export function identify<T extends object>(object: T, id: string): T {
  ids.set(object, id);
  return object;
}

/** The id of the official type of an object; undefined for what is none of Google's. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? ids.get(value) : undefined;
}
