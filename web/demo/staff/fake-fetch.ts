export interface Call {
  params: Record<string, string>;
  query: URLSearchParams;
  body: Record<string, unknown>;
  token: string;
  /** The `If-Match` of the request. */
  etag: string | null;
  idempotencyKey: string | null;
}

/** By method and path, such as `GET /v1/orders/:id`; the first that fits answers. */
export type FakeRoutes = Record<string, (call: Call) => object>;

/** What the API would refuse. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Short of the seconds of the real one, long enough to see that something is loading. */
const LATENCY_MS = 200;

/** In place of the network: requests are answered here, by `routes`, and none leaves the page. */
export function installFetch(routes: FakeRoutes): void {
  window.fetch = async (input, init = {}) => {
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    const headers = new Headers(init.headers);
    const { status, body } = answer(routes, String(input), { ...init, headers });
    const etag = status < 300 ? etagOf(body) : null;
    const isKnown = etag !== null && headers.get('if-none-match') === etag;
    const options = { status: isKnown ? 304 : status, headers: etag === null ? {} : { etag } };
    return new Response(isKnown ? null : JSON.stringify(body), options);
  };
}

/** @throws Refusal where somebody else has changed it since it was read */
export function assertUnchanged({ version }: { version: number }, { etag }: Call): void {
  if (etag === null || etag === `"v${version}"`) return;
  const message = 'The resource has changed since you read it. Fetch it again and retry with the new ETag.';
  throw new Refusal(412, 'precondition_failed', message);
}

function answer(routes: FakeRoutes, input: string, init: RequestInit & { headers: Headers }) {
  const { pathname, searchParams: query } = new URL(input, 'https://demo.invalid');
  const endpoint = `${init.method ?? 'GET'} ${pathname}`;
  try {
    for (const [pattern, handle] of Object.entries(routes)) {
      const params = match(pattern, endpoint);
      if (!params) continue;
      const value = handle({ params, query, body: parseBody(init.body), ...credentialsIn(init.headers) });
      return { status: endpoint.startsWith('POST') ? 201 : 200, body: value };
    }
    throw new Refusal(404, 'not_found', `The demo has no ${endpoint}.`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, code, message } = error;
    return { status, body: { error: { status, code, message } } };
  }
}

function parseBody(body: RequestInit['body']): Record<string, unknown> {
  return typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {};
}

function credentialsIn(headers: Headers): Pick<Call, 'token' | 'etag' | 'idempotencyKey'> {
  return {
    token: headers.get('authorization')?.replace('Bearer ', '') ?? '',
    etag: headers.get('if-match'),
    idempotencyKey: headers.get('idempotency-key'),
  };
}

/** Undefined where the endpoint is another one. */
function match(pattern: string, endpoint: string): Record<string, string> | undefined {
  const [names, parts] = [pattern.split('/'), endpoint.split('/')];
  const fits = names.every((name, place) => name === parts[place] || (name.startsWith(':') && parts[place]));
  if (!fits || names.length !== parts.length) return undefined;
  const values = names.map((name, place) => [name.slice(1), decodeURIComponent(parts[place] ?? '')]);
  return Object.fromEntries(values.filter((_, place) => names[place]?.startsWith(':')));
}

function etagOf(value: object): string {
  if ('version' in value) return `"v${String(value.version)}"`;
  let digest = 0;
  for (const character of JSON.stringify(value)) digest = (digest * 31 + (character.codePointAt(0) ?? 0)) | 0;
  return `"${digest.toString(36)}"`;
}
