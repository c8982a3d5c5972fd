import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** 32 bytes that nobody can guess. Math.random can be; the platform's ids come from a secure source, 122 bits each. */
export function randomBytes(): Uint8Array {
  return sha256(ascii(Utilities.getUuid() + Utilities.getUuid()));
}

/** Digits and small letters, 50 for 32 bytes: nothing that an address or a double click would break. */
export function toText(bytes: Uint8Array): string {
  return BigInt(`0x${bytesToHex(bytes)}`)
    .toString(36)
    .padStart(50, '0');
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Takes the same time wherever the difference is. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  one.forEach((byte, at) => {
    difference |= byte ^ (other[at] ?? 0);
  });
  return difference === 0;
}
