/** Eight characters that stand for a text. */
export function digestOf(text: string): string {
  const bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.MD5, text, Utilities.Charset.UTF_8);
  return bytes.slice(0, LENGTH).map(toHex).join('');
}

/** Bytes: enough to tell the layouts of a product, or the errors of a day, apart. */
const LENGTH = 4;

/** Digests are signed bytes. */
function toHex(byte: number): string {
  return (byte & 0xff).toString(16).padStart(2, '0');
}
