import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** https://docs.stripe.com/api/errors */
export interface StripeError {
  type: 'invalid_request_error' | 'idempotency_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  payment_intent?: object;
}

export function refuse(c: Context, status: ContentfulStatusCode, error: StripeError): Response {
  return c.json({ error }, status);
}

export function invalid(c: Context, message: string, code?: string): Response {
  return refuse(c, 400, { type: 'invalid_request_error', message, ...(code ? { code } : {}) });
}
