import { scrypt } from '@noble/hashes/scrypt.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { toUtf8 } from '../platform/platform';
import { UserError } from '../platform/user-error';
import { insert, select, update } from '../tables/tables';
import { invalidateCredentials } from './credential-cache';
import { isRole, needsCafe, ROLES } from './roles';
import { hasEnded, NEVER, toAddress, USERS } from './tables';
import { isEqualBytes, randomBytes, toText } from './tokens';

/** As strong as OWASP asks for (cheatsheetseries.owasp.org, Password Storage), in 16 MB. */
const STANDARD_COST = { ln: 14, r: 8, p: 5 };

/** For the demo on a laptop: its passwords are random and stand in a file there, so cost would only delay the start. */
export const DEMO_COST: Cost = { ln: 4, r: 8, p: 1 };

/** Somebody may have typed into the cell: a login must not take minutes. */
const MAX_COST = { ln: 16, r: 16, p: 16 };

const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([0-9a-f]{32})\$([0-9a-f]{64})$/;

type Cost = typeof STANDARD_COST;

interface Stored {
  cost: Cost;
  salt: Uint8Array;
  hash: Uint8Array;
}

/** Of no password. It is computed where there is no hash, so that nobody can tell an address that is unknown. */
const DUMMY: Stored = { cost: STANDARD_COST, salt: new Uint8Array(16), hash: new Uint8Array(32) };

export interface NewUser {
  email: string;
  role: string;
  /** Of a manager or of staff. */
  cafeId?: string;
}

/** Shown once: what is kept is a hash. */
export interface UserWithPassword {
  id: string;
  email: string;
  role: string;
  cafeId: string;
  password: string;
}

/** A user with a password that nobody else could think of. */
export function addUser({ email, role, cafeId = '' }: NewUser, cost?: Cost): UserWithPassword {
  const address = assertAddress(email);
  const known = findUser(address);
  if (known) throw new UserError(`email ${address} already belongs to the user ${known.id}.`);
  if (!isRole(role)) throw new UserError(`role must be one of ${ROLES.join(', ')} (got "${role}").`);
  const cafe = cafeId.trim();
  if (needsCafe(role) && !cafe) throw new UserError(`cafeId is required for the role ${role}.`);
  if (!needsCafe(role) && cafe)
    throw new UserError(`cafeId must be empty for the role ${role} (got "${cafe}").`);
  const password = makePassword();
  const passwordHash = hashPassword(password, cost);
  const createdAt = new Date();
  const others = { role, cafeId: cafe, createdAt, disabledAt: NEVER, version: 1 };
  const { id } = insert(USERS, (id) => ({ id, email: address, passwordHash, ...others })).row;
  return { id, email: address, role, cafeId: cafe, password };
}

/** In the place of one that is forgotten. */
export function renewPassword(email: string, cost?: Cost): { id: string; password: string } {
  const { id } = getUser(email);
  const password = makePassword();
  const passwordHash = hashPassword(password, cost);
  update(USERS, id, () => ({ passwordHash }));
  return { id, password };
}

/** Ends all that acts for the user: the password, sessions, keys. Clearing the cell gives it back. */
export function disable(email: string): string {
  const { id } = getUser(email);
  update(USERS, id, () => ({ disabledAt: new Date() }));
  invalidateCredentials();
  return id;
}

/** Who is to act for an API key: nobody who has been disabled. */
export function getUser(email: string): { id: string } {
  const user = findUser(assertAddress(email));
  if (!user) throw new UserError(`There is no user ${toAddress(email)}.`);
  if (hasEnded(user.disabledAt)) throw new UserError(`The user ${user.id} is disabled.`);
  return user;
}

function findUser(address: string) {
  return select(USERS, ['id', 'email', 'disabledAt']).find(({ email }) => toAddress(email) === address);
}

function assertAddress(email: string): string {
  const address = toAddress(email);
  if (/^[^\s@]+@[^\s@]+$/.test(address) && address.length <= 254) return address;
  throw new UserError(`email must be an address such as anna@example.com (got "${email}").`);
}

/** 124 bits. */
function makePassword(): string {
  return toText(randomBytes()).slice(-24);
}

/** As it is stored: the parameters stand in front, so that they can be raised without a change to the rows. */
function hashPassword(password: string, cost: Cost = STANDARD_COST): string {
  const salt = randomBytes().slice(0, 16);
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${bytesToHex(salt)}$${bytesToHex(derive(password, cost, salt))}`;
}

/** Takes the same time whether there is a hash, and whether it can be read. */
export function isPassword(password: string, stored = ''): boolean {
  const { cost, salt, hash } = parse(stored) ?? DUMMY;
  return isEqualBytes(derive(password, cost, salt), hash);
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
