/** Twilio's own package judges: what it signs the webhook accepts, and what it refuses the webhook refuses. */

import fc from 'fast-check';
import twilio from 'twilio';
import { ENVELOPE, GATEWAY, type SeededApi, startApi } from '../harness/api';
import { randomCases, spread } from '../harness/extent';
import { KEYS } from './twilio-server';

const WEBHOOK = '/v1/messaging/webhook';
const TOKEN = KEYS.twilioAuthToken;
/** As they come: a name may have several values. */
type Fields = Record<string, string | string[]>;

let api: SeededApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface News {
  publicAddress: string;
  query: string;
  fields: Fields;
}

interface Forgery {
  what: string;
  sign(news: News): string;
}

const urlOf = ({ publicAddress, query }: News) => publicAddress + WEBHOOK + (query && `?${query}`);
const sign = (news: News, token = TOKEN) =>
  twilio.getExpectedTwilioSignature(token, urlOf(news), news.fields);

/** Without a MessageSid: news that are believed are 422 then, and nothing is written. */
async function areAccepted(
  { publicAddress, query, fields }: News,
  signatures: readonly string[],
  way = GATEWAY,
): Promise<boolean[]> {
  api.enter({ ...KEYS, publicAddress });
  const asked = (signature: string) => ({
    query,
    body: new URLSearchParams(
      Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
    ).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
    },
  });
  const told = await api.callAll(
    signatures.map((signature) => [`POST ${WEBHOOK}`, asked(signature)]),
    way,
  );
  for (const { status } of told) expect([401, 422]).toContain(status);
  return told.map(({ status }) => status === 422);
}

const text = fc.string({ unit: 'binary', maxLength: 20 });
const name = fc.oneof(
  fc.constantFrom('Body', 'From', 'To', 'body', 'AccountSid', 'MediaUrl0', 'MediaUrl10', 'MediaUrl2'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
);
const news: fc.Arbitrary<News> = fc.record({
  publicAddress: fc.constantFrom(
    'https://desk.example',
    'https://desk.example:8443',
    'https://desk.example:443',
    'http://127.0.0.1:8080',
    'https://desk.example/base',
    'https://name:word@desk.example',
    'http://[::1]:8080',
  ),
  query: fc.constantFrom(
    '',
    'lead=L-1&message=M-a_b-c',
    'a=1&a=2&b=x+y&a=3',
    'to=%7Eann&q=it%27s%20here',
    'flag&empty=&eq=a=b',
    'path=/v1/leads&token=x&caf%c3%a9=%C3%A9',
    'bodySHA256=5&x=%E9&&y=%zz',
  ),
  fields: fc
    .array(fc.tuple(name, fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 }))), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries)),
});

const PORT = /^(.*(?:example|\.1|\]))(:\d+)?/;
const elsewhere = (from: RegExp, to: string) => (told: News) =>
  sign({ ...told, publicAddress: told.publicAddress.replace(from, to) });
const FORGERIES: readonly Forgery[] = [
  { what: 'nothing', sign },
  { what: 'no port', sign: elsewhere(PORT, '$1') },
  { what: 'the port of https', sign: elsewhere(PORT, '$1:443') },
  { what: 'the port of http', sign: elsewhere(PORT, '$1:80') },
  { what: 'another host', sign: elsewhere(/desk|127|::1/, '9') },
  { what: 'another query', sign: (told) => sign({ ...told, query: `${told.query}&x=1` }) },
  { what: 'another token', sign: (told) => sign(told, `${TOKEN}x`) },
  { what: 'a field more', sign: (told) => sign({ ...told, fields: { ...told.fields, Extra: '' } }) },
  { what: 'other values', sign: (told) => sign({ ...told, fields: { ...told.fields, Body: 'other' } }) },
  { what: 'the signature’s case', sign: (told) => sign(told).toLowerCase() },
  { what: 'the signature’s end', sign: (told) => sign(told).slice(0, -1) },
  { what: 'the whole signature', sign: () => '' },
];

test('what Twilio signs is accepted, and so is what it signs without the port', () =>
  fc.assert(
    fc.asyncProperty(news, async (told) => {
      const signatures = [sign(told), elsewhere(PORT, '$1')(told)];
      expect(await areAccepted(told, signatures)).toEqual([true, true]);
    }),
    randomCases(2, 40),
  ));

test('whatever was changed, the verdict is that of Twilio’s own package', async () => {
  const tried = spread(FORGERIES, 5);
  const verdicts = new Map<string, Set<boolean>>();
  await fc.assert(
    fc.asyncProperty(news, async (told) => {
      const signatures = tried.map((forgery) => forgery.sign(told));
      const accepted = await areAccepted(told, signatures, ENVELOPE);
      for (const [at, { what }] of tried.entries()) {
        const verdict = twilio.validateRequest(TOKEN, signatures[at] ?? '', urlOf(told), told.fields);
        verdicts.set(what, (verdicts.get(what) ?? new Set()).add(verdict));
        expect([what, accepted[at]]).toEqual([what, verdict]);
      }
    }),
    randomCases(1, 30),
  );
  expect(verdicts.get('nothing')).toEqual(new Set([true]));
  const refused = ['another host', 'another query', 'another token', 'a field more', 'the whole signature'];
  for (const what of refused.filter((one) => tried.some((forgery) => forgery.what === one)))
    expect([what, verdicts.get(what)]).toEqual([what, new Set([false])]);
});

test('the answer is what Twilio’s own package writes where nothing is to be said', async () => {
  api.enter({ ...KEYS, publicAddress: 'https://desk.example' });
  const fields = { MessageSid: 'SM-1', From: '+15557770000', Body: 'Hello' };
  const told = await api.call(GATEWAY, 'POST', WEBHOOK, {
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': sign({ publicAddress: 'https://desk.example', query: '', fields }),
    },
  });
  expect(told).toMatchObject({ status: 200, text: new twilio.twiml.MessagingResponse().toString() });
});
