const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const VALUES = new Int8Array(128).fill(-1);
CODES.forEach((code, value) => {
  VALUES[code] = value;
});
// Both alphabets are accepted.
VALUES[45] = 62;
VALUES[95] = 63;

const PADDING = 61;

/** Padded base64, in plain loops because attachments of 20 MB pass through here. */
export function toBase64(bytes: Uint8Array): string {
  const output = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let out = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    output[out++] = CODES[group >> 18] as number;
    output[out++] = CODES[(group >> 12) & 63] as number;
    output[out++] = at + 1 < bytes.length ? (CODES[(group >> 6) & 63] as number) : PADDING;
    output[out++] = at + 2 < bytes.length ? (CODES[group & 63] as number) : PADDING;
  }
  return fromLatin1(output);
}

export function toWebSafe(base64: string): string {
  return base64.replace(/\+/g, '-').replace(/\//g, '_');
}

/** Accepts either alphabet, padded or not; undefined for text that is not base64. */
export function fromBase64(text: string): Uint8Array | undefined {
  const length = text.endsWith('==') ? text.length - 2 : text.length - (text.endsWith('=') ? 1 : 0);
  if (length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let out = 0;
  let bits = 0;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    const value = code < 128 ? (VALUES[code] as number) : -1;
    if (value < 0) return undefined;
    bits = (bits << 6) | value;
    const position = at & 3;
    if (position > 0) bytes[out++] = bits >> (6 - 2 * position);
  }
  return bytes;
}

/** One character for each byte, in pieces because a call takes a limited number of arguments. */
function fromLatin1(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    pieces.push(String.fromCharCode.apply(null, bytes.subarray(at, at + 8192) as unknown as number[]));
  return pieces.join('');
}
