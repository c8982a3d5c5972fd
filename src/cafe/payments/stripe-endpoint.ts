import * as v from 'valibot';
import { bodyOf, request, VERSION } from './stripe-request';
import type { StripeSettings } from './stripe-settings';
import { STRIPE_EVENTS } from './stripe-webhook';

const PATH = '/v1/webhook_endpoints';

/** https://docs.stripe.com/api/webhook_endpoints/object: the secret is there when it is made, and never again. */
const Endpoint = v.object({ id: v.string(), url: v.string() });
const NewEndpoint = v.object({ ...Endpoint.entries, secret: v.string() });
const Endpoints = v.object({ data: v.array(Endpoint) });

interface Added {
  /** Signs its events. */
  secret: string;
  /** The IDs of the earlier ones with the same URL. */
  earlier: string[];
}

/** Adds the webhook to the account of this key. @throws where Stripe refuses, such as for a restricted key that may not */
export function addWebhook(settings: StripeSettings, url: string): Added {
  const before = v.parse(Endpoints, bodyOf(request(settings, `${PATH}?limit=100`)));
  const events = STRIPE_EVENTS.map((event, at) => [`enabled_events[${at}]`, event]);
  const fields = { url, api_version: VERSION, ...Object.fromEntries(events) };
  const { secret } = v.parse(NewEndpoint, bodyOf(request(settings, PATH, { fields })));
  const earlier = before.data.filter((endpoint) => endpoint.url === url);
  return { secret, earlier: earlier.map(({ id }) => id) };
}

/** @throws as the first does */
export function deleteWebhook(settings: StripeSettings, id: string): void {
  bodyOf(request(settings, `${PATH}/${id}`, {}));
}
