import * as v from 'valibot';
import { HttpError } from './http-error';
import { type Request, type Routes, route } from './route';
import { type Api, type Reply, serve } from './serve';

/** The file beside the code that the build writes the OpenAPI document to. */
const FILE = 'openapi';

const DOCUMENT: Routes = {
  'GET /openapi.json': route({
    summary: 'Returns the OpenAPI document of this API.',
    access: 'public',
    response: v.objectWithRest({ openapi: v.string() }, v.unknown()),
    handle: () => JSON.parse(HtmlService.createTemplateFromFile(FILE).getRawContent()),
  }),
};

type Event = Partial<GoogleAppsScript.Events.DoPost>;

/** What the query carries in place of a header; `access_token` is Google's own, and its to check. */
const HEADER_PARAMETERS: readonly [string, string, (value: string) => string][] = [
  ['token', 'authorization', (value) => `Bearer ${value}`],
  ['idempotency_key', 'idempotency-key', (value) => value],
  ['if_match', 'if-match', toTag],
];

const TRANSPORT_PARAMETERS = ['path', 'method', 'access_token', ...HEADER_PARAMETERS.map(([name]) => name)];

const Envelope = v.strictObject({
  method: v.string(),
  path: v.string(),
  /** As in an address, or as an object. */
  query: v.optional(v.union([v.string(), v.record(v.string(), v.string())]), ''),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.string(), ''),
});

const EXPECTED = '{"method", "path", "query", "headers", "body"} with the body as a string';

type TextOutput = GoogleAppsScript.Content.TextOutput;

/** The two functions of a web app: all that the platform can ask of an api (design section 3). */
export function createApi(declared: Api): Record<'doGet' | 'doPost', (event?: Event) => TextOutput> {
  const api = { ...declared, routes: withDocument(declared.routes) };
  return {
    doGet: (event = {}) => toOutput(serve(api, () => fromPlainCall(event, 'GET'))),
    doPost(event = {}) {
      if (hasPath(event)) return toOutput(serve(api, () => fromPlainCall(event, 'POST')));
      const reply = serve(api, () => fromEnvelope(event.postData?.contents ?? ''));
      return toText(JSON.stringify(reply), true);
    },
  };
}

/** The status line and headers are lost; an error says its status itself. */
function toOutput({ headers, body }: Reply): TextOutput {
  return toText(body, /json/.test(headers['content-type'] ?? 'json'));
}

function toText(body: string, isJson: boolean): TextOutput {
  const { JSON: json, TEXT: text } = ContentService.MimeType;
  return ContentService.createTextOutput(body).setMimeType(isJson ? json : text);
}

/** All of HTTP in the body of a POST to the bare address. */
function fromEnvelope(contents: string): Request {
  const parsed = v.safeParse(Envelope, toJson(contents));
  if (!parsed.success) throw badEnvelope(v.getDotPath(parsed.issues[0]) ?? undefined);
  const { method, path, query, headers, body } = parsed.output;
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method: method.toUpperCase(),
    path,
    query: typeof query === 'string' ? parseQuery(query) : query,
    headers: Object.fromEntries(lowerCase),
    body,
    transport: 'envelope',
  };
}

function toJson(contents: string): unknown {
  try {
    return JSON.parse(contents);
  } catch {
    throw badEnvelope();
  }
}

function badEnvelope(param?: string): HttpError {
  const what =
    param === undefined ? 'A POST without ?path= must be an envelope' : `Invalid envelope at ${param}`;
  const message = `${what}. Expected ${EXPECTED}.`;
  return new HttpError(400, 'invalid_envelope', message, param === undefined ? {} : { param });
}

/** `GET <web app>?path=/v1/leads&token=...`; in a POST, `method` names another one. */
function fromPlainCall(event: Event, sent: 'GET' | 'POST'): Request {
  const parameters = parseQuery(event.queryString ?? '');
  const headers = HEADER_PARAMETERS.flatMap(([name, header, toValue]) => {
    const value = parameters[name];
    return value === undefined ? [] : [[header, toValue(value)]];
  });
  const query = Object.entries(parameters).filter(([name]) => !TRANSPORT_PARAMETERS.includes(name));
  return {
    method: methodOf(parameters.method, sent),
    path: pathOf(parameters.path, event),
    query: Object.fromEntries(query),
    headers: Object.fromEntries(headers),
    body: event.postData?.contents ?? '',
    transport: 'plain',
  };
}

/** Whether an event names a path; a POST that names none is an envelope. */
function hasPath({ queryString, pathInfo }: Event): boolean {
  return Boolean(pathInfo) || /(^|&)path=/.test(queryString ?? '');
}

/** A link that somebody follows must not change anything. */
function methodOf(method: string | undefined, sent: 'GET' | 'POST'): string {
  const wanted = method?.toUpperCase() ?? sent;
  if (sent === 'POST' || wanted === 'GET') return wanted;
  throw new HttpError(400, 'invalid_query', `method=${wanted} must be sent with POST, not GET.`, {
    param: 'method',
  });
}

/** The platform gives a path after the address without its first slash. */
function pathOf(path: string | undefined, { pathInfo }: Event): string {
  return path ?? (pathInfo ? `/${pathInfo}` : '');
}

/** A version may stand without its quotes, which are a nuisance in an address. */
function toTag(value: string): string {
  return value === '*' || value.includes('"') ? value : `"${value}"`;
}

/** The parameters of a raw query (`a=1&b=x%20y`). Each stands once, so that nobody has to choose. */
function parseQuery(text: string): Record<string, string> {
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

/**
 * The route tables with one more, which tells of them all. Its answer is made with the bundle and lies in a file of
 * its own: whatever stands in the code is parsed anew with every request.
 */
export function withDocument(routes: readonly Routes[]): readonly Routes[] {
  return [...routes, DOCUMENT];
}
