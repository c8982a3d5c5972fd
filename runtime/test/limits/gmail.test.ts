import { FREE_PLAN, type Plan } from '../../account/plan';
import type { GmailMethod } from '../../gmail/calls';
import { GMAIL_PRICES, GmailUnits } from '../../gmail/units';
import { testLong } from '../harness/extent';
import { type Realm, startRealm } from '../harness/realm';

const MEASURED_REFUSAL =
  "Quota exceeded for quota metric 'Total Query Cost' and limit 'Units per minute per user' of service 'gmail.googleapis.com' for consumer 'project_number:100000000001'.";

/** Reads a message so often as it may; answers how often that was, and what the refusal was. */
const readUntilRefused = (id: string, most = 1_000) => {
  for (let reads = 0; reads < most; reads++) {
    try {
      Gmail?.Users?.Messages?.get('me', id);
    } catch (error) {
      const { name, message, details } = error as Error & { details: object };
      return { reads, name, message, details };
    }
  }
  return { reads: most };
};

// Sources: platform facts 5.3 (measured); the older documentation of Gmail (published).
describe('Gmail’s units', () => {
  let realm: Realm;
  let id: string;
  beforeEach(async () => {
    realm = startRealm();
    ({ id } = await realm.google.deliver(Buffer.from('From: a@b.example\r\n\r\nHello')));
  });
  afterEach(() => realm.close());
  const use = (plan: Partial<Plan>) => Object.assign(realm.services.plan, plan);

  test('as measured, 6,000 a minute let 300 messages be read; the refusal is the platform’s', async () => {
    expect(await realm.run(readUntilRefused, id)).toEqual({
      reads: 300,
      name: 'GoogleJsonResponseException',
      message: `API call to gmail.users.messages.get failed with error: ${MEASURED_REFUSAL}`,
      details: {
        code: 403,
        message: MEASURED_REFUSAL,
        errors: [{ message: MEASURED_REFUSAL, domain: 'usageLimits', reason: 'rateLimitExceeded' }],
      },
    });
  });

  test('they are available again as the minute passes', async () => {
    await realm.run(readUntilRefused, id);
    expect(await realm.run(readUntilRefused, id)).toMatchObject({ reads: 0 });
    // 301 reads of 160 ms took 48 s.
    await realm.scheduler.advance(12_000);
    expect(await realm.run(readUntilRefused, id, 2)).toEqual({ reads: 2 });
  });

  testLong('with the published prices one execution never exceeds them, and thirty at once do', async () => {
    use({ gmailPrices: 'published' });
    expect(await realm.run(readUntilRefused, id, 400)).toEqual({ reads: 400 });
    const all = await Promise.all(Array.from({ length: 30 }, () => realm.run(readUntilRefused, id, 20)));
    const refused = all.filter(({ message }) => message?.includes("limit 'Units per second per user'"));
    expect(refused.length).toBeGreaterThan(0);
    // 250 units in a second are 50 messages.
    expect(all.reduce((sum, { reads }) => sum + reads, 0)).toBeGreaterThanOrEqual(50);
  });

  test('the day’s 20,000 operations count only where the plan says so', async () => {
    realm.services.quotas.use('gmailOperations', 20_000);
    expect(await realm.run(readUntilRefused, id, 1)).toEqual({ reads: 1 });
    use({ countsGmailOperations: true });
    expect(await realm.run(readUntilRefused, id)).toMatchObject({
      reads: 0,
      message: 'Service invoked too many times for one day: gmail.',
    });
    use({ account: 'workspace' });
    expect(await realm.run(readUntilRefused, id, 1)).toEqual({ reads: 1 });
  });
});

describe.each([
  ['measured', 6_000, 60_000],
  ['published', 250, 1_000],
] as const)('the %s prices', (gmailPrices, most, ms) => {
  const methods = Object.keys(GMAIL_PRICES[gmailPrices].prices) as GmailMethod[];

  test.each(methods)(`${most} units within ${ms} ms end with the last whole %s`, (method) => {
    const units = new GmailUnits({ ...FREE_PLAN, gmailPrices });
    let calls = 0;
    while (!units.spend(method, 1_000)) calls++;
    expect(calls).toBe(Math.floor(most / GMAIL_PRICES[gmailPrices].prices[method]));
    expect(units.spend(method, 999 + ms)).toMatchObject({ code: 403 });
    expect(units.spend(method, 1_000 + ms)).toBeUndefined();
  });
});
