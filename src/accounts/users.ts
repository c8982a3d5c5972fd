import { UserError } from '../platform/user-error';
import { insert, select, update } from '../tables/tables';
import { keepEdited } from './cached';
import { type Cost, hashPassword } from './passwords';
import { randomBytes, toText } from './random';
import { isRole, needsCafe, ROLES } from './roles';
import { hasEnded, NEVER, NUMBERED_USERS, toAddress, USERS } from './tables';

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
  const { id } = insert(NUMBERED_USERS, (id) => ({ id, email: address, passwordHash, ...others })).row;
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
  keepEdited();
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
