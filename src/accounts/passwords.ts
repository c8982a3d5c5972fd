import { scrypt } from '@noble/hashes/scrypt.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { toUtf8 } from '../platform/platform';
import { isSame, randomBytes } from './random';

/** As strong as OWASP asks for (cheatsheetseries.owasp.org, Password Storage), in 16 MB. */
const STANDARD_COST = { ln: 14, r: 8, p: 5 };

/** For the demo on a laptop: its passwords are random and stand in a file there, so cost would only delay the start. */
export const DEMO_COST: Cost = { ln: 4, r: 8, p: 1 };

/** Somebody may have typed into the cell: a login must not take minutes. */
const MAX_COST = { ln: 16, r: 16, p: 16 };

const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([0-9a-f]{32})\$([0-9a-f]{64})$/;

export type Cost = typeof STANDARD_COST;

interface Stored {
  cost: Cost;
  salt: Uint8Array;
  hash: Uint8Array;
}

/** Of no password. It is computed where there is no hash, so that nobody can tell an address that is unknown. */
const NOBODYS: Stored = { cost: STANDARD_COST, salt: new Uint8Array(16), hash: new Uint8Array(32) };

/** As it is stored: the parameters stand in front, so that they can be raised without a change to the rows. */
export function hashPassword(password: string, cost: Cost = STANDARD_COST): string {
  const salt = randomBytes().slice(0, 16);
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${bytesToHex(salt)}$${bytesToHex(derive(password, cost, salt))}`;
}

/** Takes the same time whether there is a hash, and whether it can be read. */
export function isPassword(password: string, stored = ''): boolean {
  const { cost, salt, hash } = parse(stored) ?? NOBODYS;
  return isSame(derive(password, cost, salt), hash);
}

function parse(stored: string): Stored | undefined {
  const [, ln, r, p, salt = '', hash = ''] = STORED.exec(stored) ?? [];
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const isBearable =
    cost.ln >= 1 &&
    cost.r >= 1 &&
    cost.p >= 1 &&
    cost.ln <= MAX_COST.ln &&
    cost.r <= MAX_COST.r &&
    cost.p <= MAX_COST.p;
  return isBearable ? { cost, salt: hexToBytes(salt), hash: hexToBytes(hash) } : undefined;
}

/** The same letters may be typed as different characters, so one form of them counts. */
function derive(password: string, { ln, r, p }: Cost, salt: Uint8Array): Uint8Array {
  const bytes = toUtf8(password.normalize('NFKC'));
  return scrypt(Uint8Array.from(bytes), salt, { N: 2 ** ln, r, p, dkLen: 32 });
}
