/** Where the gateway itself has to answer, in the same shape as the script does. */
export class GatewayError extends Error {
  override name = 'GatewayError';
  readonly status: keyof typeof CODES;

  constructor(status: keyof typeof CODES, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

const CODES = {
  400: 'malformed_body',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  502: 'bad_gateway',
  504: 'gateway_timeout',
} as const;

export function toResponse({ status, message }: GatewayError): Response {
  const error = { status, code: CODES[status], message };
  // Only the gateway's own page is refused by its method here, and it is there to be read.
  const allow = status === 405 ? { allow: 'GET, HEAD' } : {};
  return Response.json({ error }, { status, headers: { 'cache-control': 'no-store', ...allow } });
}
