import type { Context } from 'hono';
import { invalid, refuse } from './stripe-error';

/** The form-encoded fields of a request; of a GET, those of its query. */
export async function fieldsOf(c: Context): Promise<URLSearchParams> {
  return c.req.method === 'GET' ? new URL(c.req.url).searchParams : new URLSearchParams(await c.req.text());
}

/** `metadata[orderId]=O-1` */
export function metadataIn(fields: URLSearchParams): Record<string, string> {
  const named = [...fields].map(([name, value]) => [/^metadata\[(.+)\]$/.exec(name)?.[1], value] as const);
  return Object.fromEntries(named.filter(([name]) => name !== undefined));
}

/** `expand[]=charge`, with or without a number between the brackets. */
export function isExpanded(fields: URLSearchParams, what: string): boolean {
  return [...fields].some(([name, value]) => /^expand\[\d*\]$/.test(name) && value === what);
}

/** Undefined for what is no amount. */
export function amountIn(fields: URLSearchParams): number | undefined {
  const amount = fields.get('amount') ?? '';
  return /^\d+$/.test(amount) ? Number(amount) : undefined;
}

export function wrongAmount(c: Context, fields: URLSearchParams): Response {
  return invalid(c, `Invalid integer: ${fields.get('amount') ?? ''}`, 'parameter_invalid_integer');
}

export function notFound(c: Context, what: string, id: string | undefined): Response {
  const message = `No such ${what}: '${id}'`;
  return refuse(c, 404, { type: 'invalid_request_error', code: 'resource_missing', message });
}

export function listOf(c: Context, data: object[]): Response {
  const limit = Number(c.req.query('limit') ?? 10);
  const has_more = data.length > limit;
  return c.json({ object: 'list', url: new URL(c.req.url).pathname, has_more, data: data.slice(0, limit) });
}
