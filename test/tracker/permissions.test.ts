import { openStore } from '../../runtime/store';
import { spread, testLong } from '../harness/extent';
import { type Desk, START, startDesk, startPreparedDesk } from '../harness/local';
import { ANNA } from '../harness/mail';
import { PERMISSION_NAMES } from '../harness/permission-names';
import { choose, withhold, withoutAlerts } from './at-sheet';

const READY = { kind: 'toast', title: 'Case desk is ready' };

describe('Set up', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startDesk();
  });
  afterEach(() => desk.close());

  const tabs = () => desk.sheets().map(({ name }) => name);
  const timers = () => desk.local.services.triggers.list().map(({ handler }) => handler);

  test('says last what is next, and shows the first steps unless that permission is missing', async () => {
    withhold(desk, 'script.container.ui');
    const { shown, sidebar: refused } = await choose(desk, 'setUp');
    withhold(desk);
    expect([refused, (await choose(desk, 'setUp')).sidebar]).toEqual([
      undefined,
      expect.stringContaining('Senders to track'),
    ]);
    expect(shown).toEqual([
      {
        ...READY,
        text: 'Mail is checked every 5 minutes. Next: enter the senders to track, in the Settings tab or on the page.',
      },
    ]);
    desk.set('senders', ANNA);
    expect((await choose(desk, 'setUp')).shown.at(-1)?.text).toBe(
      'Mail is checked every 5 minutes. Next: choose "Open the page" to see your cases.',
    );
  });

  test.each(
    spread(
      [
        ['gmail.readonly', 'mail is not read'],
        ['spreadsheets.currentonly', 'the sheet cannot be read or written'],
        ['drive.file', 'attachments are not stored'],
        ['script.scriptapp', 'mail is not checked automatically'],
      ],
      2,
    ),
  )(
    'without the permission %s explains it, has Google ask again, and does nothing else',
    async (scope, why) => {
      withhold(desk, scope);
      const { shown, kinds, asked } = await choose(desk, 'setUp');
      expect(kinds).toEqual(['alert', 'consent']);
      expect(shown[0]?.text).toContain(`- ${PERMISSION_NAMES[scope]}: without it ${why}.`);
      expect(asked).toEqual([scope]);
      expect([tabs(), timers(), desk.properties()]).toEqual([['Sheet1'], [], {}]);
    },
  );

  test('after a deployment with the wide scope asks for that, though the narrow one was granted', async () => {
    const narrow = desk.local.scripts.desk.manifest.oauthScopes;
    await desk.close();
    desk = await startDesk(openStore(':memory:'), START, { wideSheets: true });
    const { services, scripts } = desk.local;
    services.grants.limit(scripts.desk, narrow);
    expect((await choose(desk, 'setUp')).asked).toEqual(['spreadsheets']);
    services.grants.limit(scripts.desk, [...narrow, 'spreadsheets']);
    expect((await choose(desk, 'setUp')).kinds).toEqual(['toast']);
  });

  testLong('asks for all that is missing at once', async () => {
    withhold(desk, 'gmail.readonly', 'drive.file', 'script.send_mail');
    expect((await choose(desk, 'setUp')).asked).toEqual(['gmail.readonly', 'drive.file', 'script.send_mail']);
  });

  test('is done by the next one, once all is granted', async () => {
    withhold(desk, 'drive.file');
    await choose(desk, 'setUp');
    withhold(desk);
    expect((await choose(desk, 'setUp')).kinds).toEqual(['toast']);
    expect([tabs(), timers()]).toEqual([['Cases', 'Messages', 'Settings', 'Overview'], ['checkMail']]);
  });

  test.each(
    spread(
      [
        ['YES', ['alert', 'toast', 'consent'], ['script.send_mail']],
        ['NO', ['alert', 'toast'], []],
        ['CLOSE', ['alert', 'toast'], []],
      ],
      2,
    ),
  )(
    'with all but the permission to send mail makes everything, and asks on %s',
    async (button, kinds, asked) => {
      withhold(desk, 'script.send_mail');
      const set = await choose(desk, 'setUp', { answers: [{ button }] });
      expect(set).toMatchObject({ kinds, asked });
      expect(set.shown[0]?.text).toContain('so no alerts about new cases can be sent to you');
      expect([tabs(), timers()]).toEqual([['Cases', 'Messages', 'Settings', 'Overview'], ['checkMail']]);
    },
  );

  test('says nothing of alerts where the desk was deployed without them', async () => {
    const { shown } = await choose(desk, 'setUp', { script: withoutAlerts(desk) });
    expect(shown).toMatchObject([READY]);
    expect(await settingsWithoutAlerts()).toMatchObject({ health: { timer: true, problems: [] } });
  });

  test('a missing permission to send mail is no problem as long as alerts are off', async () => {
    await desk.close();
    desk = await startPreparedDesk('a desk that was set up', (original) => original.setUp());
    withhold(desk, 'script.send_mail');
    const [off, , on] = await desk.runAll(
      ['getSettings'],
      ['saveSettings', { emailAlerts: true }],
      ['getSettings'],
    );
    expect(off).toMatchObject({ health: { problems: [] } });
    expect(on).toMatchObject({
      health: {
        problems: [expect.stringContaining('"Send mail as you" is missing, so alerts are not sent')],
      },
    });
  });

  async function settingsWithoutAlerts(): Promise<unknown> {
    const { returned } = await choose(desk, 'getSettings', {
      script: withoutAlerts(desk),
      kind: 'page function',
    });
    return returned?.kind === 'value' ? JSON.parse(returned.json ?? '') : {};
  }
});

describe('saveSettings', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startPreparedDesk('a desk that was set up', (original) => original.setUp());
  });
  afterAll(() => desk.close());

  test('has no warning while alerts can be sent', async () => {
    expect(await desk.run('saveSettings', { emailAlerts: true })).not.toHaveProperty('warning');
  });

  test('without the permission to send mail saves, and says what is missing and what to do, unless alerts are off', async () => {
    withhold(desk, 'script.send_mail');
    const [off, on] = await desk.runAll(
      ['saveSettings', { emailAlerts: false }],
      ['saveSettings', { emailAlerts: true }],
    );
    expect(off).not.toHaveProperty('warning');
    expect(on).toMatchObject({
      ok: true,
      emailAlerts: true,
      warning:
        'The permission "Send mail as you" is missing, so alerts are not sent. Choose Case desk > Set up and tick every box.',
    });
    expect(desk.setting('emailAlerts')).toBe(true);
  });

  test.each([
    ['from the beginning', (): void => withhold(desk, 'script.send_mail')],
    ['after the permission had been given', (): void => withhold(desk)],
  ])('says so where the desk was deployed without alerts %s', async (_, grant) => {
    grant();
    const { manifest } = withoutAlerts(desk);
    const saved = await desk.local.run(
      { ...desk.local.scripts.desk, ...(manifest ? { manifest } : {}) },
      'saveSettings',
      [{ emailAlerts: true }],
    );
    expect(saved.returned).toMatchObject({
      json: expect.stringContaining('deployed without them (--no-alerts)'),
    });
  });
});
