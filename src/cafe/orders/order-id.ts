import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ascii, toText } from '../../accounts/random';
import { getSecret } from '../../accounts/secret';
import type { AutoId } from '../../tables/tables';
import { ORDERS } from '../tables';

const RANDOM = 22;

/** `O-7-<22 random>`: a customer needs no account but the id, so that nobody may guess one from another. */
export function newOrders(): AutoId<typeof ORDERS> {
  const secret = ascii(getSecret());
  const randomOf = (number: number) => toText(hmac(sha256, secret, ascii(`order ${number}`))).slice(-RANDOM);
  return { table: ORDERS, toId: (number) => `O-${number}-${randomOf(number)}` };
}
