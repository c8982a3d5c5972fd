import { TextDecoder } from 'node:util';
import { decodeWords } from 'postal-mime';

/** Charset names in mail that the Encoding Standard does not list. */
const ALIASES: Readonly<Record<string, string>> = {
  'utf-7': 'utf-8',
  utf: 'utf-8',
  cp932: 'shift_jis',
  'x-ms-cp932': 'shift_jis',
  cp936: 'gbk',
  ms936: 'gbk',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
  'cp-850': 'windows-1252',
  'x-unknown': '',
  'unknown-8bit': '',
  none: '',
};

/** The characters of windows-1252 at 0x80 to 0x9f; the five that it leaves undefined stay as they are. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const decoders = new Map<string, TextDecoder | undefined>();

/** The text of bytes in a charset of mail; without a usable charset they are UTF-8 if valid, else windows-1252. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const label = charset.trim().toLowerCase();
  // Mail labelled us-ascii often contains other bytes, nearly always UTF-8.
  if (label === '' || /^(us-)?ascii$/.test(label)) return guessText(bytes);
  const decoder = findDecoder(label);
  if (!decoder) return guessText(bytes);
  const text = decoder.decode(bytes);
  return decoder.encoding === 'windows-1252' ? repairWindows1252(text) : text;
}

/**
 * Repairs text for versions of Node that read windows-1252 as ISO-8859-1, which turns dashes and quotes into control characters.
 */
function repairWindows1252(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control);
}

/** The text of a header with its RFC 2047 words decoded. */
export function decodeEncodedWords(text: string): string {
  return repairWindows1252(decodeWords(text));
}

/** The text of bytes without a charset, such as a header with raw 8-bit characters. */
export function guessText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return repairWindows1252(new TextDecoder('windows-1252').decode(bytes));
  }
}

function findDecoder(label: string): TextDecoder | undefined {
  const name = ALIASES[label] ?? label;
  if (!decoders.has(name)) decoders.set(name, makeDecoder(name));
  return decoders.get(name);
}

function makeDecoder(name: string): TextDecoder | undefined {
  for (const candidate of [name, name.replace(/^x-/, ''), name.replace(/^(cp|ms)-?(?=125)/, 'windows-')]) {
    try {
      return new TextDecoder(candidate);
    } catch {
      // An unknown name; the next spelling may be known.
    }
  }
  return undefined;
}
