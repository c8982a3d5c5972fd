/** Google's JSON carries bytes as base64url with padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/** Accepts both alphabets, with padding and without. */
export function fromBase64Url(text: string): Uint8Array {
  return Buffer.from(text, 'base64url');
}
