export interface Part {
  text: string;
  kind: 'own' | 'quoted' | 'signature';
}

/** A quote of so few lines stays visible: the reply below it would make no sense without. */
const MAX_SHORT_LINES = 3;

const FORWARD = /^\s*(fwd?|wg|tr|rv|i|enc|doorst)\s*:/i;
const FORWARDED = /^-{2,} ?(forwarded message|weitergeleitete nachricht|message transf\u00e9r\u00e9)/im;

const WROTE = '(?:wrote|schrieb|écrit|escribió|scritto|schreef|escreveu|skrev|napisał).{0,80}:[ \\t]*\\n';
/** `On Monday, 3 June 2024 at 10:12, Anna `, which may continue on the next line. */
const ON_A_DAY =
  '(?:on|am|le|el|il|op|em|den|dne|w dniu|\\d{4}-)\\b(?:.|\\n(?!\\n)){0,150}?(?:\\d{4}|\\d:\\d\\d)(?:.|\\n(?!\\n)){0,150}?';
const QUOTE = `(?:(?:${ON_A_DAY}|.*)${WROTE}\\s*)?^ {0,3}>.*`;
const ORIGINAL = '-{2,}[^-\\n]*(?:origin|ursprüngl|oorspr)[^-\\n]*-{2,}[ \\t]*$';
/** The header of a quoted mail. It needs a recipient, since filled-in forms have lines like "From:" too. */
const HEADER =
  '(?:_{10,}\\n)?\\*?(?:from|von|de|da|van|från|fra):.*\\n(?:.+\\n){1,4}?\\*?(?:to|an|à|a|para|aan|till?) ?:';
const HISTORY = `(?:${ON_A_DAY}${WROTE}|${ORIGINAL}|${HEADER})[^]*`;
const SIGNATURE = `-- ?(?:\\n.*){0,15}?(?=\\s*(?:(?![^])|^(?:${QUOTE}|${HISTORY})))`;
const FOLDED = new RegExp(
  `(?<signature>^${SIGNATURE}(?:\\s*\\n)?)|(?:^(?:${QUOTE}|${HISTORY})(?:\\s*\\n)?)+`,
  'gim',
);

/**
 * Tells what a message says from what it repeats: quotes, the mail it replies to, a signature. Joined, the parts are the
 * body. If nothing else would be left, or the message forwards a mail, all of it is its own.
 */
export function splitQuotes(body: string, subject: string): Part[] {
  const parts: Part[] = [];
  let end = body.length;
  const isForward = FORWARD.test(subject) || FORWARDED.test(body);
  for (const { 0: text, index, groups } of isForward ? [] : [...body.matchAll(FOLDED)].reverse()) {
    const own: Part = { text: body.slice(index + text.length, end), kind: 'own' };
    if (isShort(text) && [own, ...parts].some(hasOwnText)) continue;
    parts.unshift({ text, kind: groups?.signature === undefined ? 'quoted' : 'signature' }, own);
    end = index;
  }
  parts.unshift({ text: body.slice(0, end), kind: 'own' });
  return parts.some(hasOwnText) ? parts : [{ text: body, kind: 'own' }];
}

function isShort(text: string): boolean {
  const marks = text.match(/^ {0,3}>/gm);
  return marks !== null && marks.length <= MAX_SHORT_LINES;
}

function hasOwnText({ text, kind }: Part): boolean {
  return kind === 'own' && text.trim() !== '';
}
