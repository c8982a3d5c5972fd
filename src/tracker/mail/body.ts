import { joinFlowed } from './flowed';
import { getAttachment, refusesAll } from './gmail';
import { parseHeaders, showHeaders, typeParameter } from './headers';
import { htmlToText } from './html';

type Message = GoogleAppsScript.Gmail.Schema.Message;
type Part = GoogleAppsScript.Gmail.Schema.MessagePart;

interface Reading {
  messageId: string;
  /** True if text that came as a file is read as well. */
  withFiles: boolean;
}

/** Bytes. A larger text is a file to open, not one to read in a message. */
const MAX_FETCHED = 100_000;

/**
 * Text that a person reads of a message (interface section 1): its own, or where it has none, that of the files which are
 * nothing but text. A line each says what has no name to be stored under. Lines end with LF.
 */
export function bodyOf({ id: messageId = '', payload = {} }: Message): string {
  const text = textOf(payload, { messageId, withFiles: !hasOwnText(payload, messageId) });
  const notes = namelessIn(payload).map(
    ({ mimeType, body }) => `[Not stored: ${mimeType}, ${toSize(body?.size ?? 0)}, no file name]`,
  );
  return joinTexts([text, notes.join('\n')]);
}

/** True if somebody has written something above what is attached or forwarded. */
function hasOwnText(part: Part, messageId: string): boolean {
  const { filename, parts = [] } = part;
  if (isType(part, /^multipart\//)) return parts.some((one) => hasOwnText(one, messageId));
  if (filename || !isType(part, /^text\/(plain|html)$/)) return false;
  return hasText(textOf(part, { messageId, withFiles: false }));
}

/**
 * The text/plain parts, and where a part has none, its text/html with the markup stripped. Parts side by side are all
 * included, such as the footer that a mailing list adds to a mail in HTML; of alternatives only one. A message inside
 * follows with its own text.
 */
function textOf(part: Part, reading: Reading): string {
  const { filename, parts = [] } = part;
  if (isType(part, /^multipart\/alternative$/)) return bestOf(parts, reading);
  if (isType(part, /^multipart\//)) return joinTexts(parts.map((one) => textOf(one, reading)));
  if (filename && !(reading.withFiles && isType(part, /^text\/(plain|html)$|^message\//))) return '';
  if (parts.length > 0)
    return joinTexts(parts.flatMap((one) => [headersOf(part, one), textOf(one, reading)]));
  if (!isType(part, /^(text|message)\//)) return '';
  return toText(part, contentOf(part, reading).replace(/\r\n?/g, '\n'));
}

/** Shows who, when and what of a message inside; all headers of a report, whose parts are nothing else. */
function headersOf(container: Part, { headers = [] }: Part): string {
  if (isType(container, /^message\/(rfc822|global)$/))
    return showHeaders([...headers, ...(container.headers ?? [])]);
  return headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
}

/** The text/plain part unless it is blank, then HTML, and last the formats that few mail programs show. */
function bestOf(alternatives: readonly Part[], reading: Reading): string {
  const plain = alternatives.filter((part) => isType(part, /^text\/plain$/));
  const usual = alternatives.filter((part) => isType(part, /^text\/html$|^multipart\//));
  for (const part of [...plain, ...usual, ...alternatives]) {
    const text = textOf(part, reading);
    if (hasText(text)) return text;
  }
  return '';
}

function toText(part: Part, content: string): string {
  if (isType(part, /^text\/.*html$/)) return htmlToText(content);
  if (isType(part, /^text\/rfc822-headers?$/)) return showHeaders(parseHeaders(content)) || content;
  if (typeParameter(part.headers, 'format').toLowerCase() !== 'flowed') return content;
  return joinFlowed(content, typeParameter(part.headers, 'delsp').toLowerCase() === 'yes');
}

/** Data that comes with the message is in UTF-8 whatever the part's charset says (facts 5.2); what is fetched is not. */
function contentOf({ body = {}, headers }: Part, { messageId }: Reading): string {
  const { data, attachmentId, size = 0 } = body;
  if (data) return decode(data as unknown as number[], 'UTF-8');
  if (!attachmentId || size > MAX_FETCHED) return '';
  try {
    return decode(getAttachment(messageId, attachmentId), typeParameter(headers, 'charset') || 'UTF-8');
  } catch (error) {
    // The whole message waits for a quota or a permission, but not for a part that cannot be had.
    if (refusesAll(error)) throw error;
    return '';
  }
}

/** The advanced service gives signed bytes. */
function decode(bytes: number[], charset: string): string {
  const blob = Utilities.newBlob(bytes);
  try {
    return blob.getDataAsString(charset);
  } catch {
    return blob.getDataAsString('UTF-8');
  }
}

/** The parts that are neither text nor a file: a scan or a fax without a name. */
function namelessIn(part: Part): Part[] {
  const { filename, parts = [], body } = part;
  if (parts.length > 0) return parts.flatMap(namelessIn);
  const isRead =
    isType(part, /^text\/|^multipart\/|-signature$/) ||
    (isType(part, /^message\//) && (body?.size ?? 0) <= MAX_FETCHED);
  return filename || isRead || !body?.size ? [] : [part];
}

function toSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter(hasText).join('\n\n');
}

function hasText(text: string): boolean {
  return text.trim() !== '';
}

function isType({ mimeType = '' }: Part, type: RegExp): boolean {
  return type.test(mimeType.toLowerCase());
}
