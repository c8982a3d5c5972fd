export interface Piece {
  text: string;
  /** Of http, https or mailto; nothing else is ever a link. */
  href?: string;
  /** Where the link truly leads, for whoever points at it. */
  title?: string;
  /** The same, where the text makes believe otherwise: `https://bank.example@evil.example`. */
  host?: string;
}

const CANDIDATE = /(?:https?:\/\/|mailto:)[^\s<>"`]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gi;
const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** A text in pieces that are links or not; together they are the text. */
export function toPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index = 0 } of text.matchAll(CANDIDATE)) {
    const link = toLink(withoutTail(found));
    if (!link) continue;
    if (index > at) pieces.push({ text: text.slice(at, index) });
    pieces.push(link);
    at = index + link.text.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

function toLink(text: string): Piece | undefined {
  try {
    const url = new URL(/^(https?|mailto):/i.test(text) ? text : `mailto:${text}`);
    if (url.protocol === 'mailto:') return { text, href: url.href, title: `Write to ${url.pathname}` };
    const isPlain = text.toLowerCase().startsWith(`${url.protocol}//${url.host}`);
    return { text, href: url.href, title: `Opens ${url.host}`, ...(isPlain ? {} : { host: url.host }) };
  } catch {
    return undefined;
  }
}

/** The sentence's punctuation, and a bracket that was opened before the address: `text [https://…].` */
function withoutTail(address: string): string {
  const close = address.indexOf(']');
  const text = close >= 0 && !address.slice(0, close).includes('[') ? address.slice(0, close) : address;
  const excess = Object.entries(PAIRS).map(([closer, opener]) => ({
    closer,
    count: text.split(closer).length - text.split(opener).length,
  }));
  let end = text.length;
  while (isTail(text.charAt(end - 1))) end--;
  return text.slice(0, end);

  function isTail(last: string): boolean {
    const bracket = excess.find(({ closer }) => closer === last);
    return bracket ? bracket.count-- > 0 : /[.,;:!?'"*_’”»…]/.test(last);
  }
}
