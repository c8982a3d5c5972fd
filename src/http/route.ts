import type * as v from 'valibot';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

export type Method = (typeof METHODS)[number];

/** A request, whichever of the three transports it came by. */
export interface Request {
  /** As it was sent: OPTIONS is answered for every path, and the gateway turns HEAD into GET. */
  method: string;
  /** `/v1/leads/L-7` */
  path: string;
  /** Without the parameters of a plain call itself: path, method, token, idempotency_key, if_match. */
  query: Readonly<Record<string, string>>;
  /** By lower-case name. A plain call carries a few of them in its query. */
  headers: Readonly<Record<string, string>>;
  /** Raw, as a signature covers it. */
  body: string;
  /** A plain call has no headers: it cannot be signed, and its response has the status in the body alone. */
  transport: 'plain' | 'envelope';
}

type Schema = v.GenericSchema;
type Output<S> = S extends Schema ? v.InferOutput<S> : undefined;

/** Who sends the request. What a role may do is not known here. */
export interface Caller {
  /** Of the user; an API key acts for its user. */
  id: string;
  role: string;
  /** Of a manager or staff. */
  cafeId?: string;
  /** Whose rate limit counts: the ID of the API key, or of the user of a session. */
  countedBy: string;
  /** The hash of the credential. */
  credential: string;
  isApiKey: boolean;
}

/** What a handler gets, with everything parsed. */
export interface Call<B, Q> {
  /** `:id` of the path. */
  params: Readonly<Record<string, string>>;
  query: Q;
  body: B;
  /** Undefined only where access is `public`. */
  caller: Caller | undefined;
  request: Request;
}

/** What a handler returns where a value alone is not enough. */
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
interface SignedBody {
  /** The content type. */
  type: string;
  schema: Schema;
  /** The header with the signature. */
  signature: string;
}

interface Route<B extends Schema | undefined, Q extends Schema | undefined> {
  /** A sentence for the OpenAPI document. */
  summary: string;
  /** The roles that may call it; `public` needs no credential; `signed` is a webhook, verified by its handler. */
  access: readonly string[] | 'public' | 'signed';
  query?: Q;
  body?: B;
  /** In place of `body`, where access is `signed`. */
  signedBody?: SignedBody;
  /** For the OpenAPI document; a test holds the handler to it. */
  response: Schema;
  /** The content type of a response that is text; JSON by default. */
  responseType?: string;
  /** 200 by default. */
  status?: number;
  /** Further errors for the OpenAPI document, beside those that follow from the rest of the declaration. */
  errorStatuses?: readonly number[];
  /** Whether it takes an Idempotency-Key, which the handler stores with the row that it makes. */
  idempotent?: boolean;
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
