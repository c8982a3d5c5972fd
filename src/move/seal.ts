import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ascii, randomBytes } from '../accounts/tokens';

const NONCE_BYTES = 16;
const BLOCK_BYTES = 32;

/**
 * Encrypts and then authenticates, with two keys that HKDF-SHA256 makes of one (RFC 5869, info `encrypt` and
 * `authenticate`). Apps Script has no AES, so the stream is that of HMAC-SHA256 in counter mode: block n is the HMAC of the
 * nonce and n in four bytes, from 0 on. Returns nonce, ciphertext and the HMAC-SHA256 of both, 16, n and 32 bytes.
 */
export function seal(bytes: Uint8Array, key: string): Uint8Array {
  const [encryptionKey, authenticationKey] = ['encrypt', 'authenticate'].map((use) =>
    hkdf(sha256, ascii(key), undefined, ascii(use), BLOCK_BYTES),
  ) as [Uint8Array, Uint8Array];
  const sealed = new Uint8Array(NONCE_BYTES + bytes.length + BLOCK_BYTES);
  sealed.set(randomBytes().subarray(0, NONCE_BYTES));
  const nonceAndCount = new Uint8Array(NONCE_BYTES + 4);
  nonceAndCount.set(sealed.subarray(0, NONCE_BYTES));
  for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
    new DataView(nonceAndCount.buffer).setUint32(NONCE_BYTES, start / BLOCK_BYTES);
    const block = hmac(sha256, encryptionKey, nonceAndCount);
    bytes.subarray(start, start + BLOCK_BYTES).forEach((byte, at) => {
      sealed[NONCE_BYTES + start + at] = byte ^ (block[at] ?? 0);
    });
  }
  const end = NONCE_BYTES + bytes.length;
  sealed.set(hmac(sha256, authenticationKey, sealed.subarray(0, end)), end);
  return sealed;
}
