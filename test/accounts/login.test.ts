import type { Reply } from '../../src/http/reply';
import { extent, spread, testLong } from '../harness/extent';
import { ADMIN, type Office, STAFF, sending, startOffice } from './office';
import type { Step } from './script';

const HOUR = 3_600_000;
const AT_ONCE = extent({ usual: 4, long: 10 });
const SAME_MOMENT = extent({ usual: 6, long: 30 });
/** Who, and what stands in which cell. */
const SPOILT = [
  ['a disabled user', 'G2', '2026-11-01'],
  ['one whose end is spoilt', 'G2', 'yes'],
  ['one without a role', 'D2', ''],
  ['one whose hash somebody has typed over', 'C2', 'secret'],
  ['one whose hash would take hours', 'C2', `$scrypt$ln=40,r=8,p=5$${'0'.repeat(32)}$${'0'.repeat(64)}`],
] as const;

describe('POST /v1/auth/login', () => {
  let office: Office;
  beforeAll(async () => {
    office = await startOffice();
  });
  afterAll(() => office.close());

  test('returns a token that is valid for 12 hours', async () => {
    const { status, body } = await office.logIn(ADMIN);
    const { token, user } = JSON.parse(body);
    expect([status, user]).toEqual([200, { id: 'U-1', role: 'admin', cafeId: null }]);
    expect(token).toMatch(/^st_1_\d+_[0-9a-z]{7}_[0-9a-z]{38}$/);
    const me = await office.get(token);
    expect(JSON.parse(me.body)).toMatchObject({
      id: 'U-1',
      role: 'admin',
      countedBy: 'U-1',
    });
    await office.wait(12 * HOUR - 60_000);
    expect((await office.get(token)).status).toBe(200);
    await office.wait(60_000);
    expect(await office.get(token)).toMatchObject({
      status: 401,
      body: 'invalid_token: The session has expired. Log in again.',
    });
  });

  test('several logins at once get separate sessions', async () => {
    const startsAt = office.now + 1_000;
    const answers = await Promise.all(
      [ADMIN, ADMIN, STAFF, STAFF].map((email) =>
        office.logIn(email, office.passwordOf(email), { startsAt }),
      ),
    );
    const tokens = answers.map(({ body }) => JSON.parse(body).token as string);
    const ids = office.rows('Sessions').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await office.statusesOf(...tokens)).not.toContain(401);
    expect(new Set(tokens).size).toBe(4);
  });

  test('accepts the address in any case and with spaces around it; managers and staff have their cafe', async () => {
    const [spelled, ofStaff] = await office.sendAll([
      office.toLogIn(' Admin@EXAMPLE.com ', office.passwordOf(ADMIN)),
      office.toLogIn(STAFF),
    ]);
    expect(spelled?.status).toBe(200);
    const { token, user } = JSON.parse(ofStaff?.body ?? '');
    expect(user).toEqual({ id: 'U-2', role: 'staff', cafeId: 'C-1' });
    expect((await office.get(token)).status).toBe(403);
    expect(office.rows('Users')[1]).toMatchObject({ role: 'staff', cafeId: 'C-1' });
  });

  test('whose credential it is, and until when, is told to whoever carries it', async () => {
    const path = '/v1/auth/session';
    const staff = await office.tokenOf(STAFF);
    const asking = (token: string) => sending({ path, headers: { authorization: `Bearer ${token}` } });
    const told = await office.runAll([
      asking(office.secrets.apiKey),
      asking(staff),
      ['setTestMode', false],
      asking(staff),
    ]);
    const [ofKey, ofStaff, , withoutTestMode] = (told as (Reply | null)[]).map(
      (reply) => reply && JSON.parse(reply.body),
    );
    const user = { id: 'U-1', role: 'admin', cafeId: null };
    expect(ofKey).toEqual({ user, expiresAt: null, testMode: true });
    const { expiresAt, ...others } = ofStaff;
    expect(others).toEqual({ user: { id: 'U-2', role: 'staff', cafeId: 'C-1' }, testMode: true });
    const left = Date.parse(expiresAt) - office.now;
    expect([left > 11.9 * HOUR, left <= 12 * HOUR]).toEqual([true, true]);
    expect(withoutTestMode).toEqual({ ...others, expiresAt, testMode: false });
  });

  test('a wrong password and an unknown address get the same answer after the same work', async () => {
    const before = office.rows('Sessions').length;
    const wrong = await office.logIn(ADMIN, 'wrong');
    const unknown = await office.logIn('nobody@example.com', 'wrong');
    expect(wrong).toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer' },
      body: 'wrong_login: Wrong email address or password.',
    });
    const { execution: one, ...answer } = wrong;
    const { execution: other, ...same } = unknown;
    expect(same).toEqual(answer);
    expect(other.calls.map(({ method }) => method)).toEqual(one.calls.map(({ method }) => method));
    expect(other.elapsed).toBe(one.elapsed);
    expect(office.rows('Sessions')).toHaveLength(before);
  });

  test('an unknown address costs as much computing as a wrong password', async () => {
    const boss = 'boss@example.com';
    const answers = [{ text: boss }, { text: 'admin' }, {}];
    // scrypt's cost is the memory that it goes through: 128 * r * N bytes, in words of four.
    const words = (128 * 8 * 2 ** 14) / 4;
    const tries = [boss, 'nobody@example.com'].map((email): Step => ['wordsForLogin', email, 'wrong']);
    expect(await office.runAll([['newUser'], ...tries], { kind: 'menu', answers })).toEqual([
      null,
      words,
      words,
    ]);
  });

  test('a user whose row is spoilt is refused like a wrong password', async () => {
    const { passwordHash } = office.rows('Users')[0] ?? {};
    for (const [who, a1, text] of spread(SPOILT, 3)) {
      await office.wait(2 * HOUR);
      office.change('Users', a1, text);
      const { status, body } = await office.logIn(ADMIN);
      expect([who, status, body]).toEqual([who, 401, expect.stringMatching(/^wrong_login/)]);
      office.change('Users', a1, { G2: '', D2: 'admin', C2: String(passwordHash) }[a1] ?? '');
    }
    expect((await office.logIn(ADMIN)).status).toBe(200);
  });

  test('what is no address with a password is refused', async () => {
    const refused: [object, string][] = [
      [{ email: ADMIN }, 'password'],
      [{ email: ADMIN, password: 17 }, 'password must be a string.'],
      [{ email: ADMIN, password: '' }, 'password must not be empty.'],
      [{ email: 'a'.repeat(255), password: 'x' }, 'email must be at most 254 characters (got 255).'],
      [{ email: ADMIN, password: 'x', remember: true }, 'Unknown parameter: remember.'],
      [[], 'email is required.'],
    ];
    const told = await office.sendAll(
      refused.map(([body]) => ({
        method: 'POST',
        path: '/v1/auth/login',
        body: JSON.stringify(body),
      })),
    );
    expect(told).toMatchObject(
      refused.map(([, said]) => ({ status: 422, body: expect.stringContaining(said) })),
    );
  });
});

