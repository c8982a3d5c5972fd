import type { HealthReport } from '../../src/health/report';
import { describeLong, testLong } from '../harness/extent';
import { healthTexts, toHealthRows } from '../harness/health';
import { type Desk, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { saying, wordsOf } from '../harness/words';
import { choose, labelsInRed, setProperty, withhold, withoutAlerts } from './at-sheet';

const MINUTE = 60_000;

describe('Case desk > Health', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking();
  });
  afterEach(() => desk.close());

  /** The lines of the tab, by their labels. */
  async function health(at = {}): Promise<Record<string, string>> {
    const { error } = await choose(desk, 'showHealth', at);
    expect(error).toBeUndefined();
    return healthTexts(desk.grid('Health'));
  }
  const inRed = () => labelsInRed(desk, 'Health');
  const states = () =>
    Object.fromEntries(toHealthRows(desk.grid('Health')).map(({ label, state }) => [label, state]));

  test('shows three lights, and below them everything that was looked at in one cell to copy', async () => {
    await desk.deliver(await compose());
    desk.set('emailAlerts', 'TRUE');
    await desk.advance(5 * MINUTE);
    const texts = await health();
    const rows = toHealthRows(desk.grid('Health'));
    expect(rows.slice(0, 5)).toEqual([
      { label: 'Health', state: 'OK', text: 'Nothing needs you. Checked today at 09:05.' },
      {
        label: 'Mail comes in',
        state: 'OK',
        text: expect.stringMatching(
          /^Mail was last checked (just now|\d minutes? ago)\. Compared with Gmail today at 09:00: no tracked sender wrote in the last 30 days\.$/,
        ),
      },
      { label: 'Alerts go out', state: 'OK', text: 'Alerts go to owner@example.com.' },
      {
        label: 'Room is left',
        state: 'OK',
        text: expect.stringMatching(
          /^The sheet is less than 1 % full\. How fast it fills will be known tomorrow\./,
        ),
      },
      {
        label: 'Everything else',
        state: 'OK',
        text: expect.stringMatching(/^Version \d+\.\d+\.\d+ is running\.$/),
      },
    ]);
    expect(texts).toMatchObject({
      'Last check': expect.stringMatching(/Messages stored so far: 1\.$/),
      Timer: 'Mail is checked every 5 minutes.',
      Version: expect.stringMatching(/ \d+\.\d+\.\d+\+[0-9a-f]{8}$/),
      'Columns of the sheet': 'The columns of the sheet are up to date.',
      Editors: expect.stringMatching(/^Google lists no editor besides the owner\. Members of a group/),
      'Last errors': 'No error is recorded.',
    });
    expect(inRed()).toEqual([]);
    const { lights, lines, text } = (await desk.run('getHealth')) as HealthReport;
    expect([lights.length, lines.length]).toEqual([4, rows.length - 5]);
    const [label, , copied] = desk.grid('Health').at(-1) ?? [];
    expect(label).toBe('To get help, copy this cell');
    // The tab counts its own cells too.
    expect(copied?.replace(/[\d,]+ of 10,/, '')).toBe(text.replace(/[\d,]+ of 10,/, ''));
  });

  describeLong('forecasts when the ten million cells of a spreadsheet are full', () => {
    const DAY = 86_400_000;

    const resize = (rows: number) =>
      desk.ownerRuns(
        // biome-ignore lint/security/noGlobalEval: the number has to be in the text of the owner's script
        eval(`() => {
          const sheet = SpreadsheetApp.getActive().getSheetByName('Messages');
          const more = ${rows} - sheet.getMaxRows();
          if (more > 0) sheet.insertRowsAfter(sheet.getMaxRows(), more);
          if (more < 0) sheet.deleteRows(${rows} + 1, -more);
        }`),
      );
    const cells = async () => String((await health()).Cells);

    test('from two measurements a day apart', async () => {
      desk.stopTimers();
      await resize(100_000);
      expect(await cells()).toMatch(
        /^The sheet is 13 % full\. How fast it fills will be known tomorrow\. .* 1,3\d\d,\d{3} of 10,000,000 cells\.$/,
      );
      await desk.advance(30 * DAY);
      expect(await cells()).toMatch(/ At its present pace it will not be full within ten years\./);
      await desk.advance(30 * DAY);
      await resize(270_000);
      expect(await cells()).toMatch(
        /^The sheet is 35 % full\. At its present pace it will be full in about 6 months\./,
      );
      expect(inRed()).not.toContain('Cells');
    });

    test('as a warning from 70 % on, and anew once rows have been deleted', async () => {
      desk.stopTimers();
      await resize(540_000);
      expect(await cells()).toMatch(
        /^The sheet is 70 % full\. .* Choose "Remove old data", or delete blank rows/,
      );
      expect(states()).toMatchObject({ 'Room is left': 'Warning', Cells: 'Warning' });
      await desk.advance(2 * DAY);
      await resize(10_000);
      expect(await cells()).toMatch(/will be known tomorrow\./);
      await desk.advance(2 * DAY);
      expect(await cells()).toMatch(/ At its present pace it will not be full within ten years\./);
    });

    test('also where its measurements cannot be read', async () => {
      setProperty(desk, 'cells', '{"first":');
      expect(await cells()).toMatch(/will be known tomorrow\./);
    });
  });

  testLong('is shown as the tab in front', async () => {
    await health();
    expect(await desk.ownerRuns(() => SpreadsheetApp.getActive().getActiveSheet().getName())).toBe('Health');
  });

  test('says since when nothing was checked, once that is longer than 15 minutes', async () => {
    desk.stopTimers();
    await desk.advance(14 * MINUTE);
    expect(await health()).toMatchObject({
      'Mail comes in': expect.stringMatching(
        /^The timer is not running, so mail is not checked\. Choose Case desk > Set up/,
      ),
      Timer: expect.stringMatching(
        /^The timer is not running, so mail is not checked\. Choose Case desk > Set up/,
      ),
    });
    expect(inRed()).toEqual(['Health', 'Mail comes in']);
    await desk.advance(2 * MINUTE);
    expect(await health()).toMatchObject({
      Health: expect.stringMatching(/^1 thing needs you\./),
      'Mail comes in': expect.stringMatching(/^The timer is not running/),
      'Last check': expect.stringMatching(/^Mail was last checked 16 minutes ago\./),
    });
    expect(inRed()).toEqual(['Health', 'Mail comes in']);
  });

  testLong('counts the minutes of the timer as the quota does, and of nothing else', async () => {
    for (let check = 0; check < 3; check++) await desk.run('checkMail');
    expect(await health()).toMatchObject({
      'Timer minutes': expect.stringMatching(/ used less than 1 in the last 24 hours\. 0\.0 minutes of 90/),
    });
    await desk.advance(120 * MINUTE);
    const used = desk.local.services.quotas.used('triggerMs') / MINUTE;
    const [, told] = /([\d.]+) minutes of/.exec((await health())['Timer minutes'] ?? '') ?? [];
    expect(Number(told)).toBeGreaterThan(used * 0.75);
    expect(Number(told)).toBeLessThan(used * 1.25);
  });

  test('counts the calls of Gmail, and forgets what was used more than a day ago', async () => {
    const before = JSON.parse(desk.properties().progress ?? '').usage;
    const attachments = [{ filename: 'a.txt', content: 'one' }];
    await desk.deliver(await compose({ attachments }));
    await desk.advance(5 * MINUTE);
    const { calls = [] } = desk.local.executions.at(-1) ?? {};
    const methods = calls.map(({ method }) => method).filter((method) => method.startsWith('gmail.'));
    expect(methods).toEqual([
      'gmail.history.list',
      'gmail.messages.get',
      'gmail.messages.attachments.get',
      'gmail.messages.list',
    ]);
    const earlier = before.reduce((total: number, { calls }: { calls: number }) => total + calls, 0);
    expect((await health()).Gmail).toBe(
      `Gmail was asked ${earlier + 4} times in the last 24 hours. The limit is 20,000 a day, 50,000 in a Workspace.`,
    );
    desk.stopTimers();
    await desk.advance(25 * 60 * MINUTE);
    expect(await health()).toMatchObject({
      'Timer minutes': expect.stringMatching(/ 0\.0 minutes of/),
      Gmail: expect.stringMatching(/^Gmail was asked 0 times /),
    });
  });

  test('shows how many alerts can still be sent, where it has the permission to ask', async () => {
    expect((await health()).Alerts).toBe('Alerts are off.');
    desk.set('emailAlerts', 'TRUE');
    desk.local.services.quotas.use('mailRecipients', 100);
    expect((await health()).Alerts).toBe(
      "No more alerts can be sent today: the account's daily limit at Google is used up. They resume automatically within a day.",
    );
    expect(inRed()).toEqual(['Health', 'Alerts go out']);
    withhold(desk, 'script.send_mail');
    const withheld = await health();
    expect(withheld).not.toHaveProperty('Alerts');
    expect(withheld['Alerts go out']).toContain('"Send mail as you" is missing, so alerts are not sent');
  });

  testLong(
    'says of a desk that was deployed without alerts that none are sent, once they are on',
    async () => {
      const script = withoutAlerts(desk);
      expect((await health({ script }))['Alerts go out']).toBe('Alerts are off.');
      desk.set('emailAlerts', 'TRUE');
      expect((await health({ script }))['Alerts go out']).toBe(
        'Alerts are not sent: this desk was deployed without them (--no-alerts). Deploy it with --alerts.',
      );
      expect(states()).toMatchObject({ Health: 'Warning', 'Alerts go out': 'Warning' });
    },
  );

  test('lists what waits for a retry, and why', async () => {
    const { id } = await desk.deliver(await compose());
    desk.google.fail({
      path: new RegExp(`messages/${id}\\?`),
      status: 500,
      message: 'Backend error.',
      times: 2,
    });
    await desk.run('checkMail');
    expect((await health()).Retries).toMatch(
      new RegExp(
        `^Message ${id} could not be read, just now\\. Retried with the next check\\. Last error: .*${wordsOf('Backend error')}`,
      ),
    );
    expect(states()).toMatchObject({ 'Mail comes in': 'Warning', Retries: 'Warning' });
    expect(inRed()).toEqual([]);
  });

  testLong('says that the columns are out of date where this version wants others', async () => {
    setProperty(desk, 'layout', '0ddba115');
    expect((await health())['Columns of the sheet']).toBe(
      'The columns of the sheet are out of date. Choose Set up.',
    );
    expect(inRed()).toEqual(['Health', 'Mail comes in']);
  });

  test('names who else can edit the sheet, and what the page met unexpectedly, but nothing that it refused', async () => {
    desk.spreadsheets.share(desk.local.scripts.desk.spreadsheetId, 'bob@example.com');
    desk.spreadsheets.share(desk.local.scripts.desk.spreadsheetId, 'eve@example.com');
    await desk.run('getCase', 'CASE-1000');
    const fault = { call: 1, kind: 'throw before', message: 'Service error.' } as const;
    expect((await desk.execute('getBell', [], { fault })).error?.message).toEqual(saying('Service error.'));
    const { Editors } = await health();
    expect(Editors).toMatch(/^bob@example\.com, eve@example\.com can edit this sheet, .* under Share/);
    const last = toHealthRows(desk.grid('Health')).slice(-2);
    expect(last.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^1 error came in the last 24 hours\. An error that came once/),
      expect.stringMatching(new RegExp(`^The page: ${wordsOf('Service error. ')}`)),
    ]);
    expect(inRed()).toEqual(['Health', 'Everything else']);
    expect(states()).toMatchObject({ 'Mail comes in': 'OK', 'Alerts go out': 'OK' });
  });

  test('lists what ended a check, without a word of any mail', async () => {
    await desk.deliver(await compose({ subject: 'A secret', text: 'Hidden words' }));
    desk.google.fail({ path: /history/, status: 500, message: 'Backend error.', times: 2 });
    await desk.execute('checkMail');
    const lines = Object.values(await health());
    const words = wordsOf('API call to gmail.users.history.list failed with error: Backend error.');
    expect(lines.at(-1)).toMatch(new RegExp(`^checkMail: ${words}`));
    expect(lines.join()).not.toMatch(/secret|Hidden/);
  });

  const problems = () =>
    toHealthRows(desk.grid('Health'))
      .slice(5)
      .flatMap(({ state, text }) => (state === 'Problem' ? [text] : []));

  test('names all that the sheet lacks, and what else is wrong', async () => {
    desk.edit('Settings', 'A2', 'absender');
    desk.deleteRow('Settings', 8);
    desk.edit('Cases', 'D1', 'customer');
    desk.deleteColumn('Cases', 5);
    desk.spreadsheets.renameSheet(desk.local.scripts.desk.spreadsheetId, 'Messages', 'Mine');
    desk.stopTimers();
    await desk.deliver(await compose());
    for (let run = 0; run < 3; run++) await desk.execute('checkMail');
    withhold(desk, 'drive.file', 'script.send_mail');
    await health();
    const setUp = 'Run Set up from the menu.';
    const noColumn = (name: string) =>
      `The Cases tab has no column headed "${name}". Rename its header back to "${name}", or run Set up from the menu.`;
    expect(problems()).toEqual([
      expect.stringMatching(/^The permission "Store files in your Drive" is missing/),
      expect.stringMatching(/^The permission "Send mail as you" is missing/),
      expect.stringMatching(/^The timer is not running/),
      expect.stringMatching(/^The last 3 checks failed/),
      noColumn('sender'),
      noColumn('subject'),
      `The sheet has no tab "Messages". ${setUp}`,
      `The Settings tab has no row "senders". ${setUp}`,
      `The Settings tab has no row "failed". ${setUp}`,
    ]);
  });

  testLong('names each reason for which the files of a message are missing', async () => {
    const attachments = ['a.txt', 'b.txt'].map((filename) => ({ filename, content: 'one' }));
    await desk.deliver(await compose({ attachments }));
    desk.google.fail({ path: /upload/, status: 500, message: 'Backend error.', times: 2 });
    desk.google.fail({ path: /attachments/, status: 500, message: 'No such part.', times: 2 });
    await desk.run('checkMail');
    expect((await health()).Retries).toMatch(
      new RegExp(`${wordsOf('No such part.')}.*; .*${wordsOf('Backend error.')}`),
    );
  });

  testLong('without the permission for the sheet says what is missing in a dialog', async () => {
    withhold(desk, 'spreadsheets.currentonly', 'gmail.readonly');
    const { shown } = await choose(desk, 'showHealth');
    expect(shown).toMatchObject([{ kind: 'alert', title: 'Health' }]);
    expect(shown[0]?.text?.split('\n\n')).toEqual([
      expect.stringMatching(/^The permission "Read your mail" is missing/),
      expect.stringMatching(/^The permission "Use this sheet" is missing/),
    ]);
  });

  test('without the permission for the sheet says that in a dialog', async () => {
    withhold(desk, 'spreadsheets.currentonly');
    const { shown } = await choose(desk, 'showHealth');
    expect(shown).toEqual([
      {
        kind: 'alert',
        title: 'Health',
        text: 'The permission "Use this sheet" is missing, so the sheet cannot be read or written. Choose Case desk > Set up and tick every box.',
      },
    ]);
  });

  test('costs a check without new mail no call', async () => {
    await desk.checkByTimer();
    const { calls } = await desk.checkByTimer();
    expect(calls.map(({ method }) => method)).toEqual([
      'lock.try',
      'properties.getAll',
      'gmail.history.list',
      'properties.set',
    ]);
  });
});

testLong('what is counted for 24 hours fits into its property beside everything else', async () => {
  const desk = await startTracking({ senders: [ANNA] });
  await desk.advance(25 * 60 * MINUTE);
  const { usage } = JSON.parse(desk.properties().progress ?? '');
  expect(usage.length).toBeLessThanOrEqual(25);
  expect(JSON.stringify(usage).length).toBeLessThan(1_600);
  await desk.close();
});
