import { exception } from '../realm/host';
import { wellFormed } from '../utilities/utf8.realm';
import { ScriptScanner } from './script-scanner.realm';

const URL_ATTRIBUTES = [
  'action',
  'background',
  'cite',
  'data',
  'formaction',
  'href',
  'icon',
  'longdesc',
  'manifest',
  'poster',
  'src',
  'xlink:href',
];

const TAG = /^<(\/?[a-zA-Z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^"'>])*>/;

/** Elements whose content is no markup, up to their end tag. */
const RAW_ELEMENTS = /^<(script|style|textarea|title)\b/i;

/**
 * Follows the markup that a template prints, and escapes values by where they stand: in a script a value becomes a quoted
 * text, in the query of an address it is percent-encoded, elsewhere it is encoded for HTML
 * (developers.google.com/apps-script/guides/html/templates; hacknote.jp/archives/10844 for scripts). Where nobody has
 * published what Google prints, it throws.
 */
export class ContextualEscaping {
  /** Markup printed since the begin of a tag or comment that is still open; empty in text. */
  private open = '';
  /** The element whose raw content is being printed. */
  private element: { name: string; isScript: boolean; script: ScriptScanner; css: string } | undefined;

  feed(markup: string): void {
    let rest = this.open + markup;
    this.open = '';
    while (rest !== '') rest = this.element ? this.endElement(rest) : this.endTag(rest);
  }

  escape(value: string): string {
    if (this.element) return this.escapeInElement(value);
    if (this.open === '') return escapeHtml(value);
    if (/^<[!?]/.test(this.open)) throw notEmulated('a comment');
    return escapeHtml(escapeInTag(this.open, value));
  }

  /** Returns the markup behind the next tag. */
  private endTag(markup: string): string {
    const start = markup.indexOf('<');
    if (start < 0) return '';
    const rest = markup.slice(start);
    if (rest.length > 1 && !/^<[a-zA-Z/!?]/.test(rest)) return rest.slice(1);
    const tag = rest.startsWith('<!--')
      ? /^<!--[\s\S]*?-->/.exec(rest)
      : (TAG.exec(rest) ?? /^<[!?][^>]*>/.exec(rest));
    if (!tag) {
      this.open = rest;
      return '';
    }
    const name = RAW_ELEMENTS.exec(tag[0])?.[1]?.toLowerCase();
    const type = /\stype\s*=\s*["']?([^"'\s>]*)/i.exec(tag[0])?.[1] ?? '';
    const isScript = name === 'script' && /^(|module|(text|application)\/(java|ecma)script)$/i.test(type);
    if (name) this.element = { name, isScript, script: new ScriptScanner(), css: '' };
    return rest.slice(tag[0].length);
  }

  /** Returns the markup behind the raw content of an element, with its end tag. */
  private endElement(markup: string): string {
    const element = this.element as NonNullable<typeof this.element>;
    const end = markup.search(new RegExp(`</${element.name}(?=[\\s/>])`, 'i'));
    const content = end < 0 ? markup : markup.slice(0, end);
    if (element.isScript) element.script.feed(content);
    if (element.name === 'style') element.css += content;
    if (end >= 0) this.element = undefined;
    return end < 0 ? '' : markup.slice(end);
  }

  private escapeInElement(value: string): string {
    const { name, isScript, script, css } = this.element as NonNullable<typeof this.element>;
    if (name === 'style') return escapeInStyle(css, value);
    if (name !== 'script') return escapeHtml(value);
    if (!isScript) throw notEmulated('a script that is no JavaScript');
    return escapeInScript(script, value);
  }
}

function escapeInTag(tag: string, value: string): string {
  let quote = '';
  let start = 0;
  for (let at = 0; at < tag.length; at++) {
    const character = tag[at] as string;
    if (quote === '' && /["']/.test(character)) [quote, start] = [character, at];
    else if (character === quote) quote = '';
  }
  const attribute = /([^\s"'<>/=]+)\s*=\s*$/.exec(tag.slice(0, start))?.[1]?.toLowerCase();
  if (quote === '' || attribute === undefined) throw notEmulated('a tag outside of quotes');
  const before = decodeEntities(tag.slice(start + 1));
  if (attribute.startsWith('on')) return escapeInScript(new ScriptScanner().feed(before), value);
  if (attribute === 'style') return escapeInStyle(before, value);
  if (attribute === 'srcset') throw notEmulated('the attribute srcset');
  return URL_ATTRIBUTES.includes(attribute) ? escapeInAddress(before, value) : value;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

function decodeEntities(text: string): string {
  return text.replace(/&(#39|#34|quot|apos|amp|lt|gt);/g, (_, name) => CHARACTERS[name] as string);
}

const CHARACTERS: Record<string, string> = {
  '#39': "'",
  '#34': '"',
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
};

/** Escapes a value. One in code becomes a text with quotes, also if it is a number. */
function escapeInScript({ place }: ScriptScanner, value: string): string {
  const text = value.replace(/[\\'"&<>`/\n\r\t\f\v\0\u2028\u2029]/g, escapedCharacter);
  if (place === 'code') return `'${text}'`;
  if (place === 'single' || place === 'double') return text;
  throw notEmulated(`a ${place} of a script`);
}

function escapedCharacter(character: string): string {
  if (character === '\\' || character === '/') return `\\${character}`;
  const code = character.charCodeAt(0);
  if (code > 255) return `\\u${code.toString(16)}`;
  return SHORT_ESCAPES[character] ?? `\\x${code.toString(16).padStart(2, '0')}`;
}

const SHORT_ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' };

/** Only values that cannot change what the style is. */
function escapeInStyle(before: string, value: string): string {
  const isInValue = /:[^;{}"'()]*$/.test(before.replace(/\/\*[\s\S]*?\*\//g, ''));
  if (isInValue && /^[\w#.%, -]*$/.test(value) && !/--|expression|mozbinding/i.test(value)) return value;
  throw notEmulated('a style');
}

function escapeInAddress(before: string, value: string): string {
  const text = wellFormed(value);
  if (/[?#]/.test(before)) return encodeURIComponent(text).replace(/[!'()*]/g, percent);
  const scheme = /^\s*([^/?#:]*):/.exec(before + value)?.[1];
  if (scheme !== undefined && !/^(https?|mailto)$/i.test(scheme))
    throw notEmulated(`an address that begins with ${scheme}:`);
  return text.replace(/%(?![0-9a-f]{2})|[^\w\-.~!#$&*+,/:;=?@[\]%]/giu, (character) =>
    /['()]/.test(character) ? percent(character) : encodeURIComponent(character),
  );
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

function notEmulated(place: string): Error {
  return exception(`HtmlService: an escaped value in ${place} is not emulated here.`);
}
