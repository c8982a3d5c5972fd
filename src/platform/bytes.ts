/**
 * Google counts what it stores of a script in bytes of UTF-8: 9 kB in a property (guides/services/quotas), 102,400 in an
 * entry of the cache (measured: justin.poehnelt.com/posts/exploring-apps-script-cacheservice-limits). Cells are counted in
 * characters.
 */

/** Leaves room for what Google may count besides the text. */
export const MAX_PROPERTY_BYTES = 9_000;
export const MAX_CACHED_BYTES = 100_000;

export function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** A text of at most a third of the limit in characters need not be counted. */
export function isWithin(text: string, maxBytes: number): boolean {
  return text.length * 3 <= maxBytes || byteLength(text) <= maxBytes;
}

/** Splits a text into parts of at most so many bytes. No character is divided. */
export function splitBytes(text: string, maxBytes: number): string[] {
  const parts: string[] = [];
  let [part, size] = ['', 0];
  for (const character of text) {
    const bytes = byteLength(character);
    if (size + bytes > maxBytes) {
      parts.push(part);
      [part, size] = ['', 0];
    }
    part += character;
    size += bytes;
  }
  return [...parts, part];
}
