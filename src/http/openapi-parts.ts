/** What operations refer to. */
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
            code: { type: 'string', examples: ['invalid_request'] },
            message: { type: 'string' },
            param: { type: 'string', description: 'The field, parameter or header that is invalid.' },
            retryAfter: { type: 'number', description: 'Seconds to wait before retrying.' },
          },
        },
      },
    },
  },
  headers: {
    'X-Request-Id': header('Identifies the request in the log.'),
    ETag: header('The version of the resource, for If-Match and If-None-Match.'),
    Link: header('Links to the first, previous, next and last page.'),
    RateLimit: header('The requests that are left, and the seconds until there are more.'),
    'RateLimit-Policy': header('The limit: requests per window, and the window in seconds.'),
    'Retry-After': header('Seconds to wait before retrying.'),
    Location: header('The path of the created resource, if it has one.'),
    'WWW-Authenticate': header('The authentication scheme to use.'),
  },
  parameters: {
    'Idempotency-Key': parameter(
      'Idempotency-Key',
      'A request that repeats this key and its body gets the first response again.',
    ),
    'If-Match': parameter('If-Match', 'An ETag. If the resource has changed since, the response is 412.'),
    'If-None-Match': parameter(
      'If-None-Match',
      'An ETag. If the resource has not changed since, the response is 304.',
    ),
  },
};

export const REASONS: Record<number, string> = {
  400: 'The request is malformed.',
  401: 'Missing or invalid credentials or signature.',
  403: 'The role cannot do this.',
  404: 'The resource does not exist.',
  409: 'Conflicts with the current state.',
  412: 'The resource has changed since the version in If-Match.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'A field or parameter is invalid; `param` names it.',
  429: 'Too many requests.',
  500: 'Internal error.',
  503: 'The sheet is not available. Retry later.',
};

function header(description: string): object {
  return { description, schema: { type: 'string' } };
}

function parameter(name: string, description: string): object {
  return { name, description, in: 'header', schema: { type: 'string' } };
}
