import { ADMIN, getting, type Office, STAFF, sending, startOffice } from './office';
import type { MenuItem } from './script';

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
      'id email passwordHash role cafeId createdAt disabledAt version sessionVersion phone away'.split(' '),
    );
    expect(Object.keys(office.rows('Keys')[0] ?? {})).toEqual(
      'id userId hash name allowsPlain createdAt revokedAt version'.split(' '),
    );
  });

  test('a new user can log in with the password that is shown', async () => {
    const shown = await click('newUser', { text: ' Mira@Example.com ' }, { text: '3' }, { text: 'C-7' });
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
    const tries = [office.passwordOf(STAFF), password].map((tried) => office.toLogIn(STAFF, tried));
    expect(await office.sendAll(tries)).toMatchObject([{ status: 401 }, { status: 200 }]);
  });

  test('a new API key is shown once and works, until it is revoked', async () => {
    const shown = await click('newKey', { text: ADMIN }, { text: 'the website' }, { button: 'NO' });
    const [, key = ''] = /^API key: (\S+)$/m.exec(shown) ?? [];
    const made = await office.runAll([getting(key), getting(key, 'plain')]);
    expect(made).toMatchObject([{ status: 200 }, { status: 401 }]);
    expect(office.rows('Keys')[1]).toMatchObject({
      id: 'K-2',
      userId: 'U-1',
      name: 'the website',
      allowsPlain: false,
    });
    await click('revokeKey', { text: ' k-2 ' });
    const { hash } = office.rows('Keys')[1] ?? {};
    const [warm, , ...cold] = await office.runAll([
      getting(key),
      ['drop', [`c:${hash}`, `r:${hash}`]],
      getting(key),
      getting(office.secrets.apiKey),
    ]);
    expect([warm, ...cold]).toMatchObject([{ status: 401 }, { status: 401 }, { status: 200 }]);
  });

  test('the ID of a deleted row is never used again', async () => {
    const last = office.rows('Keys').length + 1;
    const before = String(office.rows('Keys').at(-1)?.id);
    for (const column of 'ABCDEFGH') office.change('Keys', `${column}${last}`, '');
    await click('newKey', { text: ADMIN }, { text: 'the next' }, { button: 'NO' });
    expect(Number(String(office.rows('Keys').at(-1)?.id).slice(2))).toBe(Number(before.slice(2)) + 1);
  });

  /** What is entered answers all that is asked. */
  const REFUSED: [MenuItem, Answers, string][] = [
    [
      'newUser',
      [{ text: 'mira' }, { text: 'admin' }, {}],
      'email must be an address such as anna@example.com (got "mira").',
    ],
    [
      'newUser',
      [{ text: ADMIN }, { text: 'Runs everything' }, {}],
      `email ${ADMIN} already belongs to the user U-1.`,
    ],
    [
      'newUser',
      [{ text: 'a@b' }, { text: 'boss' }],
      'role must be one of admin, agent, manager, staff (got "boss").',
    ],
    ['newUser', [{ text: 'a@b' }, { text: 'staff' }, {}], 'cafeId is required for the role staff.'],
    ['newKey', [{ text: 'a@b' }, { text: 'x' }, { button: 'NO' }], 'There is no user a@b.'],
    [
      'newKey',
      [{ text: ADMIN }, { text: 'x'.repeat(81) }, { button: 'NO' }],
      'name must be 1 to 80 characters (got 81).',
    ],
    ['newPassword', [{ text: 'a@b' }], 'There is no user a@b.'],
    ['disableUser', [{ text: 'a@b' }], 'There is no user a@b.'],
    ['logOutEverywhere', [{ text: 'a@b' }], 'There is no user a@b.'],
    ['revokeKey', [{ text: 'K-99' }], 'There is no API key "K-99".'],
  ];

  test('they say what is wrong with what is entered, and write nothing', async () => {
    const before = office.cells();
    const answers = REFUSED.flatMap(([, entered]) => [...entered]);
    const told = await office.runAll(
      REFUSED.map(([item]) => ['refusalOf', item]),
      { kind: 'menu', answers },
    );
    expect(told).toEqual(REFUSED.map(([, , said]) => expect.stringContaining(said)));
    expect(office.cells()).toEqual(before);
  });

  const CANCELLED: [MenuItem, Answers][] = [
    ['newUser', [{ text: 'a@b' }, { text: 'admin' }, { button: 'CANCEL' }]],
    ['newUser', [{ button: 'CANCEL' }]],
    ['revokeKey', [{ button: 'CANCEL' }]],
    ['newKey', [{ text: ADMIN }, { button: 'CANCEL' }]],
  ];

  test('they do nothing where a dialog is cancelled', async () => {
    const before = rows();
    const answers = CANCELLED.flatMap(([, entered]) => [...entered]);
    const told = await office.runAll(
      CANCELLED.map(([item]) => ['refusalOf', item]),
      { kind: 'menu', answers },
    );
    expect(told).toEqual(CANCELLED.map(() => ''));
    expect(rows()).toEqual(before);
  });

  test('a disabled user is refused at once: password, sessions and keys', async () => {
    const credentials = [await office.tokenOf(ADMIN), office.secrets.apiKey];
    expect(await office.statusesOf(...credentials)).toEqual([200, 200]);
    await click('disableUser', { text: ADMIN });
    const refused = { status: 401, body: expect.stringContaining('disabled') };
    const logIn = sending(office.toLogIn(ADMIN));
    const told = await office.runAll([...credentials.map((one) => getting(one)), logIn]);
    expect(told).toMatchObject([refused, refused, { status: 401 }]);
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
  const told = await office.runAll([
    sending(office.toLogIn(ADMIN, again.users[0]?.password)),
    sending(office.toLogIn(ADMIN)),
    getting(again.apiKey, 'plain'),
  ]);
  expect(told).toMatchObject([{ status: 200 }, { status: 401 }, { status: 200 }]);
  expect(office.rows('Users')).toHaveLength(2);
  await office.close();
});
