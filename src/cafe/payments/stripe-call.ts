import { RefusedPaymentError } from './refused-payment-error';
import type { StripeSettings } from './stripe-settings';

export interface Sent {
  fields: Record<string, string>;
  /** Makes a call that may be repeated of one that changes something each time. */
  key?: string;
}

export interface Answered {
  status: number;
  body: unknown;
}

interface StripeError {
  code?: string;
  message: string;
}

/** What is sent and answered is as this version of Stripe's API has it, whichever the account is set to. */
const VERSION = '2026-10-28.endive';

/** Gets what is at a path; with fields, posts them there. @throws where Stripe is not reached */
export function ask({ address, secretKey }: StripeSettings, path: string, sent?: Sent): Answered {
  const response = UrlFetchApp.fetch(address + path, {
    method: sent ? 'post' : 'get',
    ...(sent ? { payload: sent.fields } : {}),
    headers: {
      Authorization: `Bearer ${secretKey}`,
      'Stripe-Version': VERSION,
      ...(sent?.key ? { 'Idempotency-Key': sent.key } : {}),
    },
    muteHttpExceptions: true,
  });
  const text = response.getContentText().split(secretKey).join('***');
  return { status: response.getResponseCode(), body: toBody(text) };
}

/** Stripe's word for why it refused. */
export function codeOf({ status, body }: Answered): string | undefined {
  return status < 400 ? undefined : errorIn(body).code;
}

/** These are the account's trouble or a passing one, not the payment's. */
const PASSING = [401, 403, 408, 409, 424, 429];

/** The body of a success. @throws RefusedPaymentError where asking again is of no use, else Error */
export function read({ status, body }: Answered): unknown {
  if (status < 300) return body;
  const { code, message } = errorIn(body);
  const told = `Stripe returned ${status}${code ? ` (${code})` : ''}: ${message}`;
  const isFinal = status >= 400 && status < 500 && !PASSING.includes(status);
  throw isFinal ? new RefusedPaymentError(told) : new Error(told);
}

function errorIn(body: unknown): StripeError {
  const { error } = Object(body) as { error?: Partial<StripeError> };
  return { message: typeof body === 'string' ? body : '', ...error };
}

/** JSON, or the beginning of whatever else came from in between. */
function toBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 200);
  }
}
