import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { UserError } from '../../src/platform/user-error';

/**
 * Secrets in the database, sealed with a key that only the environment of the hosts has: AES-256-GCM, bound to the name that
 * the value is stored under. Without a key they are stored as they are.
 */

/** The first key seals. The others are earlier ones, so that what they sealed can still be read. */
const KEYS = (process.env.SHEETDESK_KEY ?? '')
  .split(',')
  .filter((key) => key !== '')
  .map((key) => Buffer.from(key, 'base64'));
const [KEY] = KEYS;
const KEY_BYTES = 32;

const PREFIX = 'sealed:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @throws UserError */
export function assertKeys(): void {
  const wrong = KEYS.find(({ length }) => length !== KEY_BYTES);
  if (wrong)
    throw new UserError(
      `SHEETDESK_KEY must be ${KEY_BYTES} bytes in base64, as "openssl rand -base64 ${KEY_BYTES}" prints them (got ${wrong.length} bytes).`,
    );
}

/** Tells if a value has to be sealed: there was no key yet when it was stored, or another one. */
export function isToSeal(name: string, stored: string): boolean {
  return KEY !== undefined && (!isSealed(stored) || openWith(KEY, name, stored) === undefined);
}

/** The value itself where there is no key. */
export function seal(name: string, value: string): string {
  if (!KEY) return value;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', KEY, nonce).setAAD(Buffer.from(name));
  const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

/**
 * The value that was sealed. One that never was is returned as it is.
 *
 * @throws UserError where the key is missing, or another one
 */
export function open(name: string, stored: string): string {
  const value = tryOpen(name, stored);
  if (value !== undefined) return value;
  throw new UserError(
    KEY
      ? `SHEETDESK_KEY is not the key that "${name}" was sealed with.`
      : `"${name}" is sealed in the database. Set SHEETDESK_KEY to the key that it was sealed with, for every host and command.`,
  );
}

/** Like `open`, but undefined where that throws. */
export function tryOpen(name: string, stored: string): string | undefined {
  if (!isSealed(stored)) return stored;
  for (const key of KEYS) {
    const value = openWith(key, name, stored);
    if (value !== undefined) return value;
  }
  return undefined;
}

function isSealed(stored: string): boolean {
  return stored.startsWith(PREFIX);
}

function openWith(key: Buffer, name: string, stored: string): string | undefined {
  const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64');
  const [nonce, tag, text] = [
    bytes.subarray(0, NONCE_BYTES),
    bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    bytes.subarray(NONCE_BYTES + TAG_BYTES),
  ];
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name)).setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    // The value was sealed with another key, or under another name.
    return undefined;
  }
}
