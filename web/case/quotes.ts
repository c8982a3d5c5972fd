export interface Part {
  text: string;
  isQuoted: boolean;
}

/** A quote up to this many lines stays above its answer: it says what that is about. */
const SHORT = 3;

const FORWARD = /^\s*(fwd?|wg|tr|rv|i|enc|doorst)\s*:/i;
const FORWARDED = /^-{2,} ?(forwarded message|weitergeleitete nachricht|message transf\u00e9r\u00e9)/im;

const WROTE = '(?:wrote|schrieb|écrit|escribió|scritto|schreef|escreveu|skrev|napisał).{0,80}:[ \\t]*\\n';
/** `On Monday, 3 June 2024 at 10:12, Anna `, which may go on in the next line. */
const ON_A_DAY =
  '(?:on|am|le|el|il|op|em|den|dne|w dniu|\\d{4}-)\\b(?:.|\\n(?!\\n)){0,150}?(?:\\d{4}|\\d:\\d\\d)(?:.|\\n(?!\\n)){0,150}?';
const MARKED = `(?:(?:${ON_A_DAY}|.*)${WROTE}\\s*)?^ {0,3}>.*`;
const ORIGINAL = '-{2,}[^-\\n]*(?:origin|ursprüngl|oorspr)[^-\\n]*-{2,}[ \\t]*$';
/** A form that somebody has filled in may well say from whom and when, but not to whom. */
const HEADER =
  '(?:_{10,}\\n)?\\*?(?:from|von|de|da|van|från|fra):.*\\n(?:.+\\n){1,4}?\\*?(?:to|an|à|a|para|aan|till?) ?:';
const HISTORY = `(?:${ON_A_DAY}${WROTE}|${ORIGINAL}|${HEADER})[^]*`;
const SIGNATURE = `-- ?(?:\\n.*){0,15}?(?=\\s*(?:(?![^])|^(?:${MARKED}|${HISTORY})))`;
const FOLDED = new RegExp(`(?:^(?:${MARKED}|${HISTORY}|${SIGNATURE})(?:\\s*\\n)?)+`, 'gim');

/**
 * What a message says, and the history that it drags along: quotes, the message answered, a signature. The texts
 * together are the body; where nothing would be left to read, or somebody forwards just that, nothing is quoted.
 */
export function splitQuotes(body: string, subject: string): Part[] {
  const parts: Part[] = [];
  let end = body.length;
  const isForward = FORWARD.test(subject) || FORWARDED.test(body);
  for (const { 0: text, index } of isForward ? [] : [...body.matchAll(FOLDED)].reverse()) {
    const said = { text: body.slice(index + text.length, end), isQuoted: false };
    if (isShort(text) && [said, ...parts].some(says)) continue;
    parts.unshift({ text, isQuoted: true }, said);
    end = index;
  }
  parts.unshift({ text: body.slice(0, end), isQuoted: false });
  return parts.some(says) ? parts : [{ text: body, isQuoted: false }];
}

function isShort(text: string): boolean {
  const marks = text.match(/^ {0,3}>/gm);
  return marks !== null && marks.length <= SHORT;
}

function says({ text, isQuoted }: Part): boolean {
  return !isQuoted && text.trim() !== '';
}
