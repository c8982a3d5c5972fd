import { randomUUID } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { guard } from '../../runtime/server/guard';
import { type Handler, listen } from '../../runtime/server/listen';
import type { ProviderDefinition } from '../providers/providers';
import { type EmulatedCharge, type EmulatedIntent, startEmulated } from './emulated';
import { idempotent } from './idempotent';
import { ask, intents, type StripeParts } from './intents';
import { PaymentStore } from './payment-store';
import { refunds } from './refunds';
import { refuse } from './stripe-error';
import { Webhook, type WebhookOptions } from './webhook';

/** The keys of the only account. */
export const STRIPE_KEYS = { stripeSecretKey: 'sk_test_sheetdesk', stripeWebhookSecret: 'whsec_sheetdesk' };

export interface LocalStripe {
  url: string;
  /** Resolves when every event so far has been posted once. */
  settled(): Promise<void>;
  /** The errors that it returned and Stripe would not. */
  strangeAnswers: readonly string[];
  close(): Promise<void>;
}

export const STRIPE: ProviderDefinition = {
  title: 'Stripe',
  start: (publicAddress) => startStripe(`${publicAddress}/webhooks/payments`),
  properties: (stripeAddress) => ({ ...STRIPE_KEYS, stripeAddress }),
  usage: (address) =>
    `pay: curl -X POST ${address}/v1/payment_intents/<id>/confirm -u ${STRIPE_KEYS.stripeSecretKey}: -d payment_method=pm_card_visa`,
};

/**
 * Stripe on this machine, as far as payments of a cafe need it: emulate's, and in front of it what that lacks. It has
 * no state after a restart: earlier intents are then unknown.
 */
export async function startStripe(
  webhookUrl: string | undefined,
  own: Pick<WebhookOptions, 'pausesMs' | 'now'> = {},
): Promise<LocalStripe> {
  let handle: Handler = () => new Response(null, { status: 503 });
  const server = await listen(0, (request) => handle(request));
  const url = `http://127.0.0.1:${server.port}`;
  const events = `/_events/${randomUUID()}`;
  const emulated = await startEmulated(url, events).catch(async (error) => {
    await server.close();
    throw error;
  });
  const webhook = new Webhook({ ...own, url: webhookUrl, secret: STRIPE_KEYS.stripeWebhookSecret });
  handle = createApp({ emulated, webhook, store: new PaymentStore(emulated) }, { url, events });
  return {
    url,
    settled: () => webhook.settled(),
    strangeAnswers: emulated.strangeAnswers,
    async close() {
      await server.close();
      await webhook.close();
      await emulated.close();
    },
  };
}

function createApp(desk: StripeParts, { url, events }: { url: string; events: string }): Handler {
  const app = new Hono();
  app.use(guard(url));
  app.post(events, async (c) => {
    const { type, data } = (await c.req.json()) as EmulatedEvent;
    desk.webhook.tell(type, () => complete(desk, data.object));
    return c.body(null, 204);
  });
  app.use('/v1/*', authenticated(STRIPE_KEYS.stripeSecretKey), idempotent());
  app.route('/v1/payment_intents', intents(desk));
  app.route('/v1/refunds', refunds(desk));
  app.all('/v1/*', async (c) => {
    const { status, body } = await ask(desk.emulated, c);
    return c.json(body, status as 200);
  });
  return (request) => app.fetch(request);
}

interface EmulatedEvent {
  type: string;
  data: { object: (EmulatedIntent | EmulatedCharge) & { object: string } };
}

async function complete(
  { emulated, store: book }: StripeParts,
  object: EmulatedEvent['data']['object'],
): Promise<object> {
  if (object.object === 'payment_intent') return book.toIntent(object as EmulatedIntent);
  if (object.object !== 'charge') return object;
  const { body } = await emulated.ask<EmulatedCharge>('GET', `/v1/charges/${object.id}`);
  return book.toCharge(body);
}

/** The key as a bearer token, or as a user name with an empty password. */
function authenticated(key: string): MiddlewareHandler {
  const known = [`Bearer ${key}`, `Basic ${Buffer.from(`${key}:`).toString('base64')}`];
  return async (c, next) => {
    const given = c.req.header('authorization');
    if (given !== undefined && known.includes(given)) return next();
    const message = given === undefined ? 'You did not provide an API key.' : 'Invalid API Key provided.';
    return refuse(c, 401, { type: 'invalid_request_error', message });
  };
}
