import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { toE164 } from '../http/phone';
import { choose, prompt, showMessage } from '../platform/dialog';
import { toUtf8 } from '../platform/platform';
import { UserError } from '../platform/user-error';
import { insert, NEVER, scan, update } from '../tables/tables';
import { invalidateCredentials } from './credential-cache';
import { listDevices } from './devices';
import { invalidateNames, nameIn } from './names';
import { isUserRole, may, needsCafe, USER_ROLES, WORK } from './roles';
import { type Cost, scrypt } from './scrypt';
import { hasEnded, normalizeEmail, USERS, type User } from './tables';
import { isEqualBytes, randomBytes, toBase36 } from './tokens';

/** Rights as somebody has typed them. */
export interface TypedRights {
  role: string;
  /** Cafe of a manager or of staff. */
  cafeId?: string;
  phone?: string;
}

export interface NewUser extends TypedRights {
  email: string;
}

/** The password is shown once; only a hash is stored. */
export interface UserWithPassword {
  id: string;
  email: string;
  role: string;
  cafeId: string;
  password: string;
}

/** Returns the password that was made for the user. */
export function createUser({ email, ...typed }: NewUser, cost?: Cost): UserWithPassword {
  const address = assertAddress(email);
  const known = findUser(address);
  if (known) throw new UserError(`email ${address} already belongs to the user ${known.id}.`);
  const rights = toRights(typed);
  const password = makePassword();
  const passwordHash = hashPassword(password, cost);
  const createdAt = new Date();
  const start = { createdAt, disabledAt: NEVER, version: 1, sessionVersion: 0, away: false };
  const { id } = insert(USERS, (id) => ({ id, email: address, passwordHash, ...rights, ...start })).row;
  invalidateNames();
  return { id, email: address, role: rights.role, cafeId: rights.cafeId, password };
}

/** @throws UserError where they do not go together */
export function toRights({
  role,
  cafeId = '',
  phone = '',
}: TypedRights): Pick<User, 'role' | 'cafeId' | 'phone'> {
  if (!isUserRole(role)) throw new UserError(`role must be one of ${USER_ROLES.join(', ')} (got "${role}").`);
  const cafe = cafeId.trim();
  if (needsCafe(role) && !cafe) throw new UserError(`cafeId is required for the role ${role}.`);
  if (!needsCafe(role) && cafe)
    throw new UserError(`cafeId must be empty for the role ${role} (got "${cafe}").`);
  const number = toE164(phone) ?? '';
  if (phone.trim() && !number)
    throw new UserError(
      `phone must be an international number with a leading +, such as +15551234567 (got "${phone}").`,
    );
  return { role, cafeId: cafe, phone: number };
}

/** Ends all sessions of the user too. */
export function renewPassword(email: string, cost?: Cost): { id: string; password: string } {
  const { id } = getUser(email);
  const password = makePassword();
  const passwordHash = hashPassword(password, cost);
  withoutCached(() => update(USERS, id, (user) => ({ passwordHash, ...withoutSessions(user) })));
  return { id, password };
}

const PHONE_PROMPT =
  'Phone number, for texts about hot leads, such as +15551234567. Leave it empty for no texts:';

/** Asks for a cafe, and returns its ID; undefined where the user cancels. */
type AskForCafe = (title: string) => string | undefined;

/** Menu item, like the next three. A password is shown once, in a dialog, and written into no cell. */
export function newUser(askForCafe: AskForCafe): void {
  const email = prompt('New user', 'Email address:');
  const rights = email ? promptForRights('New user', askForCafe) : undefined;
  if (!email || !rights) return;
  const { id, password } = createUser({ email, ...rights });
  showMessage(
    `${id} has been added`,
    `Password: ${password}\n\nYou will not see it again. Pass it on over a secure channel.`,
  );
}

export function newPassword(): void {
  const email = prompt('New password', 'Email address of the user:');
  if (!email) return;
  const { id, password } = renewPassword(email);
  showMessage(
    `${id} has a new password`,
    `Password: ${password}\n\nYou will not see it again. The old password no longer works, and all sessions have ended. API keys still work.`,
  );
}

/** Ends the sessions of the user for good, and password and API keys until the cell is cleared. */
export function disableUser(): void {
  const email = prompt('Disable a user', 'Email address of the user:');
  if (!email) return;
  const { id } = getUser(email);
  withoutCached(() => update(USERS, id, (user) => ({ disabledAt: new Date(), ...withoutSessions(user) })));
  const devices = listDevices().filter(({ createdBy }) => createdBy === id);
  const names = devices.map((device) => `${device.id} (${device.name}, ${device.cafeId})`).join(', ');
  const advice = `\n\nStill logged in: ${names}. ${id} added these devices and may know their tokens: choose API > Revoke a device.`;
  showMessage(
    `${id} is disabled`,
    `All sessions have ended. Password and API keys no longer work. To let this person in again, empty the cell disabledAt in their row of the Users tab.${names && advice}`,
  );
}

export function logOutEverywhere(): void {
  const email = prompt(
    'Log out everywhere',
    'Ends all sessions of one user. The password and API keys still work.\n\nEmail address of the user:',
  );
  if (!email) return;
  const { id } = getUser(email);
  endSessions([id]);
  showMessage(`${id} is logged out everywhere`, 'All sessions have ended. The user can log in again.');
}

