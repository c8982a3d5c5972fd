import { HttpError } from './http-error';

const MAX_DEPTH = 64;

/** A text, whose end may be missing, or a sign between values. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{},:]/gs;

/**
 * JSON in which every name stands once: of two, programs read one or the other (RFC 8259, section 4). How deep it is nested is
 * looked at before it is parsed, which takes long for what is very deep.
 *
 * @throws HttpError 400
 */
export function toJson(text: string): unknown {
  const plain = withoutMark(text);
  let problem: string | undefined;
  try {
    problem = findProblem(plain);
    if (problem === undefined) return JSON.parse(plain);
  } catch (cause) {
    throw malformed(plain.trim() === '' ? 'The body is empty.' : 'The body is not valid JSON.', cause);
  }
  throw malformed(problem);
}

/** A byte order mark is no part of JSON, but some programs send one. */
function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

function findProblem(text: string): string | undefined {
  /** The names of each object that is open; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined);
      if (open.length > MAX_DEPTH) return `The body must not be nested deeper than ${MAX_DEPTH} levels.`;
    } else if (token === '}' || token === ']') open.pop();
    else if (isName && token.startsWith('"')) {
      const names = open[open.length - 1];
      const name = token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
      if (names?.has(name)) return `The body has the name ${name.slice(0, 100)} twice in one object.`;
      names?.add(name);
    }
    isName = token === '{' || (token === ',' && open[open.length - 1] !== undefined);
  }
  return undefined;
}

function malformed(what: string, cause?: unknown): HttpError {
  return new HttpError(400, 'malformed_json', `${what} Send a JSON object.`, { cause });
}
