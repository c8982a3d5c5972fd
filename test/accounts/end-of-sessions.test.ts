import type { Reply } from '../../src/http/reply';
import { spread } from '../harness/extent';
import { withKillAtCalls } from '../harness/faults';
import { ADMIN, getting, type Office, STAFF, sending, startOffice, toGet } from './office';
import type { Step } from './script';

type Answers = readonly { text?: string; button?: string }[];

const INVALID = 'invalid_token: The API key or token is invalid or has been revoked.';

describe('all sessions of a user end', () => {
  let office: Office;
  let hash: string;
  beforeAll(async () => {
    office = await startOffice();
    hash = String(office.rows('Users')[0]?.passwordHash);
  });
  afterAll(() => office.close());

  async function click(name: Parameters<Office['execute']>[0], ...answers: Answers): Promise<string> {
    const { error, dialogs } = await office.execute(name, [], { kind: 'menu', answers });
    if (error) throw new Error(error.message);
    return dialogs.shown.at(-1)?.text ?? '';
  }

  /** Whatever is cached of credentials is lost. */
  const losing = (): Step => [
    'drop',
    ['Sessions', 'Keys'].flatMap((tab) => office.rows(tab).flatMap(({ hash }) => [`c:${hash}`, `r:${hash}`])),
  ];

  /** The admin has the password of the beginning again, which is cheap to check. */
  const restorePassword = () => office.change('Users', 'C2', hash);

  const ENDS: [string, () => Promise<unknown>, string, number][] = [
    ['with a new password', () => click('newPassword', { text: ADMIN }), 'all sessions have ended', 200],
    [
      'by Log out everywhere',
      () => click('logOutEverywhere', { text: ADMIN }),
      'All sessions have ended.',
      200,
    ],
    ['by Disable a user', () => click('disableUser', { text: ADMIN }), 'All sessions have ended.', 401],
  ];

  test.each(spread(ENDS, 2))('%s: at once, and still once the cache is lost', async (_, end, said, ofKey) => {
    // The third is known, and not for this role.
    const all = [...(await office.tokensOf(ADMIN, ADMIN, STAFF)), office.secrets.apiKey];
    const asking = all.map((one) => getting(one));
    expect(await office.statusesOf(...all)).toEqual([200, 200, 403, 200]);
    expect(await end()).toContain(said);
    const told = (await office.runAll([...asking, losing(), ...asking])) as (Reply | null)[];
    const refused = [401, 401, 403, ofKey];
    expect(told.map((reply) => reply?.status)).toEqual([...refused, undefined, ...refused]);
    // Who is no longer disabled logs in again, and goes on with the key.
    expect(await office.edit('Users', 'G2', '', ...asking)).toMatchObject([
      { status: 401, body: INVALID },
      { status: 401, body: INVALID },
      { status: 403 },
      { status: 200 },
    ]);
    restorePassword();
  });

  test('also where the script ends at any of its calls, as soon as the row says so', async () => {
    let ended = 0;
    let token = await office.tokenOf(ADMIN);
    await withKillAtCalls(3, async ({ call }) => {
      const version = () => office.rows('Users')[0]?.sessionVersion;
      const before = version();
      const execution = await office.execute('logOutEverywhere', [], {
        kind: 'menu',
        answers: [{ text: ADMIN }],
        fault: { call, kind: 'kill after', writes: 'applied' },
      });
      const hasChanged = version() !== before;
      const [told, next] = await office.sendAll([toGet(token), office.toLogIn(ADMIN)]);
      if (hasChanged) expect([call, told?.status]).toEqual([call, 401]);
      token = JSON.parse(next?.body ?? '').token;
      if (hasChanged && execution.hasFaultFired) ended++;
      await office.wait(600_000);
      return execution;
    });
    expect(ended).toBeGreaterThan(0);
  });

  test('with a date that is typed into disabledAt, also once it is cleared', async () => {
    const token = await office.tokenOf(ADMIN);
    const { apiKey } = office.secrets;
    expect(await office.statusesOf(token, apiKey)).toEqual([200, 200]);
    const asking = [getting(token), getting(apiKey)];
    const disabled = await office.edit('Users', 'G2', '2026-11-21', ...asking);
    expect(disabled).toMatchObject([{ status: 401 }, { status: 401 }]);
    const cleared = await office.edit('Users', 'G2', '', ...asking, sending(office.toLogIn(ADMIN)));
    expect(cleared).toMatchObject([{ status: 401, body: INVALID }, { status: 200 }, { status: 200 }]);
    const { token: next } = JSON.parse((cleared[2] as Reply).body);
    const [ofNext, , ofFirst] = await office.runAll([getting(next), losing(), getting(token)]);
    expect([ofNext, ofFirst]).toMatchObject([{ status: 200 }, { status: 401, body: INVALID }]);
  });

  test('not with an edit of another column or row', async () => {
    const token = await office.tokenOf(ADMIN);
    office.change('Users', 'E2', '');
    const told = await office.edit('Users', 'G3', '2026-11-21', ['edited', 'Users', 'E2'], getting(token));
    expect(told[1]).toMatchObject({ status: 200 });
  });

  test('a login at the same moment never outlives the old password', async () => {
    const outcomes = new Set<string>();
    for (const delay of spread([0, 400, 800, 1_200, 1_600, 2_000], 2)) {
      const startsAt = office.now + 1_000;
      const [login] = await Promise.all([
        office.logIn(ADMIN, office.passwordOf(ADMIN), { startsAt: startsAt + delay }),
        office.execute('newPassword', [], { kind: 'menu', answers: [{ text: ADMIN }], startsAt }),
      ]);
      const token = login.status === 200 ? JSON.parse(login.body).token : undefined;
      outcomes.add(token ? 'logged in' : 'refused');
      if (token) {
        const [warm, , cold] = await office.runAll([getting(token), losing(), getting(token)]);
        expect([warm, cold]).toMatchObject([{ status: 401 }, { status: 401 }]);
      }
      await office.wait(600_000);
      restorePassword();
    }
    expect(outcomes).toEqual(new Set(['logged in', 'refused']));
  });
});