/** Asks what a user may do. Undefined if a prompt is cancelled. */
export function promptForRights(title: string, askForCafe: AskForCafe): TypedRights | undefined {
  const roles = USER_ROLES.map((role) => ({ value: role, label: WORK[role] }));
  const role = choose(title, 'What will this person do?', roles);
  if (!role) return undefined;
  const cafeId = isUserRole(role) && needsCafe(role) ? askForCafe(title) : '';
  if (cafeId === undefined) return undefined;
  const phone = isUserRole(role) && may(role, 'leads') ? prompt(title, PHONE_PROMPT) : '';
  return phone === undefined ? undefined : { role, cafeId, phone };
}

/** Ends all sessions of these users for good, and at once. */
export function endSessions(userIds: readonly string[]): void {
  withoutCached(() => {
    for (const id of userIds) update(USERS, id, withoutSessions);
  });
}

/** Changes what is stored of a user. Nothing that is cached outlives it, also where this execution ends within it. */
export function withoutCached(change: () => void): void {
  invalidateCredentials();
  change();
  invalidateCredentials();
}

/** Changes a user's row so that all sessions so far are invalid. */
function withoutSessions({ sessionVersion }: User): Partial<User> {
  return { sessionVersion: sessionVersion + 1 };
}

/** The users who work with leads, and their addresses and phones as they were typed. */
export function listLeadUsers(): NamedUser[] {
  return scan(USERS, ['id', 'email', 'role', 'disabledAt', 'phone', 'away'])
    .filter(({ role, disabledAt }) => isUserRole(role) && may(role, 'leads') && !hasEnded(disabledAt))
    .map((user) => ({ ...user, name: nameIn(user.email) }));
}

interface NamedUser extends Pick<User, 'id' | 'email' | 'phone' | 'role' | 'away'> {
  name: string;
}

/** @throws UserError for a user who is unknown or disabled */
export function getUser(email: string): { id: string } {
  const user = getKnownUser(email);
  if (hasEnded(user.disabledAt)) throw new UserError(`The user ${user.id} is disabled.`);
  return user;
}

/** @throws UserError for a user who is unknown */
export function getKnownUser(email: string): Pick<User, 'id' | 'disabledAt'> {
  const user = findUser(assertAddress(email));
  if (!user) throw new UserError(`There is no user ${normalizeEmail(email)}.`);
  return user;
}

function findUser(address: string) {
  return scan(USERS, ['id', 'email', 'disabledAt']).find(({ email }) => normalizeEmail(email) === address);
}

function assertAddress(email: string): string {
  const address = normalizeEmail(email);
  if (/^[^\s@]+@[^\s@]+$/.test(address) && address.length <= 254) return address;
  throw new UserError(`email must be an address such as anna@example.com (got "${email}").`);
}

/** 124 bits. */
function makePassword(): string {
  return toBase36(randomBytes()).slice(-24);
}

/** Cost that is as strong as OWASP asks for (cheatsheetseries.owasp.org, Password Storage), in 16 MB. */
const STANDARD_COST: Cost = { ln: 14, r: 8, p: 5 };

/** Cost for the demo on a laptop, whose random passwords are in a file there: more would only delay the start. */
export const DEMO_COST: Cost = { ln: 4, r: 8, p: 1 };

/** The cell may have been edited by hand, and a login must not take minutes. */
const MAX_COST: Cost = { ln: 16, r: 16, p: 16 };

const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([0-9a-f]{32})\$([0-9a-f]{64})$/;

interface Stored {
  cost: Cost;
  salt: Uint8Array;
  hash: Uint8Array;
}

/** Hash of no password: checked for an unknown address, which must take the same time. */
const DUMMY: Stored = { cost: STANDARD_COST, salt: new Uint8Array(16), hash: new Uint8Array(32) };

/** Puts the parameters in front of the hash, so that they can be raised while older hashes stay valid. */
function hashPassword(password: string, cost: Cost = STANDARD_COST): string {
  const salt = randomBytes().slice(0, 16);
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${bytesToHex(salt)}$${bytesToHex(derive(password, cost, salt))}`;
}

/** Takes the same time without a hash, and with one that is invalid. */
export function isPassword(password: string, stored = ''): boolean {
  const { cost, salt, hash } = parse(stored) ?? DUMMY;
  return isEqualBytes(derive(password, cost, salt), hash);
}

/** The stored hash that takes longest to check. */
export function findSlowest(hashes: readonly string[]): string {
  const costOf = (hash: string) => {
    const { ln, r, p } = parse(hash)?.cost ?? { ln: 0, r: 0, p: 0 };
    return 2 ** ln * r * p;
  };
  return hashes.reduce((slowest, hash) => (costOf(hash) > costOf(slowest) ? hash : slowest), '');
}

function parse(stored: string): Stored | undefined {
  const [, ln, r, p, salt = '', hash = ''] = STORED.exec(stored) ?? [];
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const names = ['ln', 'r', 'p'] as const;
  const isAllowed = names.every((name) => cost[name] >= 1 && cost[name] <= MAX_COST[name]);
  return isAllowed ? { cost, salt: hexToBytes(salt), hash: hexToBytes(hash) } : undefined;
}

/** Keyboards may send the same letter as different characters, so the text is normalized. */
function derive(password: string, cost: Cost, salt: Uint8Array): Uint8Array {
  return scrypt(Uint8Array.from(toUtf8(password.normalize('NFKC'))), salt, cost);
}
