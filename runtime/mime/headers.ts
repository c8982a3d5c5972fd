import { fromBinaryText, lineAt, nextLine, toBinaryText } from './bytes';
import { decodeEncodedWords, guessText } from './charset';

/** A header of the message: unfolded, its encoded words not decoded. */
export type RawHeader = { name: string; value: string };

export type HeaderBlock = { headers: RawHeader[]; bodyStart: number };

const FIELD = /^([^:\s][^:]*):/;
const ADDRESS_FIELDS = new Set(['from', 'to', 'cc', 'bcc', 'reply-to', 'sender']);
const ENCODED_WORDS = /=\?[^?\s]+\?[bq]\?[^?]*\?=(?:\s+=\?[^?\s]+\?[bq]\?[^?]*\?=)*/gi;

/** Reads headers up to the empty line, or up to the first line that cannot be one. */
export function readHeaders(bytes: Uint8Array): HeaderBlock {
  const lines: string[] = [];
  let position = skipEnvelope(bytes);
  while (position < bytes.length) {
    const next = nextLine(bytes, position);
    const line = toBinaryText(lineAt(bytes, position, next));
    if (line === '') return { headers: lines.map(toHeader), bodyStart: next };
    if (isContinuation(line) && lines.length > 0) lines[lines.length - 1] += ` ${line.trim()}`;
    else if (FIELD.test(line)) lines.push(line);
    else if (!isHeaderNext(bytes, next)) return { headers: lines.map(toHeader), bodyStart: position };
    position = next;
  }
  return { headers: lines.map(toHeader), bodyStart: position };
}

export function findHeader(headers: readonly RawHeader[], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}

/** The first header of that name, decoded; empty if there is none. */
export function getDecoded(headers: readonly RawHeader[], name: string): string {
  const value = findHeader(headers, name);
  return value === undefined ? '' : decodeHeader({ name, value }).value;
}

/** Decodes RFC 2047 words; a decoded display name is quoted where its characters would otherwise end it. */
export function decodeHeader({ name, value }: RawHeader): RawHeader {
  if (!ADDRESS_FIELDS.has(name.toLowerCase())) return { name, value: decodeEncodedWords(value) };
  return { name, value: value.replace(ENCODED_WORDS, (words, at: number) => decodeName(words, value, at)) };
}

function decodeName(words: string, value: string, at: number): string {
  const text = decodeEncodedWords(words).replace(/[\r\n]+/g, ' ');
  const quoted = text.replace(/["\\]/g, '\\$&');
  const isInsideQuotes = (value.slice(0, at).match(/(?<!\\)"/g) ?? []).length % 2 === 1;
  if (isInsideQuotes) return quoted;
  return /[",;:<>@()[\]\\]/.test(text) ? `"${quoted}"` : text;
}

function toHeader(line: string): RawHeader {
  const [lead = '', name = ''] = FIELD.exec(line) ?? [];
  return { name: name.trimEnd(), value: guessText(fromBinaryText(line.slice(lead.length))).trim() };
}

function isContinuation(line: string): boolean {
  return line[0] === ' ' || line[0] === '\t';
}

/** Mailbox files put a line "From sender date" before the headers; it is no header. */
function skipEnvelope(bytes: Uint8Array): number {
  return /^>?From (?!\s*:)/.test(toBinaryText(bytes.subarray(0, 40))) ? nextLine(bytes, 0) : 0;
}

/** Garbage between two headers is skipped; garbage without a header after it is the text. */
function isHeaderNext(bytes: Uint8Array, position: number): boolean {
  const line = toBinaryText(lineAt(bytes, position, nextLine(bytes, position)));
  return isContinuation(line) ? line.trim() !== '' : /^[\w-]+[ \t]*:/.test(line);
}
