import { spread } from '../harness/extent';
import { type Desk, OWNER, type Step, startPreparedDesk } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { PERMISSION_NAMES } from '../harness/permission-names';

describe('saveSettings and getSettings', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startPreparedDesk('a desk that was set up', (original) => original.setUp());
  });
  afterAll(() => desk.close());

  test('a fresh desk has no senders and no alerts', async () => {
    expect(await desk.run('getSettings')).toEqual({
      senders: [],
      emailAlerts: false,
      address: '',
      alertEmail: '',
      domains: [],
      reopenOnReply: null,
      lookBackDays: 30,
      timerMinutes: 45,
      rules: [],
      groups: [],
      groupsFound: [],
      lastCheckedAt: null,
      nextCaseNumber: 1,
      health: { timer: true, problems: [] },
      sheetUrl: expect.stringMatching(/^https:/),
      pageUrl: expect.stringMatching(/\/exec$/),
    });
  });

  test('what was saved is answered', async () => {
    const settings = {
      senders: [ANNA],
      emailAlerts: true,
      alertEmail: 'me@home.example',
      domains: ['shop.example'],
      reopenOnReply: true,
      lookBackDays: 60,
      timerMinutes: 180,
      rules: [{ from: ANNA, status: 'In Progress' }],
      groups: ['support@company.example'],
    };
    const [saved, read, , changed] = await desk.runAll(
      ['saveSettings', settings],
      ['getSettings'],
      ['saveSettings', { emailAlerts: false }],
      ['getSettings'],
    );
    expect(saved).toEqual({ ok: true, ...settings });
    expect(read).toMatchObject(settings);
    // Keys that are left out stay.
    expect(changed).toMatchObject({ ...settings, emailAlerts: false });
  });

  test('addresses are stored in lower case, once each, one on a line', async () => {
    await desk.run('saveSettings', { senders: ['Anna@Customer.example', ANNA, ' bob@customer.example '] });
    expect(desk.setting('senders')).toBe(`${ANNA}\nbob@customer.example`);
  });

  test('addresses may be typed into the tab with a name', async () => {
    const typed = `Anna Berg <${ANNA}>, "Ito, Ben" <ben@two.example>\nEve<eve@home.example> cara@three.example; <d@four.example>`;
    desk.edit('Settings', 'B2', typed);
    const senders = [ANNA, 'ben@two.example', 'eve@home.example', 'cara@three.example', 'd@four.example'];
    expect(await desk.run('getSettings')).toMatchObject({ senders });
  });

  const saveAll = (inputs: readonly unknown[]) =>
    desk.runAll(...inputs.map((input): Step => ['saveSettings', input]));

  test('addresses of unusual forms can be tracked', async () => {
    const addresses = [
      'jdöe@mächine.example',
      'root@intranet',
      'x@a_b.example',
      '_@_b.example',
      "o'neil+lamp@sub.customer-one.example",
    ];
    expect(await saveAll(addresses.map((address) => ({ senders: [address] })))).toMatchObject(
      addresses.map((address) => ({ ok: true, senders: [address] })),
    );
  });

  test('what is not valid is refused, and nothing is written', async () => {
    const addresses = [
      'a@',
      '@b.example',
      'a@b@c.example',
      'a@.example',
      'a@b..example',
      'a@b.example)',
      '"a@b.example"',
      'a@-b.example',
      '*@b.example',
      'a*@b.example',
      'a..c@b.example',
      '.a@b.example',
      '',
    ];
    const refused: [string, unknown, unknown][] = [
      ['a sender that is no address', { senders: ['nobody'] }, '"nobody" is not a valid email address'],
      [
        'a sender with a blank inside',
        { senders: ['a b@c.example'] },
        '"a b@c.example" is not a valid email address',
      ],
      ['a sender that is no text', { senders: [7] }, '7 is not a valid email address'],
      ['an alert address that is none', { alertEmail: 'x@' }, '"x@" is not a valid email address'],
      ['senders that are no list', { senders: ANNA }, 'senders must be a list of email addresses'],
      ['alerts that are neither on nor off', { emailAlerts: 'yes' }, 'emailAlerts must be true or false'],
      ['an unknown key', { sender: [ANNA] }, expect.stringContaining('sender')],
      ['no object', 'senders', expect.stringContaining('saveSettings takes an object')],
      ['a list', [], expect.stringContaining('saveSettings takes an object')],
      [
        'an address that is too long',
        { senders: [`${'a'.repeat(250)}@b.example`] },
        `"${'a'.repeat(120)}…" is not a valid email address`,
      ],
      ['nothing', null, expect.stringContaining('saveSettings takes an object')],
    ];
    const before = desk.sheets();
    const told = await saveAll([
      ...refused.map(([, input]) => input),
      ...addresses.map((address) => ({ senders: [address] })),
    ]);
    expect(told.slice(refused.length)).toEqual(
      addresses.map((value) => {
        const error = `${JSON.stringify(value)} is not a valid email address`;
        return { ok: false, error, field: 'senders', value };
      }),
    );
    expect(told.slice(0, refused.length).map((one, at) => [refused[at]?.[0], one])).toMatchObject(
      refused.map(([what, , error]) => [what, { ok: false, error }]),
    );
    expect(desk.sheets()).toEqual(before);
  });

  test('a row that is missing is named, and nothing is written', async () => {
    desk.edit('Settings', 'A2', 'absender');
    expect(await desk.run('saveSettings', { emailAlerts: true })).toEqual({
      ok: false,
      error: 'The Settings tab has no row "senders". Run Set up from the menu.',
      sheetUrl: expect.stringMatching(/^https:/),
    });
    expect(desk.setting('emailAlerts')).toBe(false);
    desk.edit('Settings', 'A2', 'senders');
  });

  test('the owner may also type the settings into the sheet', async () => {
    desk.set('senders', `${ANNA}, bob@customer.example; carl@customer.example`);
    desk.set('emailAlerts', 'TRUE');
    expect(await desk.run('getSettings')).toMatchObject({
      senders: [ANNA, 'bob@customer.example', 'carl@customer.example'],
      emailAlerts: true,
    });
  });

  test('what is typed there and is no address tracks nobody, and the health says so', async () => {
    desk.set('senders', `${ANNA}, *@shop.example, shop.example, .x@y.example`);
    desk.set('domains', 'a..b');
    await desk.deliver(await compose({ from: '*@shop.example' }));
    await desk.deliver(await compose({ from: 'bob@shop.example' }));
    const [settings, checked] = await desk.runAll(['getSettings'], ['checkMail']);
    const { health } = settings as { health: { problems: string[] } };
    const nobody = 'so it is ignored. Correct or remove it.';
    expect(health.problems).toEqual([
      `"*@shop.example" in the row senders of the Settings tab is not a valid email address, ${nobody}`,
      `"shop.example" in the row senders of the Settings tab is not a valid email address, ${nobody} To track a whole domain, use the row domains.`,
      `".x@y.example" in the row senders of the Settings tab is not a valid email address, ${nobody}`,
      `"a..b" in the row domains of the Settings tab is not a valid domain, ${nobody}`,
    ]);
    expect(checked).toMatchObject({ newMessages: 0 });
    desk.set('senders', `${ANNA}, bob@customer.example`);
    desk.set('domains', '');
  });

  test('after a check they show when that was, and the own address for alerts', async () => {
    const [, , read] = await desk.runAll(
      ['saveSettings', { alertEmail: '' }],
      ['checkMail'],
      ['getSettings'],
    );
    expect(read).toMatchObject({
      lastCheckedAt: expect.stringMatching(/^2026-11-21T09:\d\d:\d\d\.\d{3}Z$/),
      address: OWNER,
      alertEmail: OWNER,
    });
  });

  test.each(
    spread(
      [
        ['gmail.readonly', 'mail is not read'],
        ['drive.file', 'attachments are not stored'],
        ['script.send_mail', 'alerts are not sent'],
        ['script.scriptapp', 'mail is not checked automatically'],
      ],
      2,
    ),
  )('a missing permission %s is reported, with what does not work and what to do', async (scope, effect) => {
    const { services, scripts } = desk.local;
    const others = scripts.desk.manifest.oauthScopes.filter((granted) => !granted.endsWith(scope));
    services.grants.limit(scripts.desk, others);
    const { health } = (await desk.run('getSettings')) as { health: { problems: string[] } };
    expect(health.problems[0]).toBe(
      `The permission "${PERMISSION_NAMES[scope]}" is missing, so ${effect}. Choose Case desk > Set up and tick every box.`,
    );
    services.grants.limit(scripts.desk, undefined);
  });

  test('a missing timer is reported, with what to do', async () => {
    desk.stopTimers();
    expect(await desk.run('getSettings')).toMatchObject({
      health: { timer: false, problems: [expect.stringContaining('Case desk > Set up')] },
    });
  });
});
