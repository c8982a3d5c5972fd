import { spread } from '../harness/extent';
import { ADMIN, type Office, STAFF, startOffice } from './office';

type Answers = readonly { text?: string; button?: string }[];

describe('the menu items of accounts', () => {
  let office: Office;
  beforeAll(async () => {
    office = await startOffice();
  });
  afterAll(() => office.close());

  /** What the person was shown, the last dialog's words. */
  async function click(name: Parameters<Office['execute']>[0], ...answers: Answers): Promise<string> {
    const { error, dialogs } = await office.execute(name, [], { kind: 'menu', answers });
    if (error) throw new Error(error.message);
    return dialogs.shown.at(-1)?.text ?? '';
  }

  const rows = () => ['Users', 'Keys'].map((tab) => office.rows(tab).length);

  test('set up makes the tabs, and can be repeated', async () => {
    const before = office.cells();
    await office.run('setUpAccounts');
    expect(office.cells()).toEqual(before);
    expect(Object.keys(office.rows('Users')[0] ?? {})).toEqual(
      'id email passwordHash role cafeId createdAt disabledAt version sessionVersion phone'.split(' '),
    );
    expect(Object.keys(office.rows('Keys')[0] ?? {})).toEqual(
      'id userId hash name allowsPlain createdAt revokedAt version'.split(' '),
    );
  });

  test('a new user can log in with the password that is shown', async () => {
    const shown = await click(
      'newUser',
      { text: ' Mira@Example.com ' },
      { text: 'manager' },
      { text: 'C-7' },
    );
    const [, password = ''] = /^Password: ([0-9a-z]{24})$/m.exec(shown) ?? [];
    const { status, body } = await office.logIn('mira@example.com', password);
    expect([status, JSON.parse(body).user]).toEqual([200, { id: 'U-3', role: 'manager', cafeId: 'C-7' }]);
    expect(office.rows('Users')[2]).toMatchObject({
      email: 'mira@example.com',
      role: 'manager',
      cafeId: 'C-7',
    });
  });

  test('a new password replaces a forgotten one', async () => {
    const shown = await click('newPassword', { text: STAFF });
    const [, password = ''] = /^Password: (\S+)$/m.exec(shown) ?? [];
    const tries = [office.passwordOf(STAFF), password].map((tried) => ({
      method: 'POST' as const,
      path: '/v1/auth/login',
      body: JSON.stringify({ email: STAFF, password: tried }),
    }));
    expect(await office.sendAll(tries)).toMatchObject([{ status: 401 }, { status: 200 }]);
  });

  test('a new API key is shown once and works, until it is revoked', async () => {
    const shown = await click('newKey', { text: ADMIN }, { text: 'the website' }, { button: 'NO' });
    const [, key = ''] = /^API key: (\S+)$/m.exec(shown) ?? [];
    expect((await office.get(key)).status).toBe(200);
    expect(await office.get(key, { way: 'plain' })).toMatchObject({ status: 401 });
    expect(office.rows('Keys')[1]).toMatchObject({
      id: 'K-2',
      userId: 'U-1',
      name: 'the website',
      allowsPlain: false,
    });
    await click('revokeKey', { text: ' k-2 ' });
    expect((await office.get(key)).status).toBe(401);
    await office.run('drop', [[`c:${office.rows('Keys')[1]?.hash}`, `r:${office.rows('Keys')[1]?.hash}`]]);
    expect(await office.statusesOf(key, office.secrets.apiKey)).toEqual([401, 200]);
  });

  test('the ID of a deleted row is never used again', async () => {
    const last = office.rows('Keys').length + 1;
    const before = String(office.rows('Keys').at(-1)?.id);
    for (const column of 'ABCDEFGH') office.change('Keys', `${column}${last}`, '');
    await click('newKey', { text: ADMIN }, { text: 'the next' }, { button: 'NO' });
    expect(Number(String(office.rows('Keys').at(-1)?.id).slice(2))).toBe(Number(before.slice(2)) + 1);
  });

  const REFUSED: [Parameters<Office['execute']>[0], Answers, string][] = [
    [
      'newUser',
      [{ text: 'mira' }, { text: 'admin' }, {}],
      'email must be an address such as anna@example.com (got "mira").',
    ],
    ['newUser', [{ text: ADMIN }, { text: 'admin' }, {}], `email ${ADMIN} already belongs to the user U-1.`],
    [
      'newUser',
      [{ text: 'a@b' }, { text: 'boss' }, {}],
      'role must be one of admin, agent, manager, staff (got "boss").',
    ],
    ['newUser', [{ text: 'a@b' }, { text: 'staff' }, {}], 'cafeId is required for the role staff.'],
    [
      'newUser',
      [{ text: 'a@b' }, { text: 'agent' }, { text: 'C-1' }],
      'cafeId must be empty for the role agent (got "C-1").',
    ],
    ['newKey', [{ text: 'a@b' }, { text: 'x' }], 'There is no user a@b.'],
    ['newKey', [{ text: ADMIN }, { text: 'x'.repeat(81) }], 'name must be 1 to 80 characters (got 81).'],
    ['newPassword', [{ text: 'a@b' }], 'There is no user a@b.'],
    ['disableUser', [{ text: 'a@b' }], 'There is no user a@b.'],
    ['logOutEverywhere', [{ text: 'a@b' }], 'There is no user a@b.'],
    ['revokeKey', [{ text: 'K-99' }], 'There is no API key "K-99".'],
  ];

  test.each(spread(REFUSED, 6))(
    '%s with %j says what is wrong and writes nothing',
    async (name, answers, said) => {
      const before = office.cells();
      await expect(click(name, ...answers)).rejects.toThrow(said);
      expect(office.cells()).toEqual(before);
    },
  );

  const CANCELLED: [Parameters<Office['execute']>[0], Answers][] = [
    ['newUser', [{ text: 'a@b' }, { text: 'admin' }, { button: 'CANCEL' }]],
    ['newUser', [{ button: 'CANCEL' }]],
    ['revokeKey', [{ button: 'CANCEL' }]],
    ['newKey', [{ text: ADMIN }, { button: 'CANCEL' }]],
  ];

  test.each(spread(CANCELLED, 2))('%s cancelled after %j does nothing', async (name, answers) => {
    const before = rows();
    await click(name, ...answers);
    expect(rows()).toEqual(before);
  });

  test('a disabled user is refused at once: password, sessions and keys', async () => {
    const credentials = [await office.tokenOf(ADMIN), office.secrets.apiKey];
    expect(await office.statusesOf(...credentials)).toEqual([200, 200]);
    await click('disableUser', { text: ADMIN });
    const refused = { status: 401, body: expect.stringContaining('disabled') };
    expect(await office.getAll(...credentials)).toMatchObject([refused, refused]);
    expect((await office.logIn(ADMIN)).status).toBe(401);
  });

  test('the demo is refused where other users exist', async () => {
    const demo = { users: [{ email: ADMIN, role: 'admin' }], key: 'demo' };
    await expect(office.run('seedDemo', [demo])).rejects.toThrow('users of its own');
  });
});

test('a demo that was cut off can be repeated: the users get new passwords', async () => {
  const office = await startOffice();
  const users = [
    { email: ADMIN, role: 'admin' },
    { email: STAFF, role: 'staff', cafeId: 'C-1' },
  ];
  const again = (await office.run('seedDemo', [{ users, key: 'demo' }])) as Office['secrets'];
  expect(again.users).toEqual([
    { email: ADMIN, role: 'admin', cafeId: '', password: expect.stringMatching(/^[0-9a-z]{24}$/) },
    { email: STAFF, role: 'staff', cafeId: 'C-1', password: expect.stringMatching(/^[0-9a-z]{24}$/) },
  ]);
  expect((await office.logIn(ADMIN, again.users[0]?.password)).status).toBe(200);
  expect((await office.logIn(ADMIN)).status).toBe(401);
  expect((await office.get(again.apiKey, { way: 'plain' })).status).toBe(200);
  expect(office.rows('Users')).toHaveLength(2);
  await office.close();
});
