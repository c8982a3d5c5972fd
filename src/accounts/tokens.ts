import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { withScriptLock } from '../platform/lock';
import { properties } from '../platform/platform';
import { cacheSecret } from './credential-cache';

/**
 * `sk_3_<random><check>` is the API key K-3, `st_7_21_<end><random><check>` the session S-21 of U-7. Telling what
 * it is counted by, a token lets one call of the cache bring everything about it; whether it is true is seen later.
 */
const TOKEN = /^(?:sk_(\d{1,15})|st_(\d{1,15})_(\d{1,15})_([0-9a-z]{7}))_[0-9a-z]{38}$/;

const RANDOM = 32;
const CHECK = 6;

/** What a token says about itself. */
export interface Token {
  text: string;
  hash: string;
  isApiKey: boolean;
  /** The id of the key's or the session's row. */
  row: string;
  /** The key's id, the user's for a session: `K-3`, `U-7`. */
  countedBy: string;
  /** Epoch ms. */
  endsAt: number;
}

const PROPERTY = 'accountsSecret';

/** What makes the token of a new API key from its id; the same again for the same id. */
export function apiKeyFactory(secret: string): (key: string) => Token {
  const random = randomPart();
  return (key) => make(`sk_${digits(key)}_${random}`, secret);
}

/** The same for a session. `endsAt`: epoch ms, of which whole seconds count. */
export function sessionTokenFactory(
  user: string,
  endsAt: number,
  secret: string,
): (session: string) => Token {
  const random = randomPart();
  const end = Math.floor(endsAt / 1_000)
    .toString(36)
    .padStart(7, '0');
  return (session) => make(`st_${digits(user)}_${digits(session)}_${end}_${random}`, secret);
}

/** Undefined for what does not look like one. */
export function readToken(text: string): Token | undefined {
  const match = TOKEN.exec(text);
  if (!match) return undefined;
  const [, key, user, session, end = ''] = match;
  const hash = toText(sha256(ascii(text)));
  if (key) return { text, hash, isApiKey: true, row: `K-${key}`, countedBy: `K-${key}`, endsAt: Infinity };
  const endsAt = Number.parseInt(end, 36) * 1_000;
  return { text, hash, isApiKey: false, row: `S-${session}`, countedBy: `U-${user}`, endsAt };
}

/** Whether it was made with this secret: a guess is refused without a look into the sheet. */
export function isGenuine({ text }: Token, secret: string): boolean {
  const end = text.length - CHECK;
  return isEqualBytes(ascii(text.slice(end)), ascii(checkOf(text.slice(0, end), secret)));
}

function make(text: string, secret: string): Token {
  const token = readToken(text + checkOf(text, secret));
  if (!token) throw new Error('What was made is no token.');
  return token;
}

function randomPart(): string {
  return toText(randomBytes()).slice(-RANDOM);
}

function checkOf(text: string, secret: string): string {
  return toText(hmac(sha256, ascii(secret), ascii(text))).slice(-CHECK);
}

function digits(id: string): string {
  return id.slice(id.indexOf('-') + 1);
}

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
export function isEqualBytes(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  one.forEach((byte, at) => {
    difference |= byte ^ (other[at] ?? 0);
  });
  return difference === 0;
}

/** What tokens are signed with; null where none was ever made. Whoever deletes the property ends every credential within hours. */
export function findSecret(): string | null {
  return properties().getProperty(PROPERTY);
}

/** The same, made once: two that come at the same time get one. */
export function getSecret(): string {
  return findSecret() ?? withScriptLock(() => findSecret() ?? makeSecret());
}

function makeSecret(): string {
  const secret = toText(randomBytes());
  properties().setProperty(PROPERTY, secret);
  cacheSecret(secret);
  return secret;
}
