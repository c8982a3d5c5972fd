import { HttpError } from './http-error';

/** A list that was given value by value is an array. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

/**
 * The parameters of a raw query: `a=1&b=x%20y`. Those that are lists may be given more than once, as many clients do.
 * @throws HttpError 400 for any other that is given twice
 */
export function parseQuery(text: string): Record<string, string>;
export function parseQuery(text: string, lists: readonly string[]): Parameters;
export function parseQuery(text: string, lists: readonly string[] = []): Parameters {
  const query = new Map<string, string | readonly string[]>();
  for (const pair of splitPairs(text)) {
    const [name, value] = decodePair(pair);
    const earlier = query.get(name);
    if (earlier !== undefined && !lists.includes(name))
      throw invalidQuery(name, `The query parameter ${name} was given twice.`);
    query.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(query);
}

/** Half of a surrogate pair has no UTF-8. */
export function toQuery(parameters: Parameters): string {
  const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  return Object.entries(parameters)
    .flatMap(([name, values]) => [values].flat().map((value) => [name, value]))
    .map((pair) => pair.map(encode).join('='))
    .join('&');
}

/** The parts of a raw query with these names, and without them, as they came. */
export function partQuery(text: string, names: readonly string[]): [named: string, others: string] {
  const isNamed = (pair: string) => names.includes(decodePair(pair)[0]);
  const pairs = splitPairs(text);
  const others = pairs.filter((pair) => !isNamed(pair));
  return [pairs.filter(isNamed).join('&'), others.join('&')];
}

function splitPairs(text: string): string[] {
  return text.split('&').filter((pair) => pair !== '');
}

function decodePair(pair: string): [name: string, value: string] {
  const at = pair.includes('=') ? pair.indexOf('=') : pair.length;
  return [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch (cause) {
    throw invalidQuery(text, `"${text}" in the query is not valid percent-encoded UTF-8.`, cause);
  }
}

function invalidQuery(param: string, message: string, cause?: unknown): HttpError {
  return new HttpError(400, 'invalid_query', message, { param, cause });
}
