import * as v from 'valibot';
import { bodyOf, request, VERSION } from './stripe-request';
import type { StripeSettings } from './stripe-settings';
import { STRIPE_EVENTS } from './stripe-webhook';

const PATH = '/v1/webhook_endpoints';

/** https://docs.stripe.com/api/webhook_endpoints/object: the secret is there when it is made, and never again. */
const Endpoint = v.object({ id: v.string(), url: v.string() });
const NewEndpoint = v.object({ ...Endpoint.entries, secret: v.string() });
const Endpoints = v.object({ data: v.array(Endpoint) });

/**
 * Adds the webhook to the account of this key, in place of an earlier one with the same URL. Returns its signing secret.
 *
 * @throws where Stripe refuses, such as for a restricted key that may not
 */
export function addWebhook(settings: StripeSettings, url: string): string {
  const before = v.parse(Endpoints, bodyOf(request(settings, `${PATH}?limit=100`)));
  const events = STRIPE_EVENTS.map((event, at) => [`enabled_events[${at}]`, event]);
  const fields = { url, api_version: VERSION, ...Object.fromEntries(events) };
  const { secret } = v.parse(NewEndpoint, bodyOf(request(settings, PATH, { fields })));
  const earlier = before.data.filter((endpoint) => endpoint.url === url);
  for (const { id } of earlier) bodyOf(request(settings, `${PATH}/${id}`, {}));
  return secret;
}
