/** What every folder needs of Apps Script, and of a clock. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The script's own, which every user of the script shares. */
export function properties(): GoogleAppsScript.Properties.Properties {
  return PropertiesService.getScriptProperties();
}

/** The first characters of the SHA-256 of a text in base64url; 6 bits each. */
export function digest(text: string, length: number): string {
  const { DigestAlgorithm, Charset } = Utilities;
  const bytes = Utilities.computeDigest(DigestAlgorithm.SHA_256, text, Charset.UTF_8);
  return Utilities.base64EncodeWebSafe(bytes).slice(0, length);
}

/** Apps Script has no TextEncoder; its bytes are signed. */
export function toUtf8(text: string): GoogleAppsScript.Byte[] {
  return Utilities.newBlob(text).getBytes();
}

/** Anything may be thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether two texts are the same: takes as long for a near miss as for a wild one. */
export function isEqual(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let at = 0; at < expected.length; at++) difference |= expected.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}
