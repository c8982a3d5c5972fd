/** Connecting Stripe and Twilio tells them where to call, as the references of their APIs have it. */
import type { IncomingMessage } from 'node:http';
import { toHealthRows } from '../harness/health';
import { LoopbackServer } from '../harness/loopback-server';
import { type ApiSheet, startSetUpSheet } from './api-sheet';

const PUBLIC = 'https://api.example.com';
const STRIPE = [{ text: 'sk_test_abc' }];
const TWILIO = ['AC1', 'secret-token', '+15551234567'].map((text) => ({ text }));

interface Asked {
  call: string;
  fields: Record<string, string>;
  authorization: string | undefined;
}

interface Answer {
  status?: number;
  body: object;
}

let asked: Asked[];
let answers: Record<string, Answer>;
let provider: LoopbackServer;
let sheet: ApiSheet;
beforeEach(async () => {
  asked = [];
  provider = new LoopbackServer(({ method, url, headers }: IncomingMessage, body, response) => {
    const call = `${method} ${decodeURIComponent(url ?? '')}`;
    const fields = Object.fromEntries(new URLSearchParams(body));
    asked.push({ call, fields, authorization: headers.authorization });
    const { status = 200, body: answer } = answers[call] ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  sheet = await startSetUpSheet();
  const address = await provider.listen();
  sheet.setProperty('stripeAddress', address);
  sheet.setProperty('twilioAddress', address);
  sheet.setProperty('publicAddress', PUBLIC);
});
afterEach(async () => {
  await sheet.close();
  await provider.close();
});

// https://docs.stripe.com/api/webhook_endpoints/create
const ENDPOINT = { object: 'webhook_endpoint', status: 'enabled', livemode: false };
const WEBHOOK = `${PUBLIC}/webhooks/payments`;
const LISTED = 'GET /v1/webhook_endpoints?limit=100';
const ADDED = 'POST /v1/webhook_endpoints';

describe('connecting Stripe', () => {
  beforeEach(() => {
    answers = {
      [LISTED]: { body: { object: 'list', data: [], has_more: false } },
      [ADDED]: { body: { ...ENDPOINT, id: 'we_2', url: WEBHOOK, secret: 'whsec_made' } },
      'DELETE /v1/webhook_endpoints/we_1': {
        body: { id: 'we_1', object: 'webhook_endpoint', deleted: true },
      },
    };
  });

  test('adds the webhook with its events, and keeps its signing secret', async () => {
    const shown = await sheet.click('connectStripe', ...STRIPE, {});
    expect(shown.at(-1)).toContain(WEBHOOK);
    const [, added] = asked;
    expect([added?.call, added?.authorization]).toEqual([ADDED, 'Bearer sk_test_abc']);
    expect(added?.fields).toMatchObject({
      url: WEBHOOK,
      'enabled_events[0]': expect.stringMatching(/^payment_intent\./),
    });
    expect(Object.values(added?.fields ?? {})).toContain('charge.dispute.closed');
    expect(sheet.properties()).toMatchObject({
      stripeSecretKey: 'sk_test_abc',
      stripeWebhookSecret: 'whsec_made',
    });
    expect(shown.join()).not.toMatch(/whsec_|abc/);
  });

  test('again replaces the webhook of the same URL, and leaves others', async () => {
    const data = [
      { ...ENDPOINT, id: 'we_1', url: WEBHOOK },
      { ...ENDPOINT, id: 'we_9', url: 'https://shop.example/hooks' },
    ];
    answers[LISTED] = { body: { object: 'list', data, has_more: false } };
    await sheet.click('connectStripe', ...STRIPE, {});
    expect(asked.map(({ call }) => call)).toEqual([LISTED, ADDED, 'DELETE /v1/webhook_endpoints/we_1']);
  });

  test('keeps the secret where Stripe does not delete the earlier webhook, and says which is left', async () => {
    answers[LISTED] = { body: { object: 'list', data: [{ ...ENDPOINT, id: 'we_1', url: WEBHOOK }] } };
    answers['DELETE /v1/webhook_endpoints/we_1'] = {
      status: 403,
      body: { error: { type: 'invalid_request_error', message: 'This key may not delete webhooks.' } },
    };
    const shown = await sheet.click('connectStripe', ...STRIPE, {});
    expect(sheet.properties()).toMatchObject({ stripeWebhookSecret: 'whsec_made' });
    expect(shown.at(-1)).toMatch(
      /Delete the earlier webhook we_1 at Stripe: Stripe returned 403: .*This key may not delete webhooks\./,
    );
    await sheet.click('showHealth');
    expect(sheet.rowsOf('Health').join()).not.toContain('refused the credentials');
  });

  test('with a restricted key that may not asks for the secret, and says why', async () => {
    const error = {
      type: 'invalid_request_error',
      message: "The provided key 'rk_test_***' does not have the required permissions for this endpoint.",
    };
    answers[LISTED] = { status: 403, body: { error } };
    const shown = await sheet.click('connectStripe', ...STRIPE, { text: 'whsec_typed' }, {});
    expect(shown[1]).toMatch(
      /^The webhook was not added: Stripe returned 403: .*required permissions.*\n\nIn Stripe, add the webhook/,
    );
    expect(sheet.properties()).toMatchObject({ stripeWebhookSecret: 'whsec_typed' });
  });

  test('and leaving at the question changes nothing', async () => {
    answers[LISTED] = { status: 401, body: { error: { message: 'Invalid API Key provided' } } };
    await sheet.click('connectStripe', ...STRIPE, { button: 'CANCEL' });
    expect(sheet.properties()).not.toHaveProperty('stripeSecretKey');
  });
});

// https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource
const NUMBERS = 'GET /2010-04-01/Accounts/AC1/IncomingPhoneNumbers.json?PhoneNumber=+15551234567';
const NUMBER = { sid: 'PN1', phone_number: '+15551234567', sms_url: '', sms_method: 'POST' };
const SET = 'POST /2010-04-01/Accounts/AC1/IncomingPhoneNumbers/PN1.json';

describe('connecting Twilio', () => {
  beforeEach(() => {
    answers = {
      [NUMBERS]: { body: { incoming_phone_numbers: [NUMBER], page: 0 } },
      [SET]: { body: NUMBER },
    };
  });

  test('has the messages of the number come in', async () => {
    const shown = await sheet.click('connectTwilio', ...TWILIO, {});
    const webhook = `${PUBLIC}/v1/messaging/webhook`;
    expect(asked.map(({ call, fields }) => [call, fields])).toEqual([
      [NUMBERS, {}],
      [SET, { SmsUrl: webhook, SmsMethod: 'POST' }],
    ]);
    expect(shown.at(-1)).toBe(`Incoming messages of the number go to ${webhook}`);
  });

  test('says that the account has no such number', async () => {
    answers[NUMBERS] = { body: { incoming_phone_numbers: [], page: 0 } };
    const shown = await sheet.click('connectTwilio', ...TWILIO, {});
    expect(shown.at(-1)).toMatch(/^The account has no number \+15551234567\.\n\nIn Twilio, set the webhook/);
  });

  test('with a wrong token says so, in Health too, until the right one is entered', async () => {
    const wrong = { status: 401, body: { code: 20003, message: 'Authenticate', status: 401 } };
    const { [NUMBERS]: right } = answers;
    answers[NUMBERS] = wrong;
    const shown = await sheet.click('connectTwilio', ...TWILIO, {});
    expect(shown.at(-1)).toMatch(/^The webhook was not set: Twilio returned 401 \(20003\): Authenticate/);
    const light = async () => {
      await sheet.click('showHealth');
      return toHealthRows(sheet.rowsOf('Health')).find(
        ({ label }) => label === 'Messages and payments go out',
      );
    };
    expect(await light()).toMatchObject({
      text: expect.stringMatching(/^Twilio has refused the credentials .* with API > Connect Twilio/),
    });
    answers[NUMBERS] = right ?? wrong;
    await sheet.click('connectTwilio', ...TWILIO, {});
    expect(await light()).toMatchObject({ state: 'OK' });
  });
});
