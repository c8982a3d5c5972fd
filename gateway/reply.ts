import * as v from 'valibot';
import { GatewayError } from './gateway-error';

const Reply = v.object({
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});

const BODILESS = [204, 205, 304];

/** The envelope's reply as a response. @throws GatewayError 502 for what is none */
export function toAnswer(text: string): Response {
  try {
    const { status, headers, body } = v.parse(Reply, JSON.parse(text));
    const safe = { 'x-content-type-options': 'nosniff', ...headers };
    return new Response(BODILESS.includes(status) ? null : body, { status, headers: safe });
  } catch (cause) {
    throw new GatewayError(502, 'The web app sent an invalid reply.', cause);
  }
}
