import { convert, type HtmlToTextOptions } from 'html-to-text';

type Part = GoogleAppsScript.Gmail.Schema.MessagePart;

const READABLE: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/**
 * The message's text: its text/plain parts, or where there are none, its text/html parts with the markup stripped
 * (interface section 1). A message that was forwarded inside follows with its own text.
 */
export function bodyOf(message: Part): string {
  const parts = ownParts(message);
  const texts = [
    textIn(parts),
    ...parts.filter(isMessage).flatMap(({ parts: inner = [] }) => inner.map(bodyOf)),
  ];
  return toLines(texts.filter((text) => text.trim() !== '').join('\n\n'));
}

function textIn(parts: readonly Part[]): string {
  const plain = decodeAll(parts, 'text/plain').join('\n');
  return plain.trim() === '' ? decodeAll(parts, 'text/html').map(htmlToText).join('\n') : plain;
}

/** The leaves of a message, and the messages inside it as a whole. A part with a file name is no text of it. */
function ownParts(part: Part): Part[] {
  if (part.filename) return [];
  return part.parts?.length && !isMessage(part) ? part.parts.flatMap(ownParts) : [part];
}

function isMessage({ mimeType }: Part): boolean {
  return mimeType?.toLowerCase() === 'message/rfc822';
}

/** The advanced service gives bytes, signed and already in UTF-8 whatever the part's charset says (facts 5.2). */
function decodeAll(parts: readonly Part[], mimeType: string): string[] {
  return parts
    .filter((part) => part.mimeType?.toLowerCase() === mimeType && part.body?.data)
    .map((part) => Utilities.newBlob(part.body?.data as unknown as number[]).getDataAsString('UTF-8'));
}

/** On the wire lines end with CR and LF; in a cell and on a page they end with LF. */
function toLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Links, lists and tables stay readable; scripts and styles go. */
function htmlToText(html: string): string {
  try {
    return convert(html, READABLE);
  } catch (error) {
    if (error instanceof RangeError) return withoutTags(html);
    throw error;
  }
}

/** For markup nested so deep that no parser's stack holds it. */
function withoutTags(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();
}
