import * as v from 'valibot';
import { described } from './described';
import { HttpError } from './http-error';
import { toJson } from './json';
import { parseQuery, partQuery, toQuery } from './query';
import { lowerCaseNames, type Reply } from './reply';
import { type Request, type Routes, route } from './route';
import { type Api, serve } from './serve';

type Event = Partial<GoogleAppsScript.Events.DoPost>;
type TextOutput = GoogleAppsScript.Content.TextOutput;

/** The two functions of a web app. A POST without a path is an envelope; all else is a plain call. */
export function createApi(declared: Api): Record<'doGet' | 'doPost', (event?: Event) => TextOutput> {
  const api = { ...declared, routes: withDocument(declared.routes) };
  return {
    doGet: (event = {}) => toOutput(serve(api, () => fromPlainCall(event, 'GET'))),
    doPost(event = {}) {
      const { pathInfo, queryString = '' } = event;
      if (pathInfo || /(^|&)path=/.test(queryString))
        return toOutput(serve(api, () => fromPlainCall(event, 'POST')));
      const reply = serve(api, () => fromEnvelope(event.postData?.contents ?? ''));
      return toText(JSON.stringify(reply));
    },
  };
}

/** The routes and one more for the OpenAPI document of them all, which `read` returns as JSON. */
export function withDocument(routes: readonly Routes[], read = readDocument): readonly Routes[] {
  const document: Routes = {
    'GET /openapi.json': route({
      summary: 'Returns the OpenAPI document of this API.',
      access: 'public',
      response: v.objectWithRest(
        { openapi: described(v.string(), 'The version of OpenAPI.', '3.1.0') },
        v.unknown(),
      ),
      handle: () => JSON.parse(read()),
    }),
  };
  return [...routes, document];
}

/** The build writes it into a file beside the code, since code is parsed with every request. */
function readDocument(): string {
  return HtmlService.createTemplateFromFile('openapi').getRawContent();
}

/** A web app cannot set a status line or headers. */
function toOutput({ headers, body }: Reply): TextOutput {
  return toText(body, headers['content-type']);
}

function toText(body: string, type = 'application/json'): TextOutput {
  const { JSON: json, CSV: csv, TEXT: text } = ContentService.MimeType;
  const output = ContentService.createTextOutput(body);
  if (type.includes('json')) return output.setMimeType(json);
  return output.setMimeType(type.startsWith('text/csv') ? csv : text);
}

const QueryValue = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));

const Envelope = v.strictObject({
  method: v.string(),
  path: v.string(),
  /** Query as in a URL, or as an object. */
  query: v.optional(
    v.union([v.string(), v.record(v.string(), v.union([QueryValue, v.array(QueryValue)]))]),
    '',
  ),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.string(), ''),
});

/** A whole HTTP request as the body of a POST. */
function fromEnvelope(contents: string): Request {
  const parsed = v.safeParse(Envelope, parseJson(contents));
  if (!parsed.success) throw invalidEnvelope(v.getDotPath(parsed.issues[0]) ?? undefined);
  const { method, path, query, headers, body } = parsed.output;
  return {
    method: method.toUpperCase(),
    path,
    query: typeof query === 'string' ? query : toQuery(query),
    headers: lowerCaseNames(headers),
    body,
    transport: 'envelope',
  };
}

function parseJson(contents: string): unknown {
  try {
    return toJson(contents);
  } catch {
    throw invalidEnvelope();
  }
}

function invalidEnvelope(param?: string): HttpError {
  const what =
    param === undefined ? 'A POST without ?path= must be an envelope' : `Invalid envelope at ${param}`;
  const message = `${what}. Expected {"method", "path", "query", "headers", "body"} with the body as a string.`;
  return new HttpError(400, 'invalid_envelope', message, param === undefined ? {} : { param });
}

/** Query parameters of a plain call that stand for a header. */
const HEADER_PARAMETERS: readonly [string, string, (value: string) => string][] = [
  ['token', 'authorization', (value) => `Bearer ${value}`],
  ['idempotency_key', 'idempotency-key', (value) => value],
  ['if_match', 'if-match', withQuotes],
];
/** Parameters that no route sees. `access_token` is Google's own. */
const TRANSPORT_PARAMETERS = ['path', 'method', 'access_token', ...HEADER_PARAMETERS.map(([name]) => name)];

/** `GET <web app>?path=/v1/leads&token=...`; in a POST, `method` names another one. */
function fromPlainCall(event: Event, sent: 'GET' | 'POST'): Request {
  const [own, query] = partQuery(event.queryString ?? '', TRANSPORT_PARAMETERS);
  const parameters = parseQuery(own);
  const headers = HEADER_PARAMETERS.flatMap(([name, header, toValue]) => {
    const value = parameters[name];
    return value === undefined ? [] : [[header, toValue(value)]];
  });
  return {
    method: methodOf(parameters.method, sent),
    // Google passes a path that follows the web app's URL without its first slash.
    path: parameters.path ?? (event.pathInfo ? `/${event.pathInfo}` : ''),
    query,
    headers: Object.fromEntries(headers),
    body: event.postData?.contents ?? '',
    transport: 'plain',
  };
}

/** Following a link must not change anything. */
function methodOf(method: string | undefined, sent: 'GET' | 'POST'): string {
  const wanted = method?.toUpperCase() ?? sent;
  if (sent === 'POST' || wanted === 'GET') return wanted;
  const message = `method=${wanted} must be sent with POST, not GET.`;
  throw new HttpError(400, 'invalid_query', message, { param: 'method' });
}

/** ETags may come without their quotes, which are a nuisance in a URL. */
function withQuotes(etags: string): string {
  return etags === '*' || etags.includes('"') ? etags : etags.replace(/[^\s,]+/g, '"$&"');
}
