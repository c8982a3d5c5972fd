import type { Edited } from './answers';

/** What the owner can edit, as one short text: another one after every change, the same after new mail. */
export function versionOf({ issue, status, notes }: Edited): string {
  const text = JSON.stringify([issue, status, notes]);
  const digest = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8);
  return Utilities.base64EncodeWebSafe(digest).slice(0, LENGTH);
}

const LENGTH = 16;
