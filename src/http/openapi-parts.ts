const IDEMPOTENCY_KEY = parameter(
  'Idempotency-Key',
  'A request with the same key and body gets the first response again, unless what it created has been deleted. Without credentials a key needs at least 22 characters: use a UUID, since requests without credentials share their keys.',
);

/** The same where an operation cannot do without. */
export const REQUIRED_KEY = {
  ...IDEMPOTENCY_KEY,
  required: true,
  example: '0f8b7a52-3c1d-4c7e-9a57-6c5d2f6e8b10',
};

/** The components that operations refer to. */
export const SHARED_PARTS = {
  schemas: {
    Error: {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['status', 'code', 'message'],
          properties: {
            status: {
              type: 'integer',
              description: 'The HTTP status, for clients that cannot see the status line.',
            },
            code: {
              type: 'string',
              description: 'The kind of error, for programs.',
              examples: ['invalid_request'],
            },
            message: { type: 'string', description: 'What is wrong, for people.' },
            param: { type: 'string', description: 'The field, parameter or header that is invalid.' },
            errors: {
              type: 'array',
              description:
                'The fields of the body or parameters of the query that are invalid, 20 at most. In a body of more than 50,000 characters only the first is looked for.',
              items: {
                type: 'object',
                required: ['message'],
                properties: { param: { type: 'string' }, message: { type: 'string' } },
              },
            },
            retryAfter: { type: 'number', minimum: 0, description: 'Seconds to wait before retrying.' },
            mergedInto: { type: 'string', description: 'The lead that a merged one was merged into.' },
          },
        },
      },
    },
  },
  headers: {
    'X-Request-Id': header('Identifies the request in the log.'),
    ETag: header('The version of the resource, for If-Match and If-None-Match.'),
    Link: header(
      'Links to the first, previous, next and last page. The last page only where all entries were counted.',
    ),
    'X-Total-Count': header(
      'For CSV: how many rows there are on all pages, or at least that many with count=capped.',
    ),
    RateLimit: header('The requests that are left, and the seconds until more are allowed.'),
    'RateLimit-Policy': header('The limit: requests per window, and the window in seconds.'),
    'Retry-After': header('Seconds to wait before retrying.', { type: 'integer', minimum: 0 }),
    Location: header(
      'The path of the created resource, if it has one. With 503, the address that the API has moved to.',
    ),
    'WWW-Authenticate': header('The authentication scheme to use.'),
  },
  parameters: {
    'Idempotency-Key': IDEMPOTENCY_KEY,
    'If-Match': parameter('If-Match', 'An ETag. If the resource has changed since, the response is 412.'),
    'If-None-Match': parameter(
      'If-None-Match',
      'An ETag. If the resource has not changed since, the response is 304.',
    ),
  },
};

/** Description of an error, by its status. */
export const REASONS: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  401: 'Missing or invalid credentials or signature.',
  403: 'The role cannot do this.',
  404: 'The resource does not exist.',
  409: 'Conflicts with the current state.',
  412: 'The resource has changed since the version in If-Match.',
  413: 'The body is too large.',
  415: 'The content type is not supported, or the body is compressed.',
  422: 'A field or parameter is invalid; `param` names it.',
  429: 'Too many requests.',
  500: 'Internal error.',
  503: 'The sheet is not available. Retry later.',
};

export function refTo(part: keyof typeof SHARED_PARTS, name: string): object {
  return { $ref: `#/components/${part}/${name}` };
}

export function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));
}

function header(description: string, schema: object = { type: 'string' }): object {
  return { description, schema };
}

function parameter(name: string, description: string): object {
  return { name, description, in: 'header', schema: { type: 'string' } };
}
