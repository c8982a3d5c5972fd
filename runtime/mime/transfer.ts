import { fromBinaryText, toBinaryText } from './bytes';

/** Decodes a content transfer encoding; with an unknown name the bytes stay as they are, as in mail readers. */
export function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  // Real mail says "quoted printable", "Base64;" and worse.
  const name = encoding.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (name === 'base64') return decodeBase64(toBinaryText(bytes));
  if (name === 'quotedprintable') return decodeQuotedPrintable(toBinaryText(bytes));
  return bytes;
}

/** Each run up to its padding is decoded alone: some mailers pad every line. */
function decodeBase64(text: string): Uint8Array {
  const units = text.replace(/[^A-Za-z0-9+/=]+/g, '').split(/=+/);
  return Buffer.concat(units.map((unit) => Buffer.from(unit, 'base64')));
}

function decodeQuotedPrintable(text: string): Uint8Array {
  const joined = text.split('\n').map(joinLine).join('');
  const unescaped = joined.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return fromBinaryText(unescaped);
}

/** White space at the end of a line was added in transit, and an equals sign there joins it with the next line. */
function joinLine(line: string, index: number, lines: string[]): string {
  const isLast = index === lines.length - 1;
  const lineEnd = line.endsWith('\r') ? '\r\n' : '\n';
  const text = line.slice(0, endOfText(line));
  if (text.endsWith('=')) return text.slice(0, -1);
  return isLast ? text : text + lineEnd;
}

// A pattern for trailing space takes quadratic time on a long run of spaces.
function endOfText(line: string): number {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1;
  return end;
}
