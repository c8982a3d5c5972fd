/** An api of the tests' own, with a route of every kind; it runs on the local runtime. */
import * as v from 'valibot';
import { logError } from '../../src/health/errors';
import { HttpError } from '../../src/http/http-error';
import { ifMatch, matchesEtag, type Reply } from '../../src/http/reply';
import { type Caller, type Request, Response, type Routes, route } from '../../src/http/route';
import { type Api, serve } from '../../src/http/serve';
import { createApi } from '../../src/http/web-app';

const whole = (least: number, most: number) =>
  v.pipe(v.string(), v.transform(Number), v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const words = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((given) => (typeof given === 'string' ? given.split(',') : given)),
  v.metadata({ type: 'array', items: { type: 'string' } }),
);

const Thing = {
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  price: v.optional(v.number()),
  kind: v.optional(v.picklist(['small', 'large'])),
  tags: v.optional(v.array(v.strictObject({ word: v.string() }))),
  phone: v.optional(v.pipe(v.string(), v.startsWith('+', 'must start with +'))),
};

const Stored = v.looseObject({ id: v.string(), version: v.number() });

const THINGS: Routes = {
  'GET /v1/things': route({
    summary: 'Lists things.',
    access: ['reader', 'writer'],
    query: v.strictObject({
      page: v.optional(whole(1, 1_000), '1'),
      pageSize: v.optional(whole(1, 100), '25'),
      q: v.optional(v.string()),
      kinds: v.optional(words),
      count: v.optional(v.picklist(['exact', 'capped'])),
      cursor: v.optional(v.string()),
    }),
    response: v.strictObject({
      data: v.array(v.string()),
      page: v.number(),
      pageSize: v.number(),
      total: v.number(),
      totalIsAtLeast: v.exactOptional(v.literal(true)),
    }),
    csvColumns: ['name'],
    handle: ({ query: { page, pageSize, q, kinds = [], count } }) => ({
      data: [q ?? '', ...kinds],
      page,
      pageSize,
      total: 60,
      ...(count === 'capped' ? { totalIsAtLeast: true, nextCursor: `c/${page + 1}` } : {}),
    }),
  }),
  'POST /v1/things': route({
    summary: 'Makes a thing.',
    access: ['writer'],
    body: v.strictObject(Thing),
    response: Stored,
    status: 201,
    idempotent: true,
    handle({ body, request }) {
      const key = request.headers['idempotency-key'] ?? null;
      return new Response(
        { id: 'T-1', version: 1, ...body, key },
        { headers: { location: '/v1/things/T-1' } },
      );
    },
  }),
  'GET /v1/things/special': route({
    summary: 'Is spelled out.',
    access: 'public',
    response: v.strictObject({ special: v.boolean() }),
    handle: () => ({ special: true }),
  }),
  'GET /v1/things/:id': route({
    summary: 'Gets a thing.',
    access: ['reader', 'writer'],
    response: Stored,
    handle: ({ params: { id } }) => ({ id, version: 3, at: new Date(Date.UTC(2026, 10, 21, 9)) }),
  }),
  'PATCH /v1/things/:id': route({
    summary: 'Changes a thing.',
    access: ['writer'],
    body: v.partial(v.strictObject(Thing)),
    response: Stored,
    handle({ params: { id = '' }, body, request }) {
      const { ifVersion = [3] } = ifMatch(request);
      if (!ifVersion.includes(3))
        throw new HttpError(412, 'precondition_failed', `${id} has changed since.`, { param: 'if-match' });
      return { id, version: 4, ...body };
    },
  }),
  'DELETE /v1/things/:id': route({
    summary: 'Deletes a thing.',
    access: ['writer'],
    response: v.strictObject({ id: v.string(), deleted: v.literal(true) }),
    handle: ({ params: { id } }) => ({ id, deleted: true }),
  }),
};

const TAG = '"m7"';
const MENU = v.strictObject({ dishes: v.array(v.string()) });

