import { fromBinaryText, toBinaryText } from './mime-bytes';

/** Undoes a content transfer encoding; a name nobody knows leaves the bytes as they are, as readers do. */
export function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  // Real mail says "quoted printable", "Base64;" and worse.
  const name = encoding.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (name === 'base64') return decodeBase64(toBinaryText(bytes));
  if (name === 'quotedprintable') return decodeQuotedPrintable(toBinaryText(bytes));
  return bytes;
}

/** Each run up to its padding is a unit of its own: some mailers pad every line. */
function decodeBase64(text: string): Uint8Array {
  const units = text.replace(/[^A-Za-z0-9+/=]+/g, '').split(/=+/);
  return Buffer.concat(units.map((unit) => Buffer.from(unit, 'base64')));
}

function decodeQuotedPrintable(text: string): Uint8Array {
  const joined = text.replace(/[ \t]+(?=\r?\n)/g, '').replace(/=\r?\n/g, '');
  const unescaped = joined.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return fromBinaryText(unescaped.replace(/=[ \t]*$/, ''));
}
