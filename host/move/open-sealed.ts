import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { MoveError } from './move-error';

const NONCE_BYTES = 16;
const BLOCK_BYTES = 32;

/**
 * Opens what `src/move/seal.ts` has sealed.
 *
 * @throws MoveError if the key is another one, or anything was changed on the way
 */
export function openSealed(sealed: Buffer, key: string): Buffer {
  const [encryptionKey, authenticationKey] = ['encrypt', 'authenticate'].map((use) =>
    Buffer.from(hkdfSync('sha256', key, '', use, BLOCK_BYTES)),
  ) as [Buffer, Buffer];
  const end = sealed.length - BLOCK_BYTES;
  const expected = hmac(authenticationKey, sealed.subarray(0, Math.max(0, end)));
  if (end < NONCE_BYTES || !timingSafeEqual(expected, sealed.subarray(end)))
    throw new MoveError(
      'The accounts cannot be decrypted: the token is incomplete, or they were changed in transit.',
    );
  const nonceAndCount = Buffer.alloc(NONCE_BYTES + 4);
  sealed.copy(nonceAndCount, 0, 0, NONCE_BYTES);
  const opened = Buffer.from(sealed.subarray(NONCE_BYTES, end));
  for (let start = 0; start < opened.length; start += BLOCK_BYTES) {
    nonceAndCount.writeUInt32BE(start / BLOCK_BYTES, NONCE_BYTES);
    const block = hmac(encryptionKey, nonceAndCount);
    for (let at = start; at < Math.min(start + BLOCK_BYTES, opened.length); at++)
      opened[at] = (opened[at] ?? 0) ^ (block[at - start] ?? 0);
  }
  return opened;
}

function hmac(key: Buffer, bytes: Buffer): Buffer {
  return createHmac('sha256', key).update(bytes).digest();
}
