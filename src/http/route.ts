import type * as v from 'valibot';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

export type Method = (typeof METHODS)[number];

/** A request as every rule sees it, whichever of the three ways it came (design section 3). */
export interface Request {
  /** As it was sent; only METHODS have routes, OPTIONS tells them. HEAD is asked as GET by the gateway. */
  method: string;
  /** `/v1/leads/L-7`, always with its leading slash. */
  path: string;
  /** Without what the way itself needs: path, method, token, idempotency_key, if_match. */
  query: Readonly<Record<string, string>>;
  /** By lower-case name. A plain call has those for which its query stands. */
  headers: Readonly<Record<string, string>>;
  /** Raw, as it was signed. */
  body: string;
  /** What a plain call cannot carry, it is refused (webhook signatures) or says in its body (status). */
  transport: 'plain' | 'envelope';
}

type Schema = v.GenericSchema;
type Output<S> = S extends Schema ? v.InferOutput<S> : undefined;

/** Who calls, as `authenticate` found it; what a role means, the desks and accounts know. */
export interface Caller {
  /** Of the user; an API key acts for the user that it belongs to. */
  id: string;
  role: string;
  /** Of a cafe's people. */
  cafeId?: string;
  /** What requests are counted by: the key's id, or the user's for a session. */
  countedBy: string;
  /** The hash of the credential itself, so that a session can be revoked. */
  credential: string;
  isApiKey: boolean;
}

/** What a handler gets: everything is parsed already. */
export interface Call<B, Q> {
  /** From the path: `:id`. */
  params: Readonly<Record<string, string>>;
  query: Q;
  body: B;
  /** Undefined only where access is `public`. */
  caller: Caller | undefined;
  request: Request;
}

/** What a handler answers where a value alone does not say it all. */
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

/** A body that is signed as it came: the handler reads it itself, once it knows who sent it. */
interface SignedBody {
  /** Its content type. */
  type: string;
  schema: Schema;
  /** The header that signs it. */
  signature: string;
}

interface Route<B extends Schema | undefined, Q extends Schema | undefined> {
  /** A sentence for the OpenAPI document. */
  summary: string;
  /** The roles that may call; `public` needs no credential, `signed` is checked by its handler (webhooks). */
  access: readonly string[] | 'public' | 'signed';
  query?: Q;
  body?: B;
  /** In place of `body`, where access is `signed`. */
  signedBody?: SignedBody;
  /** What is answered: for the OpenAPI document, and held by a test. */
  response: Schema;
  /** The content type of an answer that is a text of its own kind; JSON unless said. */
  responseType?: string;
  /** 200 unless said. */
  status?: number;
  /** With what else it may refuse than its parts tell, for the OpenAPI document. */
  errorStatuses?: readonly number[];
  /** Whether an Idempotency-Key is taken; the handler stores it with the row that it makes. */
  idempotent?: boolean;
  /** A value, or an Answer with status and headers of its own. */
  handle(call: Call<Output<B>, Output<Q>>): unknown;
}

export type AnyRoute = Route<Schema | undefined, Schema | undefined>;

/** `PATCH /v1/leads/:id`. */
export type Endpoint = `${Method} /${string}`;

/** One literal table a desk; a path may stand in one table only. */
export type Routes = Readonly<Record<Endpoint, AnyRoute>>;

/** Types a route by its schemas where it is declared. */
export function route<B extends Schema | undefined = undefined, Q extends Schema | undefined = undefined>(
  definition: Route<B, Q>,
): AnyRoute {
  return definition as unknown as AnyRoute;
}
