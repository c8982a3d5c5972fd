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
            status: { type: 'integer', description: 'The status again, for calls that cannot see it.' },
            code: { type: 'string', examples: ['invalid_request'] },
            message: { type: 'string' },
            param: { type: 'string', description: 'The field, parameter or header that is wrong.' },
            retryAfter: { type: 'number', description: 'Seconds until another try makes sense.' },
          },
        },
      },
    },
  },
  headers: {
    'X-Request-Id': header('Under which the log knows the request.'),
    ETag: header('Of this state, for If-Match and If-None-Match.'),
    Link: header('The first, previous, next and last page.'),
    RateLimit: header('What is left of the limit.'),
    'RateLimit-Policy': header('The limit: how many requests in how many seconds.'),
    'Retry-After': header('Seconds.'),
    Location: header('Of what was made, where it has an address of its own.'),
    'WWW-Authenticate': header('What kind of credential is missing or wrong.'),
  },
  parameters: {
    'Idempotency-Key': parameter('Idempotency-Key', 'The same key and body again: the first answer again.'),
    'If-Match': parameter('If-Match', 'An ETag: only that state is changed, else 412.'),
    'If-None-Match': parameter('If-None-Match', 'An ETag: 304 where nothing has changed.'),
  },
};

export const REASONS: Record<number, string> = {
  400: 'The request cannot be read.',
  401: 'A credential or a signature is missing or wrong.',
  403: 'The role may not do this.',
  404: 'There is no such thing.',
  409: 'It contradicts how things stand.',
  412: 'It has changed since: the If-Match names another state.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'A field or parameter is wrong; `param` names it.',
  429: 'More requests than the limit allows.',
  500: 'Something went wrong here.',
  503: 'The sheet is busy: try again soon.',
};

function header(description: string): object {
  return { description, schema: { type: 'string' } };
}

function parameter(name: string, description: string): object {
  return { name, description, in: 'header', schema: { type: 'string' } };
}