const OTHERS: Routes = {
  'GET /v1/open': route({
    summary: 'Tells who calls.',
    access: 'public',
    response: v.strictObject({ caller: v.nullable(v.string()) }),
    handle: ({ caller }) => ({ caller: caller?.id ?? null }),
  }),
  'POST /v1/login': route({
    summary: 'Logs in.',
    access: 'public',
    body: v.strictObject({ email: v.pipe(v.string(), v.email()), password: v.string() }),
    response: v.strictObject({ ok: v.boolean() }),
    handle: () => ({ ok: true }),
  }),
  'POST /v1/logout': route({
    summary: 'Needs no body.',
    access: ['reader'],
    response: v.strictObject({ ok: v.boolean() }),
    handle: () => ({ ok: true }),
  }),
  'GET /v1/nothing': route({
    summary: 'Answers nothing.',
    access: 'public',
    response: v.undefined(),
    status: 204,
    handle: () => undefined,
  }),
  'GET /v1/tagged': route({
    summary: 'Gives a tag of its own.',
    access: 'public',
    response: MENU,
    handle: () => new Response({ dishes: ['Soup'] }, { headers: { ETag: TAG } }),
  }),
  'GET /v1/tagged/cheap': route({
    summary: 'Knows its tag before it makes anything.',
    access: 'public',
    response: MENU,
    handle({ request: { headers } }) {
      if (matchesEtag(TAG, headers['if-none-match']))
        return new Response(undefined, { status: 304, headers: { ETag: TAG } });
      throw new Error('This was to be spared.');
    },
  }),
  'GET /v1/broken': route({
    summary: 'Breaks.',
    access: ['reader'],
    response: v.unknown(),
    handle({ request }) {
      const [, credential] = request.headers.authorization?.split(' ') ?? [];
      throw new TypeError(`secret detail of ${credential}, password: "hunter2", Bearer abc`);
    },
  }),
  'GET /v1/circular': route({
    summary: 'Answers what no JSON can say.',
    access: 'public',
    response: v.unknown(),
    handle() {
      const loop: { own?: unknown } = {};
      loop.own = loop;
      return loop;
    },
  }),
  'POST /webhooks/signed': route({
    summary: 'Is called by a provider.',
    access: 'signed',
    response: v.strictObject({ body: v.string(), query: v.string() }),
    handle({ request: { headers, body, query } }) {
      if (headers['x-twilio-signature'] !== 'right')
        throw new HttpError(401, 'invalid_signature', 'The signature is wrong.', {
          param: 'x-twilio-signature',
        });
      return { body, query };
    },
  }),
  'POST /webhooks/json': route({
    summary: 'Is signed over JSON as it came.',
    access: 'signed',
    signedBody: {
      type: 'application/json',
      schema: v.looseObject({ id: v.string() }),
      signatures: ['Stripe-Signature'],
    },
    response: v.strictObject({ signature: v.string(), body: v.string() }),
    handle: ({ request: { headers, body } }) => ({ signature: headers['stripe-signature'], body }),
  }),
  'POST /webhooks/xml': route({
    summary: 'Answers a provider in XML.',
    access: 'signed',
    response: v.unknown(),
    responseType: 'text/xml',
    handle: () => new Response('<Response/>', { headers: { 'Content-Type': 'text/xml' } }),
  }),
};

export const ROUTES = [THINGS, OTHERS];

const ROLES: Record<string, string> = { reader: 'reader', writer: 'writer', busy: 'reader' };

export const API: Api = {
  routes: ROUTES,
  authenticate({ headers: { authorization } }): Caller | undefined {
    if (authorization === undefined) return undefined;
    const [, name = ''] = /^Bearer (\w+)-credential$/.exec(authorization) ?? [];
    const role = new Map(Object.entries(ROLES)).get(name);
    if (role === undefined) throw new HttpError(401, 'unauthorized', 'The credential is not valid.');
    return { id: name, role, countedBy: name, credential: '' };
  },
  countRequest({ id }) {
    if (id !== 'busy')
      return { RateLimit: '"minute";r=999;t=60', 'RateLimit-Policy': '"minute";q=1000;w=60' };
    throw new HttpError(429, 'rate_limited', 'More than 1000 requests in a minute.', {
      retryAfter: 12.3,
      headers: { RateLimit: '"minute";r=0;t=13', 'Retry-After': '13' },
    });
  },
  toHttpError: (error) =>
    error instanceof RangeError
      ? new HttpError(503, 'unavailable', error.message, { retryAfter: 1 })
      : undefined,
  logError,
};

export const { doGet, doPost } = createApi(API);

/** Many requests in one execution. */
export function serveAll(requests: Request[]): Reply[] {
  return requests.map((request) => serve(API, () => request));
}

/** Many events in one execution; what the platform would be given. */
export function postAll(events: object[]): string[] {
  return events.map((event) => doPost(event).getContent());
}

export function getAll(events: object[]): string[] {
  return events.map((event) => doGet(event).getContent());
}
