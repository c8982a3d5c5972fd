/** Stripe-Signature: what we take for signed, judged by Stripe's own package. */
import fc from 'fast-check';
import Stripe from 'stripe';
import type { Signed } from '../../src/cafe/payments/stripe-webhook';
import { extent, randomCases } from '../harness/extent';
import { type Payments, startPayments } from './stripe/own-script';
import type { Verdict } from './stripe/script';

const SECRET = 'whsec_test';
const NOW = 1_800_000_000_000;
const AT = NOW / 1000;

const { webhooks } = new Stripe('sk_test_none');
const sign = (payload: string, { secret = SECRET, timestamp = AT, scheme = 'v1' } = {}) =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp, scheme });

let payments: Payments;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.close());

const judge = (all: Signed[]) => payments.run<Verdict[]>('judge', all);
/** Stripe's own verdict; it has nothing against what was signed for later. */
function official({ payload, header, secrets: [secret = ''], now }: Signed): boolean {
  try {
    webhooks.constructEvent(payload, header ?? '', secret, undefined, undefined, now);
    return true;
  } catch {
    return false;
  }
}

/** What may stand in a header besides, and what may befall it. (At a signature of no length the package gives up.) */
const noise = fc.constantFrom('', 'v0=00', 'v2=', `v1=${'0'.repeat(64)}`, 't', 'x=y=z', ' v1=1');
const edit = fc.record({
  before: fc.array(noise, { maxLength: 2 }),
  after: fc.array(noise, { maxLength: 2 }),
  drop: seldom(fc.nat(3)),
  swap: fc.boolean(),
  upper: fc.boolean(),
});
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

function toHeader(header: string, { before, after, drop, swap, upper }: Edit): string {
  const fields = header.split(',');
  if (swap) fields.reverse();
  const all = [...before, ...fields, ...after].filter((_, at) => at !== drop);
  return upper ? all.join(',').toUpperCase() : all.join(',');
}

/** More often nothing than something. */
function seldom<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

const signed: fc.Arbitrary<Signed> = fc
  .record({
    payload: fc.json({ stringUnit: 'grapheme' }),
    other: seldom(fc.json()),
    secret: fc.constantFrom(SECRET, SECRET, SECRET, 'whsec_other'),
    age: fc.oneof(fc.integer({ min: -300, max: 400 }), fc.integer({ min: -300, max: 1_000_000 })),
    edit: seldom(edit),
  })
  .map(({ payload, other, secret, age, edit: edited }) => {
    const header = sign(other ?? payload, { secret, timestamp: AT - age });
    return { payload, header: edited ? toHeader(header, edited) : header, secrets: [SECRET], now: NOW };
  });

test("accepts exactly the signatures that Stripe's own package accepts", async () => {
  const all = fc.sample(signed, randomCases(600, 3_000));
  const verdicts = await judge(all);
  const taken = verdicts.map((verdict) => verdict === 'signed');
  for (const [at, one] of all.entries()) expect([one, taken[at]]).toEqual([one, official(one)]);
  expect(new Set(verdicts)).toEqual(new Set(['signed', 'malformed', 'wrong', 'too old']));
  expect(taken.filter(Boolean).length).toBeGreaterThan(extent({ usual: 100, long: 500 }));
});

test('a header is signed, missing, malformed, wrong or too old', async () => {
  const cells: readonly [string, string | undefined, Verdict][] = [
    ['nothing', undefined, 'missing'],
    ['an empty text', '', 'missing'],
    ['words', 'let me in', 'malformed'],
    ['no time', sign('{}').replace(/t=\d+,/, ''), 'malformed'],
    ['a time that is none', sign('{}').replace(/t=\d+/, 't=soon'), 'malformed'],
    ['no signature', `t=${AT}`, 'malformed'],
    ['signatures of other schemes alone', sign('{}', { scheme: 'v0' }), 'malformed'],
    ['the signature of another secret', sign('{}', { secret: 'whsec_other' }), 'wrong'],
    ['the signature of another body', sign('{"a":1}'), 'wrong'],
    [
      'a signature with a letter changed',
      sign('{}').replace(/.$/, (end) => (end === '0' ? '1' : '0')),
      'wrong',
    ],
    ['a signature that was cut', sign('{}').slice(0, -1), 'wrong'],
    ['a signature that goes on', `${sign('{}')}0`, 'wrong'],
    ['another time than was signed', sign('{}').replace(/t=\d+/, `t=${AT - 1}`), 'wrong'],
    ['a signature of 300 seconds ago', sign('{}', { timestamp: AT - 300 }), 'signed'],
    ['a signature of 301 seconds ago', sign('{}', { timestamp: AT - 301 }), 'too old'],
    ['a signature in 300 seconds', sign('{}', { timestamp: AT + 300 }), 'signed'],
    ['a signature in 301 seconds', sign('{}', { timestamp: AT + 301 }), 'too old'],
    ['an old signature of another secret', sign('{}', { secret: 'other', timestamp: AT - 301 }), 'wrong'],
  ];
  const verdicts = await judge(
    cells.map(([, header]) => ({ payload: '{}', header, secrets: [SECRET], now: NOW })),
  );
  expect(cells.map(([what], at) => [what, verdicts[at]])).toEqual(
    cells.map(([what, , verdict]) => [what, verdict]),
  );
});

test('of two secrets, in the event or here, one is enough; without any none is valid, and a body is signed as its bytes in UTF-8', async () => {
  const [, older] = sign('{}', { secret: 'whsec_older' }).split(',');
  const both = `${sign('{}', { secret: 'whsec_newer' })},${older},v0=00`;
  const secrets = ['whsec_newer', 'whsec_older'];
  const text = '{"note":"Grüße, ☕ und 🥐\\n"}';
  const own = (header: string, others: Partial<Signed> = {}): Signed => ({
    ...{ payload: '{}', header, secrets: [SECRET], now: NOW },
    ...others,
  });
  const cells: readonly [string, Signed, Verdict][] = [
    ['both, and the newer here', own(both, { secrets: ['whsec_newer'] }), 'signed'],
    ['both, and the older here', own(both, { secrets: ['whsec_older'] }), 'signed'],
    ['both, and another here', own(both, { secrets: ['whsec_other'] }), 'wrong'],
    ['the newer, and both here', own(sign('{}', { secret: 'whsec_newer' }), { secrets }), 'signed'],
    ['the older, and both here', own(sign('{}', { secret: 'whsec_older' }), { secrets }), 'signed'],
    ['another, and both here', own(sign('{}', { secret: 'whsec_other' }), { secrets }), 'wrong'],
    ['none', own(sign('{}', { secret: '' }), { secrets: [] }), 'wrong'],
    ['a text in UTF-8', own(sign(text), { payload: text }), 'signed'],
  ];
  const verdicts = await judge(cells.map(([, one]) => one));
  expect(cells.map(([what], at) => [what, verdicts[at]])).toEqual(
    cells.map(([what, , verdict]) => [what, verdict]),
  );
});
