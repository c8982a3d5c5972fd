type Header = GoogleAppsScript.Gmail.Schema.MessagePartHeader;

/** Headers of a message inside another, who, when and what, in the order in which they are shown. */
const SHOWN = ['From', 'To', 'Date', 'Subject'];

/** Encoded words (RFC 2047), and the white space between two of them, which does not count. */
const ENCODED_WORD = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?[^?\s]+\?[bq]\?))?/gi;

/** The first of that name, decoded; empty where there is none. */
export function headerOf(headers: readonly Header[] = [], name: string): string {
  return headers.find((header) => header.name?.toLowerCase() === name.toLowerCase())?.value ?? '';
}

/** A parameter of Content-Type, such as its charset; empty where there is none. */
export function typeParameter(headers: readonly Header[] | undefined, name: string): string {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(
    headerOf(headers, 'Content-Type'),
  );
  return found?.[1] ?? found?.[2] ?? '';
}

/** Shows From, To, Date and Subject, a line each, as far as they are there. */
export function showHeaders(headers: readonly Header[]): string {
  return SHOWN.map((name) => [name, headerOf(headers, name)])
    .filter(([, value]) => value)
    .map(([name, value = '']) => `${name}: ${decodeWords(value)}`)
    .join('\n');
}

/** A header's text, also where the mailbox has left it encoded. */
export function decodeWords(text: string): string {
  return text.replace(ENCODED_WORD, decodeWord);
}

/** The headers in a text of them, such as a bounce carries of the message that came back. */
export function parseHeaders(text: string): Header[] {
  return text
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line) => /^([^\s:]+)[ \t]*:(.*)/.exec(line))
    .flatMap((match) => (match ? [{ name: match[1] ?? '', value: (match[2] ?? '').trim() }] : []));
}

/** Decodes a word. It stays as it stands where its charset is unknown or its content broken. */
function decodeWord(word: string, charset: string, encoding: string, content: string): string {
  try {
    const bytes = encoding.toLowerCase() === 'b' ? Utilities.base64Decode(content) : decodeQ(content);
    return Utilities.newBlob(bytes).getDataAsString(charset);
  } catch {
    return word;
  }
}

function decodeQ(content: string): number[] {
  const characters = content.replace(/_/g, ' ').match(/=[0-9a-f]{2}|[\s\S]/gi) ?? [];
  return characters.map((one) => (one.length === 3 ? Number.parseInt(one.slice(1), 16) : one.charCodeAt(0)));
}
