/** An error of the gateway itself. Its response has the form of the script's errors. */
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

export function toErrorResponse({ status, message }: GatewayError): Response {
  const error = { status, code: CODES[status], message };
  // The only route that the gateway itself refuses by its method is /docs.
  const allow = status === 405 ? { allow: 'GET, HEAD' } : {};
  return Response.json({ error }, { status, headers: { 'cache-control': 'no-store', ...allow } });
}
