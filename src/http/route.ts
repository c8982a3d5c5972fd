import type * as v from 'valibot';
import { HttpError } from './http-error';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Method = (typeof METHODS)[number];

/** A request, whichever of the three transports it came by. */
export interface Request {
  /** Method that was sent: OPTIONS is answered for every path, and the gateway turns HEAD into GET. */
  method: string;
  /** `/v1/leads/L-7` */
  path: string;
  /**
   * Raw, as a signature covers it; without the parameters of a plain call itself: path, method, token, idempotency_key,
   * if_match.
   */
  query: string;
  /** Headers by lower-case name. A plain call carries a few of them in its query. */
  headers: Readonly<Record<string, string>>;
  /** Raw, as a signature covers it. */
  body: string;
  /** A plain call has no headers: it cannot be signed, and its response has the status in the body alone. */
  transport: 'plain' | 'envelope';
}

type Schema = v.GenericSchema;
type Output<S> = S extends Schema ? v.InferOutput<S> : undefined;

/** Sender of the request. This folder does not know what a role may do. */
export interface Caller {
  /** ID of the user, whom an API key acts for; or of the device. */
  id: string;
  role: string;
  /** Cafe of a manager, of staff or of a device. */
  cafeId?: string;
  /** Whose rate limit counts: the ID of the API key or the device, or of the user of a session. */
  countedBy: string;
  /** The hash of the credential. */
  credential: string;
}

/** Arguments of a handler, with everything parsed. */
export interface Call<B = undefined, Q = undefined> {
  /** `:id` of the path. */
  params: Readonly<Record<string, string>>;
  query: Q;
  body: B;
  /** Undefined only where access is `public`. */
  caller: Caller | undefined;
  request: Request;
}

interface FoundRoute {
  method: string;
  route: AnyRoute;
  /** The path's values of `:names`. */
  params: Record<string, string>;
}

/** Result of a handler where a value alone is not enough. */
export class Response {
  readonly value: unknown;
  readonly status: number | undefined;
  readonly headers: Record<string, string>;

  constructor(
    value: unknown,
    { status, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    this.value = value;
    this.status = status;
    this.headers = headers;
  }
}

/** A body whose signature covers the raw text: the handler verifies it and parses the body itself. */
export interface SignedBody {
  /** The content type. */
  type: string;
  schema: Schema;
  /** The headers with the signatures of its providers, of which a request has one. */
  signatures: readonly string[];
}

/** Declaration of a route. The build leaves what only the OpenAPI document needs out of the scripts. */
interface Route<B extends Schema | undefined, Q extends Schema | undefined> {
  /** A sentence for the OpenAPI document. */
  summary: string;
  /** The roles that may call it; `public` needs no credential; `signed` is a webhook, verified by its handler. */
  access: readonly string[] | 'public' | 'signed';
  query?: Q;
  body?: B;
  /** Schema for the OpenAPI document in place of `body`, where the handler checks parts of it itself. */
  describedBody?: Schema;
  /** Parses a body of `text/csv`. Without it a body has to be JSON. @throws HttpError 400 or 422 */
  fromCsv?(text: string, caller: Caller | undefined): unknown;
  /** Content types of a body that is text and no JSON, which `body` checks as it came. */
  bodyTypes?: readonly [string, ...string[]];
  /** The longest body. */
  maxBytes?: number;
  /** Body of a route whose access is `signed`, in place of `body`. */
  signedBody?: SignedBody;
  /** Schema for the OpenAPI document; a test holds the handler to it. */
  response: Schema;
  /**
   * Columns of a list that `format=csv` turns into CSV, such as `id` or `customer.name`. `custom.*` stands for all fields that
   * the first row has there.
   */
  csvColumns?: readonly string[];
  /** The content type of a response that is text; JSON by default. */
  responseType?: string;
  /** 200 by default. */
  status?: number;
  /** The response may have links, as every page of a list has. */
  hasLinks?: true;
  /** Schemas of further responses for the OpenAPI document, by their statuses; each has a Location. */
  otherResponses?: Readonly<Record<number, Schema>>;
  /** Further errors for the OpenAPI document, beside those that follow from the rest of the declaration. */
  errorStatuses?: readonly number[];
  /** The route takes an Idempotency-Key, or is not served without one; the handler stores it with the row that it makes. */
  idempotent?: boolean | 'required';
  /** Returns a value, or a Response with its own status and headers. */
  handle(call: Call<Output<B>, Output<Q>>): unknown;
}

export type AnyRoute = Route<Schema | undefined, Schema | undefined>;

/** `PATCH /v1/leads/:id`. */
export type Endpoint = `${Method} /${string}`;

/** A desk declares its routes in one table; all methods of a path are in the same table. */
export type Routes = Readonly<Record<Endpoint, AnyRoute>>;

/** Infers what the handler gets from the schemas. */
export function route<B extends Schema | undefined = undefined, Q extends Schema | undefined = undefined>(
  definition: Route<B, Q>,
): AnyRoute {
  return definition as unknown as AnyRoute;
}

/** @throws HttpError 404, or 405 that lists the methods of the path */
export function findRoute(tables: readonly Routes[], { method, path }: Request): FoundRoute {
  const chosen = routesAt(tables, path).find((one) => one.method === method);
  if (chosen) return chosen;
  const allow = methodsAt(tables, path);
  const message = `${method} is not allowed for ${path}. Allowed: ${allow}.`;
  throw new HttpError(405, 'method_not_allowed', message, { headers: { allow } });
}

/** Lists methods as in `Allow`: `GET, POST`. @throws HttpError 404 */
export function methodsAt(tables: readonly Routes[], path: string): string {
  return routesAt(tables, path)
    .map(({ method }) => method)
    .join(', ');
}

/** A literal segment goes before a parameter. */
function routesAt(tables: readonly Routes[], path: string): FoundRoute[] {
  const given = path.split('/').map(decode);
  const candidates = tables.flatMap(patternsOf).flatMap(({ method, pattern, route }) => {
    const params = match(pattern, given);
    return params ? [{ method, route, params }] : [];
  });
  if (candidates.length === 0)
    throw new HttpError(404, 'not_found', `No route matches ${path || 'an empty path'}.`);
  const fewest = Math.min(...candidates.map(({ params }) => Object.keys(params).length));
  return candidates.filter(({ params }) => Object.keys(params).length === fewest);
}

interface Pattern {
  method: string;
  pattern: readonly string[];
  route: AnyRoute;
}

/** Made once for each table: they are constants. */
const patterns = new WeakMap<Routes, readonly Pattern[]>();

function patternsOf(table: Routes): readonly Pattern[] {
  const known = patterns.get(table) ?? Object.entries(table).map(toPattern);
  patterns.set(table, known);
  return known;
}

function toPattern([endpoint, route]: [string, AnyRoute]): Pattern {
  const [method = '', pattern = ''] = endpoint.split(' ');
  return { method, pattern: pattern.split('/'), route };
}

/** Undefined where the path does not match. */
function match(
  pattern: readonly string[],
  path: readonly (string | undefined)[],
): Record<string, string> | undefined {
  if (pattern.length !== path.length) return undefined;
  if (!pattern.every((part, index) => (part.startsWith(':') ? path[index] : path[index] === part)))
    return undefined;
  const named = pattern.flatMap((part, index) =>
    part.startsWith(':') ? [[part.slice(1), path[index] ?? '']] : [],
  );
  return Object.fromEntries(named);
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
