import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { properties, withScriptLock } from '../platform/platform';
import { cacheSecret, findCachedSecret } from './credential-cache';

/**
 * `sk_3_<random><check>` is the token of the API key K-3, `st_7_21_<end>_<random><check>` that of session S-21 of user U-7,
 * `dt_5_<end>_<random><check>` that of device D-5. The text alone names its row and its rate limit, so that one call of the
 * cache brings everything about it.
 */
const TOKEN =
  /^(?:sk_(\d{1,15})|st_(\d{1,15})_(\d{1,15})_([0-9a-z]{7})|dt_(\d{1,15})_([0-9a-z]{7}))_[0-9a-z]{38}$/;
const RANDOM_LENGTH = 32;
const CHECK_LENGTH = 6;

/** Contents of a token's text; whether it is genuine is another question. */
export interface Token {
  text: string;
  hash: string;
  kind: 'key' | 'session' | 'device';
  /** ID of the key, the session or the device. */
  rowId: string;
  /** Whose rate limit counts: the ID of the key or the device, or the user's for a session. */
  countedBy: string;
  /** Epoch ms. */
  endsAt: number;
}

/** Makes the token of a new API key from its ID: the same one for the same ID. */
export function apiKeyFactory(secret: string): (keyId: string) => Token {
  const random = randomPart();
  return (keyId) => sign(`sk_${digits(keyId)}_${random}`, secret);
}

/** The same for a session, which ends at a whole second. */
export function sessionTokenFactory(
  userId: string,
  endsAt: number,
  secret: string,
): (sessionId: string) => Token {
  const random = randomPart();
  return (sessionId) => sign(`st_${digits(userId)}_${digits(sessionId)}_${toEnd(endsAt)}_${random}`, secret);
}

/** The same for a device. */
export function deviceTokenFactory(endsAt: number, secret: string): (deviceId: string) => Token {
  const random = randomPart();
  return (deviceId) => sign(`dt_${digits(deviceId)}_${toEnd(endsAt)}_${random}`, secret);
}

/** Undefined for what does not look like a token. */
export function parseToken(text: string): Token | undefined {
  const match = TOKEN.exec(text);
  if (!match) return undefined;
  const [, key, user, session, sessionEnd = '', device, deviceEnd = ''] = match;
  const hash = toBase36(sha256(ascii(text)));
  const counted = (id: string) => ({ rowId: id, countedBy: id });
  if (key) return { text, hash, kind: 'key', ...counted(`K-${key}`), endsAt: Infinity };
  const endsAt = Number.parseInt(sessionEnd || deviceEnd, 36) * 1_000;
  if (device) return { text, hash, kind: 'device', ...counted(`D-${device}`), endsAt };
  return { text, hash, kind: 'session', rowId: `S-${session}`, countedBy: `U-${user}`, endsAt };
}

/** Tells whether it was made with this secret: a guess is refused without a read of the sheet. */
export function isGenuine({ text }: Token, secret: string): boolean {
  const end = text.length - CHECK_LENGTH;
  return isEqualBytes(ascii(text.slice(end)), ascii(checkOf(text.slice(0, end), secret)));
}

const SECRET = 'accountsSecret';

/** Returns what tokens are signed with; null before the first one. Deleting the property ends every credential within hours. */
export function findSigningSecret(): string | null {
  return properties().getProperty(SECRET);
}

/** Made where there is none; two executions at the same time get the same. */
export function getSigningSecret(): string {
  return findSigningSecret() ?? withScriptLock(() => findSigningSecret() ?? makeSigningSecret());
}

/** Returns a secret whose property may have been deleted some hours ago, so not for tokens. */
export function getCachedSigningSecret(): string {
  const cached = findCachedSecret();
  if (cached !== undefined) return cached;
  const secret = getSigningSecret();
  cacheSecret(secret);
  return secret;
}

/** 32 bytes. Math.random can be guessed; Google's UUIDs come from a secure source, 122 bits each. */
export function randomBytes(): Uint8Array {
  return sha256(ascii(Utilities.getUuid() + Utilities.getUuid()));
}

/** Digits and small letters, 50 for 32 bytes: a URL and a double click take them as they are. */
export function toBase36(bytes: Uint8Array): string {
  return BigInt(`0x${bytesToHex(bytes)}`)
    .toString(36)
    .padStart(50, '0');
}

/** Compares in constant time. */
export function isEqualBytes(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  one.forEach((byte, at) => {
    difference |= byte ^ (other[at] ?? 0);
  });
  return difference === 0;
}

function makeSigningSecret(): string {
  const secret = toBase36(randomBytes());
  properties().setProperty(SECRET, secret);
  cacheSecret(secret);
  return secret;
}

function sign(text: string, secret: string): Token {
  const token = parseToken(text + checkOf(text, secret));
  if (!token) throw new Error('The new token has an invalid form.');
  return token;
}

function toEnd(endsAt: number): string {
  return Math.floor(endsAt / 1_000)
    .toString(36)
    .padStart(7, '0');
}

function randomPart(): string {
  return toBase36(randomBytes()).slice(-RANDOM_LENGTH);
}

function checkOf(text: string, secret: string): string {
  return toBase36(hmac(sha256, ascii(secret), ascii(text))).slice(-CHECK_LENGTH);
}

function digits(id: string): string {
  return id.slice(id.indexOf('-') + 1);
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