describe('many login attempts', () => {
  let office: Office;
  beforeAll(async () => {
    office = await startOffice();
  });
  afterAll(() => office.close());

  test('for one address: five without a wait, then waits that grow to five minutes', async () => {
    const address = 'somebody@example.com';
    const tryAgain = async (times: number) =>
      (await office.run('tryAddressOften', [address, times])) as number[];
    for (const [at, expected] of [4, 8, 16, 32, 64, 128, 256, 300, 300].entries()) {
      const waits = await tryAgain(at === 0 ? 7 : 3);
      const [wait = 0, again] = waits.slice(-2);
      expect(waits).toEqual([...(at === 0 ? [0, 0, 0, 0] : []), 0, expected, expect.any(Number)]);
      expect(again).toBeGreaterThan(0);
      await office.wait(wait * 1_000);
    }
    expect(await tryAgain(1)).toEqual([0]);
    await office.wait(HOUR);
    expect(await tryAgain(5)).toEqual([0, 0, 0, 0, 0]);
  });

  test('the right password has to wait too, then ends the wait; other addresses do not wait', async () => {
    const tried = await office.runAll([
      ['tryAddressOften', ADMIN, 4],
      sending(office.toLogIn(ADMIN, 'wrong')),
      sending(office.toLogIn(STAFF)),
    ]);
    expect(tried.slice(1)).toMatchObject([{ status: 401 }, { status: 200 }]);
    const { status, headers, execution } = await office.logIn(ADMIN);
    expect(status).toBe(429);
    expect(execution.count('spreadsheet.')).toBe(0);
    await office.wait(Number(headers['Retry-After']) * 1_000);
    const again = await office.sendAll([office.toLogIn(ADMIN), office.toLogIn(ADMIN, 'wrong')]);
    expect(again).toMatchObject([{ status: 200 }, { status: 401 }]);
  });

  test('several at once do not get as many attempts without a wait', async () => {
    await office.wait(2 * HOUR);
    await office.run('tryAddressOften', [ADMIN, 4]);
    const startsAt = office.now + 1_000;
    const tries = Array.from({ length: AT_ONCE }, (_, n) =>
      office.logIn(ADMIN, 'wrong', { startsAt: startsAt + n * 100 }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });

  test('many at the same moment are let through, and the next one waits for all of them', async () => {
    await office.wait(2 * HOUR);
    const startsAt = office.now + 1_000;
    const tries = Array.from({ length: SAME_MOMENT }, () => office.run('tryAddress', [ADMIN], { startsAt }));
    expect(await Promise.all(tries)).toEqual(Array(SAME_MOMENT).fill(0));
    expect(await office.run('tryAddress', [ADMIN])).toBeGreaterThan(extent({ usual: 6, long: 290 }));
  });

  testLong(
    'one wrong attempt every five minutes keeps an address waiting; without any it is free after an hour',
    async () => {
      for (let n = 0; n < 40; n++) {
        await office.wait(5 * 60_000);
        await office.run('tryAddress', [ADMIN]);
      }
      expect(await office.run('tryAddress', [ADMIN])).toBeGreaterThan(295);
      await office.wait(HOUR);
      expect(await office.run('tryAddress', [ADMIN])).toBe(0);
      expect(await office.run('tryAddress', [ADMIN])).toBe(0);
    },
  );
});
