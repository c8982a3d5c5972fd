import { logError } from '../../health/errors';
import { fetchFromProvider, type Provider } from '../../platform/circuit-breaker';
import { PaymentRefusedError } from './provider';
import type { StripeSettings } from './stripe-settings';

/** The name of its circuit. */
export const STRIPE = 'Stripe';

/** The permissions of a restricted key. */
export const KEY_PERMISSIONS =
  'write payment intents, charges and refunds, and webhook endpoints, and to read disputes and events';

export const KEY_REMEDY = `Until the key works, payments, refunds and disputes may fail or go unnoticed. Enter a valid key with API > Connect Stripe, or in Stripe allow the key to ${KEY_PERMISSIONS}.`;

/** Stripe answers in this version of its API, whichever version the account uses. */
export const VERSION = '2026-10-28.endive';

export interface StripeResponse {
  status: number;
  body: unknown;
}

interface Change {
  /** Absent where something is deleted. */
  fields?: Record<string, string>;
  /** Stripe answers a second request with the same key as it did the first. */
  idempotencyKey?: string;
}

/** A GET, or a change: a POST where it has fields, else a DELETE. @throws Error if Stripe cannot be reached, or refuses the key */
export function request(
  { address, secretKey }: StripeSettings,
  path: string,
  change?: Change,
): StripeResponse {
  const mask = (text: string) => text.split(secretKey).join('***');
  const provider: Provider = {
    name: STRIPE,
    describe: (status, text) => describe({ status, body: parseBody(mask(text)) }),
    onRefused: (description) => logError(`${description} ${KEY_REMEDY}`),
  };
  const { status, text } = fetchFromProvider(provider, address + path, {
    method: change ? (change.fields ? 'post' : 'delete') : 'get',
    ...(change?.fields ? { payload: change.fields } : {}),
    headers: {
      Authorization: `Bearer ${secretKey}`,
      'Stripe-Version': VERSION,
      ...(change?.idempotencyKey ? { 'Idempotency-Key': change.idempotencyKey } : {}),
    },
  });
  return { status, body: parseBody(mask(text)) };
}

/** A proxy may have answered something other than JSON. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 200);
  }
}

/** Client errors of the account or the moment, not of this payment: a later attempt may succeed. */
const RETRYABLE = [408, 409, 424, 429];

/** @throws PaymentRefusedError where another attempt is of no use, else Error */
export function bodyOf({ status, body }: StripeResponse): unknown {
  if (status < 300) return body;
  const description = describe({ status, body });
  const isRefused = status >= 400 && status < 500 && !RETRYABLE.includes(status);
  throw isRefused ? new PaymentRefusedError(description) : new Error(description);
}

function describe({ status, body }: StripeResponse): string {
  const { code, message } = errorOf(body);
  return `Stripe returned ${status}${code ? ` (${code})` : ''}: ${message}`;
}

export function errorCode({ status, body }: StripeResponse): string | undefined {
  return status < 400 ? undefined : errorOf(body).code;
}

function errorOf(body: unknown): { code?: string; message: string } {
  const { error } = Object(body) as { error?: { code?: string; message?: string } };
  return { message: typeof body === 'string' ? body : '', ...error };
}
