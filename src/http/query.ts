import { HttpError } from './http-error';

/** The parameters of a raw query (`a=1&b=x%20y`). Each stands once, so that nobody has to choose. */
export function parseQuery(text: string): Record<string, string> {
  const query = new Map<string, string>();
  for (const pair of text.split('&').filter((one) => one !== '')) {
    const [name = '', value] = cut(pair).map(decode);
    if (query.has(name)) throw badQuery(name, `The query parameter ${name} was given twice.`);
    query.set(name, value ?? '');
  }
  return Object.fromEntries(query);
}

function cut(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch (cause) {
    throw badQuery(text, `"${text}" in the query is not valid percent-encoded UTF-8.`, cause);
  }
}

function badQuery(param: string, message: string, cause?: unknown): HttpError {
  return new HttpError(400, 'invalid_query', message, { param, cause });
}
