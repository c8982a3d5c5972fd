import { Hono, type MiddlewareHandler } from 'hono';
import { type Handler, listen } from '../../runtime/listen';
import { guard } from '../../runtime/server/guard';
import { openStore, type Store } from '../../runtime/store';
import type { ProviderDefinition } from '../providers/provider';
import { Account } from './account';
import { Book } from './book';
import { disputes } from './disputes';
import { events } from './events';
import { notFound } from './fields';
import { idempotent } from './idempotent';
import { intents } from './intents';
import { refunds } from './refunds';
import { settle } from './settle';
import { refuse } from './stripe-error';
import { Webhook, type WebhookOptions } from './webhook';

/** The keys of the only account. */
export const STRIPE_KEYS = { stripeSecretKey: 'sk_test_sheetdesk', stripeWebhookSecret: 'whsec_sheetdesk' };

export interface LocalStripe {
  url: string;
  /** Resolves when every event so far has been posted once. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export const STRIPE: ProviderDefinition = {
  title: 'Stripe',
  start: (publicAddress, store) => startStripe(`${publicAddress}/webhooks/payments`, { store }),
  properties: (stripeAddress) => ({ ...STRIPE_KEYS, stripeAddress }),
  usage: (address) =>
    `pay: curl -X POST ${address}/v1/payment_intents/<id>/confirm -u ${STRIPE_KEYS.stripeSecretKey}: -d payment_method=pm_card_visa`,
};

export interface OwnStripe extends Pick<WebhookOptions, 'pausesMs' | 'now'> {
  /** The only key that it accepts. */
  key?: string;
  /** Store of what it remembers; by default nothing is left after its end. */
  store?: Store;
}

/** Stripe on this machine, as far as a shop needs it: payments, refunds and disputes, by Stripe's own test payment methods. */
export async function startStripe(
  webhookUrl: string | undefined,
  { key = STRIPE_KEYS.stripeSecretKey, store = openStore(':memory:'), ...own }: OwnStripe = {},
): Promise<LocalStripe> {
  let handle: Handler = () => new Response(null, { status: 503 });
  const server = await listen(0, (request) => handle(request));
  const url = `http://127.0.0.1:${server.port}`;
  const book = new Book(store);
  const webhook = new Webhook(book, { ...own, url: webhookUrl, secret: STRIPE_KEYS.stripeWebhookSecret });
  handle = createApp(new Account(book, webhook), { url, key, told: () => webhook.settled() });
  return {
    url,
    settled: () => webhook.settled(),
    async close() {
      await server.close();
      await webhook.close();
    },
  };
}

interface AppOptions {
  url: string;
  key: string;
  /** Resolves when every event so far has been posted once. */
  told(): Promise<void>;
}

function createApp(account: Account, { url, key, told }: AppOptions): Handler {
  const app = new Hono();
  app.use(guard(url));
  // A person who pays by hand and then looks finds the order paid.
  for (const path of ['/v1/payment_intents/:id/confirm', '/_stripe/settle'])
    app.use(path, async (_, next) => {
      await next();
      await told();
    });
  app.use('/v1/*', authenticated(key), idempotent(account.book));
  app.route('/v1/payment_intents', intents(account, url));
  app.route('/v1/refunds', refunds(account));
  app.route('/v1/disputes', disputes(account));
  app.route('/v1/events', events(account.book));
  app.route('/_stripe/settle', settle(account));
  app.get('/v1/charges/:id', (c) => {
    const charge = account.book.find('charge', c.req.param('id'));
    return charge ? c.json(charge) : notFound(c, 'charge', c.req.param('id'));
  });
  app.all('*', (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`;
    return refuse(c, 404, { type: 'invalid_request_error', message });
  });
  return (request) => app.fetch(request);
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
