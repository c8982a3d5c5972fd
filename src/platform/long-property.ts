import { MAX_PROPERTY_BYTES, splitBytes } from './bytes';

/** The properties that hold a text of any length together: its length under the name, its parts under `name.0` and on. */
export function toLongProperty(name: string, text: string): Record<string, string> {
  const parts = splitBytes(text, MAX_PROPERTY_BYTES).map((part, index) => [`${name}.${index}`, part]);
  return { [name]: String(text.length), ...Object.fromEntries(parts) };
}

/** Undefined where there is none, or where not all of it was written. Parts of a longer text before it may be left. */
export function readLongProperty(stored: Readonly<Record<string, string>>, name: string): string | undefined {
  const length = Number(stored[name] ?? 0);
  let text = '';
  for (let index = 0; text.length < length; index++) {
    const part = stored[`${name}.${index}`];
    if (!part) return undefined;
    text += part;
  }
  return length > 0 && text.length === length ? text : undefined;
}
