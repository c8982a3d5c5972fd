import { describeLong, testLong } from '../harness/extent';
import { type Desk, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
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
    return Object.fromEntries(desk.grid('Health'));
  }
  const inRed = () => labelsInRed(desk, 'Health');

  test('says that all is well, and how far the desk has come', async () => {
    await desk.deliver(await compose());
    await desk.advance(5 * MINUTE);
    expect(await health()).toMatchObject({
      State: expect.stringMatching(/^No problems/),
      'Last check': expect.stringMatching(/^2026-11-21T09:\d\d:\d\d\.\d{3}Z, \d minutes? ago\.$/),
      Mail: 'Everything that had arrived by the last check has been processed. Messages stored so far: 1.',
      Timer: 'Checks mail every 5 minutes.',
      Retries: 'None pending.',
      Version: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{8} \(menu and timer\)\.$/),
      'Columns of the sheet': 'Up to date.',
      Editors: expect.stringMatching(/^Google lists no editor besides the owner\. Members of a group/),
      'Last errors': 'None.',
    });
    expect(inRed()).toEqual([]);
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
        /^7\d\d,\d{3} of 10,000,000 \(7 %\)\. The growth rate is known a day after Set up, and a day after rows were deleted\.$/,
      );
      await desk.advance(30 * DAY);
      expect(await cells()).toMatch(/ At the rate since 2026-11-21, it will not be full within ten years\.$/);
      await desk.advance(30 * DAY);
      await resize(500_000);
      expect(await cells()).toMatch(
        /^3,5\d\d,\d{3} of 10,000,000 \(35 %\)\. At the rate since 2026-11-21, it will be full in about 5 months\.$/,
      );
      expect(inRed()).not.toContain('Cells');
    });

    test('in red from 70 % on, and anew once rows have been deleted', async () => {
      desk.stopTimers();
      await resize(1_000_000);
      expect(await cells()).toMatch(/^7,0\d\d,\d{3} of 10,000,000 \(70 %\)\. .* Choose "Remove old data"\.$/);
      expect(inRed()).toContain('Cells');
      await desk.advance(2 * DAY);
      await resize(10_000);
      expect(await cells()).toMatch(/a day after rows were deleted\.$/);
      await desk.advance(2 * DAY);
      expect(await cells()).toMatch(/ At the rate since 2026-11-23, it will not be full within ten years\.$/);
    });

    test('also where its measurements cannot be read', async () => {
      setProperty(desk, 'cells', '{"first":');
      expect(await cells()).toMatch(/a day after rows were deleted\.$/);
    });
  });

  testLong('is shown as the tab in front', async () => {
    await health();
    expect(await desk.ownerRuns(() => SpreadsheetApp.getActive().getActiveSheet().getName())).toBe('Health');
  });

  test('says since when nothing was checked, once that is longer than 15 minutes', async () => {
    desk.stopTimers();
    await desk.advance(14 * MINUTE);
    expect(await health()).toMatchObject({ Timer: 'Not running.' });
    expect(inRed()).toEqual(['State', 'Problem']);
    await desk.advance(2 * MINUTE);
    expect(await health()).toMatchObject({
      State: expect.stringMatching(/^2 problems, in red below/),
      'Last check': expect.stringMatching(/, 16 minutes ago\.$/),
      Problem: expect.stringContaining(
        'The timer is not running, so mail is not checked. Choose Case desk > Set up',
      ),
    });
    expect(inRed()).toEqual(['State', 'Last check', 'Problem']);
  });

  testLong('counts the minutes of the timer as the quota does, and of nothing else', async () => {
    for (let check = 0; check < 3; check++) await desk.run('checkMail');
    expect(await health()).toMatchObject({
      'Timer minutes': expect.stringMatching(/^About 0\.0 in the last 24 hours\./),
    });
    await desk.advance(120 * MINUTE);
    const used = desk.local.services.quotas.used('triggerMs') / MINUTE;
    const [, told] = /^About ([\d.]+) in/.exec((await health())['Timer minutes'] ?? '') ?? [];
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
    expect(methods).toEqual(['gmail.history.list', 'gmail.messages.get', 'gmail.messages.attachments.get']);
    const earlier = before.reduce((total: number, { calls }: { calls: number }) => total + calls, 0);
    expect((await health()).Gmail).toBe(
      `${earlier + 3} calls in the last 24 hours. The limit is 20,000 a day, 50,000 in a Workspace.`,
    );
    desk.stopTimers();
    await desk.advance(25 * 60 * MINUTE);
    expect(await health()).toMatchObject({
      'Timer minutes': expect.stringMatching(/^About 0\.0 in/),
      Gmail: expect.stringMatching(/^0 calls /),
    });
  });

  test('shows how many alerts can still be sent, where it has the permission to ask', async () => {
    expect((await health()).Alerts).toBe('Off. 100 more can be sent today.');
    desk.set('emailAlerts', 'TRUE');
    desk.local.services.quotas.use('mailRecipients', 100);
    expect((await health()).Alerts).toBe('On, to owner@example.com. 0 more can be sent today.');
    expect(inRed()).toEqual(['State', 'Alerts']);
    withhold(desk, 'script.send_mail');
    const withheld = await health();
    expect(withheld).not.toHaveProperty('Alerts');
    expect(withheld.Problem).toContain('script.send_mail is missing, so alerts are not sent');
  });

  testLong('says nothing of alerts where the desk was deployed without them', async () => {
    await health({ script: withoutAlerts(desk) });
    expect(desk.grid('Health').flat().join()).not.toMatch(/alert|send_mail/i);
  });

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
        `^Message ${id} could not be read, once since 2026-11-21T.*\\. Retried with the next check\\. Last error: .*Backend error\\.`,
      ),
    );
    expect(inRed()).toEqual([]);
  });

  testLong('says that the columns are out of date where this version wants others', async () => {
    setProperty(desk, 'layout', '0ddba115');
    expect((await health())['Columns of the sheet']).toBe('Out of date. Choose Set up.');
    expect(inRed()).toEqual(['State', 'Columns of the sheet']);
  });

  test('names who else can edit the sheet, and what the page met unexpectedly, but nothing that it refused', async () => {
    desk.spreadsheets.share(desk.local.scripts.desk.spreadsheetId, 'bob@example.com');
    desk.spreadsheets.share(desk.local.scripts.desk.spreadsheetId, 'eve@example.com');
    await desk.run('getCase', 'CASE-1000');
    const fault = { call: 1, kind: 'throw before', message: 'Service error.' } as const;
    expect((await desk.execute('getBell', [], { fault })).error?.message).toBe('Service error.');
    const { Editors } = await health();
    expect(Editors).toMatch(/^bob@example\.com, eve@example\.com can edit this sheet, .* under Share/);
    const last = desk.grid('Health').slice(-2);
    expect(last.map(([, how]) => how)).toEqual([
      '1, newest first; 1 in the last 24 hours.',
      'The page: Service error.',
    ]);
    expect(inRed()).toEqual(['State', 'Editors', 'Last errors']);
  });

  test('lists what ended a check, without a word of any mail', async () => {
    await desk.deliver(await compose({ subject: 'A secret', text: 'Hidden words' }));
    desk.google.fail({ path: /history/, status: 500, message: 'Backend error.', times: 2 });
    await desk.execute('checkMail');
    const lines = Object.values(await health());
    expect(lines.at(-1)).toMatch(
      /^checkMail: API call to gmail\.users\.history\.list failed with error: Backend error\./,
    );
    expect(lines.join()).not.toMatch(/secret|Hidden/);
  });

  const problems = () =>
    desk.grid('Health').flatMap(([label, detail]) => (label === 'Problem' ? [detail] : []));

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
      expect.stringMatching(/^The permission drive\.file is missing/),
      expect.stringMatching(/^The permission script\.send_mail is missing/),
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
    expect((await health()).Retries).toMatch(/No such part\..*; .*Backend error\./);
  });

  testLong('without the permission for the sheet says what is missing in a dialog', async () => {
    withhold(desk, 'spreadsheets.currentonly', 'gmail.readonly');
    const { shown } = await choose(desk, 'showHealth');
    expect(shown).toMatchObject([{ kind: 'alert', title: 'Health' }]);
    expect(shown[0]?.text?.split('\n\n')).toEqual([
      expect.stringMatching(/^The permission gmail\.readonly is missing/),
      expect.stringMatching(/^The permission spreadsheets\.currentonly is missing/),
    ]);
  });

  test('without the permission for the sheet says that in a dialog', async () => {
    withhold(desk, 'spreadsheets.currentonly');
    const { shown } = await choose(desk, 'showHealth');
    expect(shown).toEqual([
      {
        kind: 'alert',
        title: 'Health',
        text: 'The permission spreadsheets.currentonly is missing, so the sheet cannot be read or written: choose Case desk > Set up and tick every box.',
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
