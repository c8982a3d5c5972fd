import { convert, type HtmlToTextOptions } from 'html-to-text';

type Part = GoogleAppsScript.Gmail.Schema.MessagePart;

export const READABLE: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/**
 * The message's text: its text/plain parts, and where a part has none, its text/html with the markup stripped
 * (interface section 1). Parts that stand side by side all count, as a list's footer does below a mail in HTML;
 * of alternatives one. A message that was forwarded inside follows with its own text.
 */
export function bodyOf(message: Part): string {
  return toLines(textOf(message));
}

function textOf(part: Part): string {
  if (part.filename) return '';
  if (part.parts?.length) return isAlternative(part) ? bestOf(part.parts) : joined(part.parts.map(textOf));
  if (isType(part, 'text/plain')) return decoded(part);
  return isType(part, 'text/html') ? htmlToText(decoded(part)) : '';
}

/** The plain one where it says anything, else the first that does. */
function bestOf(alternatives: readonly Part[]): string {
  const plain = alternatives.filter((part) => isType(part, 'text/plain'));
  return [...plain, ...alternatives].map(textOf).find(hasText) ?? '';
}

function joined(texts: readonly string[]): string {
  return texts.filter(hasText).join('\n\n');
}

function hasText(text: string): boolean {
  return text.trim() !== '';
}

function isAlternative(part: Part): boolean {
  return isType(part, 'multipart/alternative');
}

function isType({ mimeType }: Part, type: string): boolean {
  return mimeType?.toLowerCase() === type;
}

/** The advanced service gives bytes, signed and already in UTF-8 whatever the part's charset says (facts 5.2). */
function decoded({ body }: Part): string {
  return body?.data ? Utilities.newBlob(body.data as unknown as number[]).getDataAsString('UTF-8') : '';
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
