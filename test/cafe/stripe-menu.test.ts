/** The owner connects Stripe from the sheet's menu. */

import { spread, testLong } from '../harness/extent';
import { type Payments, type Step, startPayments } from './stripe/own-script';

const KEY = { text: ' sk_test_abc ' };
const SECRET = { text: ' whsec_first ' };
/** The last dialog tells that it is done. */
const DONE = { button: 'OK' };
const CONNECTED = [KEY, SECRET, DONE];
const CANCEL = { text: 'whsec_typed_before', button: 'CANCEL' };
const SECOND = { text: 'whsec_second' };

/** A port of this machine on which nobody listens. */
const NOWHERE = 'http://127.0.0.1:1';

const CONNECT: Step = ['connectStripe'];
const RENEW: Step = ['renewStripeSecret'];
const SETTINGS: Step = ['settings'];
const PROPERTIES: Step = ['properties'];

let payments: Payments;
beforeEach(async () => {
  payments = await startPayments();
});
afterEach(() => payments.close());

test('takes the key and the signing secret, and shows them nowhere', async () => {
  const { shown, returned } = await payments.click([CONNECT, SETTINGS], KEY, SECRET);
  expect(returned[1]).toEqual({
    secretKey: 'sk_test_abc',
    webhookSecrets: ['whsec_first'],
    address: 'https://api.stripe.com',
  });
  expect(shown.join()).not.toMatch(/abc|first/);
});

test('names the webhook URL and the events for Stripe', async () => {
  const enter: Step = ['enter', { publicAddress: 'https://api.example.com/cafe/', stripeAddress: NOWHERE }];
  const { shown } = await payments.click([CONNECT, enter, CONNECT], ...CONNECTED, ...CONNECTED);
  expect(shown).toHaveLength(6);
  expect(shown[2]).toContain('https://<public address>/webhooks/payments');
  for (const text of shown.slice(4))
    expect(text).toMatch(
      /https:\/\/api\.example\.com\/cafe\/webhooks\/payments \(events .*payment_intent\.succeeded/,
    );
});

test.each<[string, { text: string }[], string]>([
  ['a publishable key', [{ text: 'pk_test_abc' }], 'Secret key'],
  ['a signing secret for a key', [SECRET], 'Secret key'],
  ['a key for a signing secret', [KEY, KEY], 'Its signing secret'],
])('refuses %s, does not repeat it, and changes nothing', async (_, answers, named) => {
  const before = { stripeSecretKey: 'sk_test_before' };
  const { shown, returned } = await payments.click([['enter', before], CONNECT, PROPERTIES], ...answers);
  expect(shown.at(-1)).toMatch(new RegExp(`^${named} must look like `));
  expect(shown.join()).not.toContain(answers.at(-1)?.text.trim());
  expect(returned[2]).toEqual(before);
});

testLong('a restricted key will do', async () => {
  const { returned } = await payments.click([CONNECT, SETTINGS], { text: 'rk_live_abc' }, SECRET);
  expect(returned[1]).toMatchObject({ secretKey: 'rk_live_abc' });
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
  const { returned } = await payments.click([CONNECT, PROPERTIES], ...answers);
  expect(returned[1]).toEqual({});
});

test('a new signing secret leaves the one before it valid, and no older one', async () => {
  const steps = [CONNECT, RENEW, SETTINGS, RENEW, SETTINGS];
  const { returned } = await payments.click(steps, ...CONNECTED, SECOND, DONE, { text: 'whsec_third' });
  expect(returned[2]).toMatchObject({ webhookSecrets: ['whsec_second', 'whsec_first'] });
  expect(returned[4]).toMatchObject({ webhookSecrets: ['whsec_third', 'whsec_second'] });
});

testLong('the current secret entered again changes nothing', async () => {
  const { returned } = await payments.click(
    [CONNECT, RENEW, RENEW, SETTINGS],
    ...[...CONNECTED, SECOND, DONE, SECOND],
  );
  expect(returned[3]).toMatchObject({ webhookSecrets: ['whsec_second', 'whsec_first'] });
});

test('another account has none of the secrets of the one before', async () => {
  const other = [{ text: 'sk_test_other' }, { text: 'whsec_other' }];
  const { returned } = await payments.click(
    [CONNECT, RENEW, CONNECT, SETTINGS],
    ...[...CONNECTED, SECOND, DONE, ...other],
  );
  expect(returned[3]).toMatchObject({ webhookSecrets: ['whsec_other'] });
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
  const steps = [CONNECT, PROPERTIES, RENEW, PROPERTIES];
  const { shown, returned } = await payments.click(steps, ...CONNECTED, answer);
  expect(shown[3]).toContain('The new signing secret');
  expect(returned[3]).toEqual(returned[1]);
});

testLong('there is nothing to renew before Stripe is connected', async () => {
  const { shown } = await payments.click([RENEW]);
  expect(shown).toEqual([expect.stringContaining('Connect Stripe')]);
});
