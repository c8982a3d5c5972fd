import { scryptSync } from 'node:crypto';
import type { Cost } from '../../src/accounts/scrypt';

/** Node's own scrypt takes half the time of one in JavaScript. Without `maxmem` it refuses more than 32 MB. */
export function scrypt(password: Uint8Array, salt: Uint8Array, { ln, r, p }: Cost): Uint8Array {
  const N = 2 ** ln;
  return Uint8Array.from(scryptSync(password, salt, 32, { N, r, p, maxmem: 256 * r * (N + p) }));
}
