/** The owner connects Stripe from the sheet's menu. */

import type { StripeSettings } from '../../src/cafe/payments/stripe-settings';
import { spread } from '../harness/extent';
import { type Payments, startPayments } from './stripe/own-script';

const KEY = { text: ' sk_test_abc ' };
const SECRET = { text: ' whsec_first ' };
const CANCEL = { text: 'whsec_typed_before', button: 'CANCEL' };

let payments: Payments;
beforeEach(async () => {
  payments = await startPayments();
});
afterEach(() => payments.close());

const properties = () => payments.run<Record<string, string>>('properties');
const settings = () => payments.run<StripeSettings | undefined>('settings');
const connect = () => payments.click('connectStripe', KEY, SECRET);
const renew = (text: string) => payments.click('renewStripeSecret', { text });

test('takes the key and the signing secret, and shows them nowhere', async () => {
  const shown = await connect();
  expect(await settings()).toEqual({
    secretKey: 'sk_test_abc',
    webhookSecrets: ['whsec_first'],
    address: 'https://api.stripe.com',
  });
  expect(shown.join()).not.toMatch(/abc|first/);
});

test('names the webhook URL and the events for Stripe', async () => {
  expect((await connect()).at(-1)).toContain('https://<public address>/webhooks/payments');
  await payments.run('enter', { publicAddress: 'https://api.example.com/cafe/' });
  const shown = await connect();
  expect(shown).toHaveLength(3);
  for (const text of shown.slice(1))
    expect(text).toMatch(
      /https:\/\/api\.example\.com\/cafe\/webhooks\/payments \(events .*payment_intent\.succeeded/,
    );
});

test.each(
  spread<[string, { text: string }[], string]>(
    [
      ['a publishable key', [{ text: 'pk_test_abc' }], 'Secret key'],
      ['a signing secret for a key', [SECRET], 'Secret key'],
      ['a key for a signing secret', [KEY, KEY], 'Its signing secret'],
    ],
    2,
  ),
)('refuses %s, does not repeat it, and changes nothing', async (_, answers, named) => {
  await payments.run('enter', { stripeSecretKey: 'sk_test_before' });
  const shown = await payments.click('connectStripe', ...answers);
  expect(shown.at(-1)).toMatch(new RegExp(`^${named} must look like `));
  expect(shown.join()).not.toContain(answers.at(-1)?.text.trim());
  expect(await properties()).toEqual({ stripeSecretKey: 'sk_test_before' });
});

test('a restricted key will do', async () => {
  await payments.click('connectStripe', { text: 'rk_live_abc' }, SECRET);
  expect((await settings())?.secretKey).toBe('rk_live_abc');
});

test.each(
  spread<[string, { text: string; button?: string }[]]>(
    [
      ['at the signing secret', [KEY, CANCEL]],
      ['at the key', [CANCEL]],
    ],
    1,
  ),
)('who changes his mind %s changes nothing', async (_, answers) => {
  await payments.click('connectStripe', ...answers);
  expect(await properties()).toEqual({});
});

test('a new signing secret leaves the one before it valid, and no older one', async () => {
  await connect();
  await renew('whsec_second');
  expect((await settings())?.webhookSecrets).toEqual(['whsec_second', 'whsec_first']);
  await renew('whsec_third');
  expect((await settings())?.webhookSecrets).toEqual(['whsec_third', 'whsec_second']);
});

test('the current secret entered again changes nothing', async () => {
  await connect();
  await renew('whsec_second');
  await renew('whsec_second');
  expect((await settings())?.webhookSecrets).toEqual(['whsec_second', 'whsec_first']);
});

test('another account has none of the secrets of the one before', async () => {
  await connect();
  await renew('whsec_second');
  await payments.click('connectStripe', { text: 'sk_test_other' }, { text: 'whsec_other' });
  expect((await settings())?.webhookSecrets).toEqual(['whsec_other']);
});

test.each(
  spread<[string, { text: string; button?: string }]>(
    [
      ['what is no signing secret', { text: 'sk_test_abc' }],
      ['a change of mind', CANCEL],
    ],
    1,
  ),
)('%s renews nothing', async (_, answer) => {
  await connect();
  const before = await properties();
  await payments.click('renewStripeSecret', answer);
  expect(await properties()).toEqual(before);
});

test('there is nothing to renew before Stripe is connected', async () => {
  const shown = await payments.click('renewStripeSecret');
  expect(shown).toEqual([expect.stringContaining('Connect Stripe')]);
});
