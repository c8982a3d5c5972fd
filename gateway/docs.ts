import * as v from 'valibot';
import { Description } from './description';
import { toPage } from './docs-page';
import { GatewayError } from './gateway-error';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The interface's own description as a page to read: no script, nothing from elsewhere. */
export async function docs(description: Response): Promise<Response> {
  const parsed = v.safeParse(Description, await description.json());
  if (!parsed.success)
    throw new GatewayError(502, `The script sent no OpenAPI document (${description.status}).`);
  return new Response(String(toPage(parsed.output)), { headers: HEADERS });
}
