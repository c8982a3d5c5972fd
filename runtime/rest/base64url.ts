/** Google's JSON carries bytes as base64url with padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/** Accepts both alphabets, with padding and without; undefined for what is neither. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  const [, digits, padding] = /^([\w+/-]*)(={0,2})$/.exec(text) ?? [];
  if (digits === undefined || digits.length % 4 === 1 || (padding && text.length % 4 !== 0)) return undefined;
  return Buffer.from(text, 'base64url');
}
