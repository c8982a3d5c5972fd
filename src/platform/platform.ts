/** Parts of Apps Script and of time that every folder needs. */

import { BusyError } from './user-error';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An execution lives six minutes: after so long it has certainly ended. */
export const EXECUTION_TTL_MS = 390_000;

/** Times at which work that has failed is tried again. */
export interface RetrySchedule {
  maxAttempts: number;
  /** Minutes after the first attempt, the second, ...; the last delay repeats. */
  delays: readonly number[];
}

/** Returns when to try again after so many attempts, the last of them at `lastAt`; undefined when none is left. */
export function nextAttempt(
  { maxAttempts, delays }: RetrySchedule,
  attempts: number,
  lastAt = Date.now(),
): Date | undefined {
  if (attempts >= maxAttempts) return undefined;
  const minutes = delays[Math.min(attempts, delays.length) - 1] ?? 0;
  return new Date(lastAt + minutes * MINUTE_MS);
}

/** Age up to which a read made before the lock counts: after longer, columns may have been moved. */
export const FRESH_MS = 1_000;
const LOCK_TIMEOUT_MS = 20_000;

/**
 * No other execution of this script writes meanwhile. Keep the work short: no mail, no files, no other server. `hasWaited`:
 * others may have written in the meantime.
 */
export function withScriptLock<T>(work: (hasWaited: boolean) => T): T {
  const lock = LockService.getScriptLock();
  const since = Date.now();
  if (!lock.tryLock(LOCK_TIMEOUT_MS)) throw new BusyError('The sheet is busy. Try again in a minute.');
  try {
    return work(Date.now() - since > FRESH_MS);
  } finally {
    lock.releaseLock();
  }
}

/**
 * No run of a timer of the same user works meanwhile; undefined where one still does after `timeoutMs`. Whoever set the desk
 * up has its timers: where another editor works, they run on, and what both change is safe by the protocols of the tables alone.
 */
export function withUserLock<T>(work: () => T, timeoutMs = 0): T | undefined {
  const lock = LockService.getUserLock();
  if (!lock.tryLock(timeoutMs)) return undefined;
  try {
    return work();
  } finally {
    lock.releaseLock();
  }
}

/** Returns the properties of the script, the same for all of its users. */
export function properties(): GoogleAppsScript.Properties.Properties {
  return PropertiesService.getScriptProperties();
}

/** The first characters of the SHA-256 of a text in base64url, of 6 bits each. */
export function digest(text: string, length: number): string {
  const { DigestAlgorithm, Charset } = Utilities;
  const bytes = Utilities.computeDigest(DigestAlgorithm.SHA_256, text, Charset.UTF_8);
  return Utilities.base64EncodeWebSafe(bytes).slice(0, length);
}

/** Encodes as signed bytes, since Apps Script has no TextEncoder. */
export function toUtf8(text: string): GoogleAppsScript.Byte[] {
  return Utilities.newBlob(text).getBytes();
}

/** Compares signatures in constant time. */
export function isEqual(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let at = 0; at < expected.length; at++) difference |= expected.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}

/** Returns the message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
