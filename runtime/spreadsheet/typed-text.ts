import type { Value } from './cell';
import { evaluate } from './formula';
import type { Conventions } from './locale';
import { parseDate } from './typed-date';
import { parseNumber } from './typed-number';

/** What typed text means for a cell; the format is for a cell without one. */
export interface Typed {
  value: Value;
  format?: string;
  formula?: string;
  link?: string;
}

export interface Typing {
  conventions: Conventions;
  /** The year of a date that is typed without one. */
  year: number;
  /** The cell's format is plain text (`@`). */
  plain: boolean;
  /** Whether a leading apostrophe stays in such a cell. */
  keepsApostrophe?: boolean;
}

/** Parses text as if it were typed into a cell (facts 6.1). */
export function readTyped(input: string, typing: Typing): Typed {
  const text = storable(input);
  if (text === '') return { value: null };
  if (text.startsWith("'")) return { value: typing.plain && typing.keepsApostrophe ? text : text.slice(1) };
  if (text.startsWith('=') && text.length > 1) return formula(text);
  if (/^[+\-@]/.test(text)) return readSigned(text, typing);
  return typing.plain ? { value: text } : (readLiteral(text.trim(), typing) ?? { value: text });
}

/**
 * A sign starts an expression, in plain text cells too: `+49 30 1` and `- milk` become formulas that fail, and a signed
 * number loses its plus (facts 6.1, 12.11). Google does not document it; this is the worst case.
 */
function readSigned(text: string, typing: Typing): Typed {
  if (!/[\p{L}\p{N}]/u.test(text)) return { value: text };
  return readLiteral(text.trim(), typing) ?? formula(`=${text}`);
}

function readLiteral(text: string, { conventions, year }: Typing): Typed | undefined {
  if (/^(true|false)$/i.test(text)) return { value: text.toLowerCase() === 'true' };
  const number = parseNumber(text, conventions);
  if (number) return number;
  const date = parseDate(text, conventions, year);
  return date && { value: date.serial, format: date.format };
}

function formula(text: string): Typed {
  return { value: evaluate(text), formula: text };
}

/**
 * The part of a text that a cell can hold. Google does not document lone surrogates and control characters; here they
 * are lost or replaced, so that nobody relies on them.
 */
export function storable(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(CONTROL, '').replace(LONE_SURROGATE, '\uFFFD');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are meant
const CONTROL = /[\u0000-\u0008\u000B-\u001F]/g;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are meant
const SUSPECT = /[\u0000-\u0008\u000B-\u001F\uD800-\uDFFF]/;
