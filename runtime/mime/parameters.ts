import { fromBinaryText } from './bytes';
import { decodeEncodedWords, decodeText } from './charset';

/** Parses `text/plain; charset=utf-8`; names are in lower case. */
export type ParameterHeader = { value: string; parameters: Map<string, string> };

// A value is a quoted string (which a broken mailer may leave open) or runs to the next semicolon.
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)(?:"|$)|([^;]*))/g;
const SECTION = /^([^*]+)\*(?:(\d+)(\*)?)?$/;

type Section = { index: number; text: string; isEncoded: boolean };

export function parseParameters(header: string): ParameterHeader {
  const value = (/^[^;]*/.exec(header)?.[0] ?? '').replace(/\([^()]*\)/g, '').trim();
  const parameters = new Map<string, string>();
  const sections = new Map<string, Section[]>();
  for (const [, name = '', quoted, token = ''] of header.matchAll(PARAMETER)) {
    const text = quoted === undefined ? token.trim() : quoted.replace(/\\(["\\])/g, '$1');
    const section = SECTION.exec(name.toLowerCase());
    if (section) addSection(sections, section, text);
    else if (!parameters.has(name.toLowerCase()))
      parameters.set(name.toLowerCase(), decodeEncodedWords(text));
  }
  // The extended form wins where a mailer sends both, as RFC 6266 asks for the same pair.
  for (const [name, parts] of sections) parameters.set(name, joinSections(parts));
  return { value: value.toLowerCase(), parameters };
}

function addSection(sections: Map<string, Section[]>, match: RegExpExecArray, text: string): void {
  const [, name = '', index, star] = match;
  const section = { index: Number(index ?? 0), text, isEncoded: index === undefined || star === '*' };
  sections.set(name, [...(sections.get(name) ?? []), section]);
}

/** RFC 2231: `charset'language'percent-encoded`, in one piece or in numbered ones. */
function joinSections(unsorted: Section[]): string {
  const sections = unsorted.sort((left, right) => left.index - right.index);
  const [, charset = '', rest] = /^([^']*)'[^']*'(.*)$/s.exec(sections[0]?.text ?? '') ?? [];
  const texts = sections.map(({ text, isEncoded }, at) => {
    const own = at === 0 && rest !== undefined && isEncoded ? rest : text;
    return isEncoded ? unescapePercent(own) : Buffer.from(own).toString('latin1');
  });
  return decodeEncodedWords(decodeText(fromBinaryText(texts.join('')), rest === undefined ? '' : charset));
}

function unescapePercent(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
