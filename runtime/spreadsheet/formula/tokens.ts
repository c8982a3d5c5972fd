/** A piece of a formula, from `start` to `end` in its text, which includes the sign in front. */
export interface Token {
  kind: 'number' | 'text' | 'reference' | 'name' | 'error' | 'operator' | 'array' | 'unknown';
  text: string;
  start: number;
  end: number;
}

const SHEET = String.raw`(?:(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?`;
const CELL = String.raw`\$?[A-Za-z]{1,3}\$?[1-9]\d{0,7}`;
const COLUMN = String.raw`\$?[A-Za-z]{1,3}`;
const ROW = String.raw`\$?[1-9]\d{0,7}`;
const ADDRESS = `${CELL}:${CELL}|${CELL}:${COLUMN}|${CELL}:${ROW}|${COLUMN}:${CELL}|${COLUMN}:${COLUMN}|${ROW}:${ROW}|${CELL}`;
const END = String.raw`(?![\p{L}\p{N}_.$!(])`;

const PATTERNS: [Token['kind'], RegExp][] = [
  ['text', /"(?:[^"]|"")*"/y],
  ['error', /#(?:REF!|DIV\/0!|VALUE!|NAME\?|N\/A|NUM!|NULL!|ERROR!)/iy],
  ['reference', new RegExp(`${SHEET}(?:${ADDRESS})${END}`, 'uy')],
  ['reference', new RegExp(`${SHEET}#REF!`, 'uy')],
  ['name', /[\p{L}_][\p{L}\p{N}_.]*/uy],
  ['operator', /<>|<=|>=|[-+*/^&=<>%(),;:@!]/y],
  ['array', /[{}\\]/y],
];

const NUMBERS = {
  '.': /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y,
  ',': /(?:\d+,?\d*|,\d+)(?:[eE][+-]?\d+)?/y,
};

/** The pieces of a formula whose numbers have this decimal sign. Whatever is no piece is `unknown`. */
export function tokenize(formula: string, decimal: '.' | ','): Token[] {
  const tokens: Token[] = [];
  let at = formula.startsWith('=') ? 1 : 0;
  while (at < formula.length) {
    const space = /\s*/y;
    space.lastIndex = at;
    at += space.exec(formula)?.[0].length ?? 0;
    if (at === formula.length) break;
    const token = tokenAt(formula, at, decimal);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(formula: string, start: number, decimal: '.' | ','): Token {
  for (const [kind, pattern] of [...PATTERNS, ['number', NUMBERS[decimal]] as const]) {
    pattern.lastIndex = start;
    const text = pattern.exec(formula)?.[0];
    if (text) return { kind, text, start, end: start + text.length };
  }
  return { kind: 'unknown', text: formula[start] ?? '', start, end: start + 1 };
}
