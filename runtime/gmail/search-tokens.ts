export type SearchToken =
  | { kind: 'open'; mark: '(' | '{' }
  | { kind: 'close' }
  | { kind: 'minus' }
  | { kind: 'field'; field: string }
  | { kind: 'text'; text: string; isQuoted: boolean };

/** Any of these at the place where a token starts; what matches none of them is passed over. */
const TOKEN = /\s+|([(){}])|"([^"]*)"?|-(?=[^\s-])|([a-z][a-z0-9_]*):|([^\s(){}"]+)/giy;

/** Cuts a search into its tokens; only `fields` count as operators, another word may hold a colon. */
export function listSearchTokens(text: string, fields: ReadonlySet<string>): SearchToken[] {
  const tokens: SearchToken[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) {
      pattern.lastIndex = start + 1;
      continue;
    }
    const token = toToken(match, fields);
    if (token === 'not a field') pattern.lastIndex = start + pushWord(tokens, text.slice(start));
    else if (token) tokens.push(token);
  }
  return tokens;
}

function toToken(
  match: RegExpExecArray,
  fields: ReadonlySet<string>,
): SearchToken | 'not a field' | undefined {
  const [whole, mark, phrase, field, word] = match;
  if (mark === '(' || mark === '{') return { kind: 'open', mark };
  if (mark === ')' || mark === '}') return { kind: 'close' };
  if (phrase !== undefined) return { kind: 'text', text: phrase, isQuoted: true };
  if (whole === '-') return { kind: 'minus' };
  if (field !== undefined) return fields.has(field.toLowerCase()) ? toField(field) : 'not a field';
  return word === undefined ? undefined : { kind: 'text', text: word, isQuoted: false };
}

function toField(field: string): SearchToken {
  return { kind: 'field', field: field.toLowerCase() };
}

function pushWord(tokens: SearchToken[], rest: string): number {
  const text = /^[^\s(){}"]+/.exec(rest)?.[0] ?? rest;
  tokens.push({ kind: 'text', text, isQuoted: false });
  return text.length;
}
