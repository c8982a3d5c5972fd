import { htmlToText } from 'html-to-text';
import { decodeText } from '../mime/charset';
import type { MimePart } from '../mime/part';

const SNIPPET_LENGTH = 200;
const SEARCHED_LENGTH = 200_000;

const HTML_SELECTORS = [
  { selector: 'a', options: { ignoreHref: true } },
  { selector: 'img', format: 'skip' },
];

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The text that a search for words looks through. */
export function toSearchText(root: MimePart): string {
  return listTexts(root).map(toPlain).join('\n').slice(0, SEARCHED_LENGTH);
}

/** The first words of a message, escaped for HTML as Gmail does. */
export function toSnippet(root: MimePart): string {
  const texts = listTexts(root);
  const isPlain = (part: MimePart) => part.mimeType !== 'text/html';
  for (const part of [...texts.filter(isPlain), ...texts.filter((other) => !isPlain(other))]) {
    const words = toPlain(part)
      .replace(/[\s\u200b-\u200f\ufeff]+/g, ' ')
      .trim();
    if (words) return escapeHtml(shorten(words));
  }
  return '';
}

export function withoutTags(html: string): string {
  try {
    return htmlToText(html, { wordwrap: false, selectors: HTML_SELECTORS });
  } catch {
    // Tags nested thousands deep would overflow the converter's stack.
    return html.replace(/<[^<>]*>/g, ' ');
  }
}

export function listFilenames(part: MimePart): string[] {
  const own = part.filename ? [part.filename] : [];
  return [...own, ...part.parts.flatMap(listFilenames)];
}

/** Scripts without spaces are indexed character by character, so that a part of a run can be found. */
export function separateCjk(text: string): string {
  return text.replace(CJK, ' $& ');
}

/** The words of a text as the index cuts them. */
export function listWords(text: string): string[] {
  return separateCjk(text).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
}

function listTexts(part: MimePart): MimePart[] {
  const isText =
    part.mimeType.startsWith('text/') && part.mimeType !== 'text/calendar' && part.filename === '';
  return isText ? [part] : part.parts.flatMap(listTexts);
}

function toPlain({ mimeType, content, charset }: MimePart): string {
  const text = decodeText(content, charset).slice(0, SEARCHED_LENGTH);
  return mimeType === 'text/html' ? withoutTags(text) : text;
}

function shorten(words: string): string {
  const characters = [...words];
  if (characters.length <= SNIPPET_LENGTH) return words;
  const cut = characters.slice(0, SNIPPET_LENGTH).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return lastSpace > SNIPPET_LENGTH / 2 ? cut.slice(0, lastSpace) : cut;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
