import { scrypt as derive } from '@noble/hashes/scrypt.js';

/** RFC 7914; N is 2 to the power of `ln`. */
export interface Cost {
  ln: number;
  r: number;
  p: number;
}

/** Derives 32 bytes. */
export function scrypt(password: Uint8Array, salt: Uint8Array, { ln, r, p }: Cost): Uint8Array {
  return derive(password, salt, { N: 2 ** ln, r, p, dkLen: 32 });
}
