export interface Part {
  text: string;
  isQuoted: boolean;
}

/** An inner quote up to this many lines stays: it says what the answer below it is about. */
const SHORT = 3;
const LONGEST_SIGNATURE = 15;
const LONGEST_ATTRIBUTION = 300;

const QUOTE = /^ {0,3}>/;
const SIGNATURE = /^-- ?$/;
const FORWARDED = /^-{2,} ?(forwarded message|weitergeleitete nachricht|message transféré) ?-{2,}$/im;
const FORWARD = /^\s*(fwd?|wg|tr|rv|i|enc|doorst)\s*:/i;
const WROTE = /(wrote|schrieb|écrit|escribió|ha scritto|schreef|escreveu|skrev|napisał).*:$/i;
const ON_A_DAY = /^(on|am|le|el|il|op|em|den|dne|w dniu|\d{4}-)\b.*(\d{4}|\d:\d\d).*:$/i;
const ORIGINAL =
  /^-{2,} ?(original message|ursprüngliche nachricht|message d.origine|mensaje original|messaggio originale|oorspronkelijk bericht) ?-{2,}$/i;
const FROM = /^\*?(from|von|de|da|van|från|fra):\*? /i;
const SENT = /^\*?(sent|date|gesendet|datum|envoyé|enviado|inviato|verzonden|skickat|sendt) ?:/i;
const TO = /^\*?(to|an|à|a|para|aan|till?) ?:/i;

/**
 * What a message says, and the history that it drags along: quotes, the message answered, a signature. The texts joined
 * with line breaks are the body; where nothing would be left to read, nothing is quoted.
 */
export function splitQuotes(body: string, subject: string): Part[] {
  const lines = body.split('\n');
  const quoted = quotedLines(lines, FORWARD.test(subject) || FORWARDED.test(body));
  const parts = grouped(lines, quoted);
  const says = parts.some(({ isQuoted, text }) => !isQuoted && text.trim() !== '');
  return says ? parts : [{ text: body, isQuoted: false }];
}

function quotedLines(lines: readonly string[], isForward: boolean): boolean[] {
  // What somebody forwards is what they want read.
  const found = isForward ? -1 : lines.findIndex((_, at) => startsHistory(lines, at));
  const end = found < 0 ? lines.length : found;
  const quoted = lines.map((_, at) => at >= end);
  markSignature(lines, quoted, end);
  let last = end;
  for (const [from, to] of runsOfQuotes(lines, end).reverse()) {
    while (last > to && (quoted[last - 1] || isBlank(lines[last - 1] ?? ''))) last--;
    if (last <= to || to - from > SHORT) quoted.fill(true, from - attributionAbove(lines, from), to);
  }
  return quoted;
}

/** From here on everything is the message that was answered. */
function startsHistory(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line.length > LONGEST_ATTRIBUTION) return false;
  if (ORIGINAL.test(line.trim())) return true;
  if (/^_{10,}$/.test(line)) return isHeader(lines, at + 1);
  return isHeader(lines, at) || isBareAttribution(lines, at);
}

function isHeader(lines: readonly string[], at: number): boolean {
  const next = lines.slice(at + 1, at + 6);
  // A form that somebody has filled in may well say from whom and when, but not to whom.
  return FROM.test(lines[at] ?? '') && [SENT, TO].every((header) => next.some((line) => header.test(line)));
}

/** `On Monday, 3 June 2024 at 10:12, Anna wrote:`, on up to three lines, above text without marks. */
function isBareAttribution(lines: readonly string[], at: number): boolean {
  const length = [1, 2, 3].find((count) => isDated(joined(lines.slice(at, at + count))));
  const next = length && lines.slice(at + length).find((line) => !isBlank(line));
  return Boolean(next && !QUOTE.test(next));
}

/** How many lines right above a quote say whose it is. */
function attributionAbove(lines: readonly string[], from: number): number {
  const end = isBlank(lines[from - 1] ?? 'x') ? from - 1 : from;
  const above = (count: number) => joined(lines.slice(end - count, end));
  const length =
    [3, 2].find((count) => count <= end && isDated(above(count))) ??
    (end > 0 && WROTE.test(above(1)) ? 1 : 0);
  return length && from - end + length;
}

function isDated(text: string): boolean {
  return WROTE.test(text) && ON_A_DAY.test(text);
}

function markSignature(lines: readonly string[], quoted: boolean[], end: number): void {
  const from = lines.findIndex((line, at) => at < end && SIGNATURE.test(line));
  if (from < 0) return;
  const next = lines.findIndex((line, at) => at > from && (QUOTE.test(line) || WROTE.test(joined([line]))));
  const to = next < 0 ? end : Math.min(next, end);
  if (to - from <= LONGEST_SIGNATURE) quoted.fill(true, from, to);
}

/** From and to, blank lines between quoted ones included. */
function runsOfQuotes(lines: readonly string[], end: number): [number, number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < end; at++) {
    if (!QUOTE.test(lines[at] ?? '')) continue;
    const last = runs[runs.length - 1];
    if (last && lines.slice(last[1], at).every(isBlank)) last[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  return runs;
}

function grouped(lines: readonly string[], quoted: readonly boolean[]): Part[] {
  const groups: { lines: string[]; isQuoted: boolean }[] = [];
  lines.forEach((line, at) => {
    const last = groups[groups.length - 1];
    const isQuoted = isBlank(line) && last ? last.isQuoted : quoted[at] === true;
    if (last?.isQuoted === isQuoted) last.lines.push(line);
    else groups.push({ lines: [line], isQuoted });
  });
  return groups.map((group) => ({ text: group.lines.join('\n'), isQuoted: group.isQuoted }));
}

function joined(lines: readonly string[]): string {
  const text = lines.length > 1 && lines.some(isBlank) ? '' : lines.join(' ').trim();
  return text.length > LONGEST_ATTRIBUTION ? '' : text;
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}
