import { type Desk, startPreparedDesk, track } from '../harness/local';
import { compose } from '../harness/mail';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The first cells of the rows that are not blank. */
const firstCells = (desk: Desk) => desk.grid('Overview').flatMap(([first]) => (first ? [first] : []));

describe('the tab Overview', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('a desk with one case', async (original) => {
      await track(original);
      original.stopTimers();
      await original.deliver(await compose({ subject: 'Lamp' }));
      await original.run('checkMail');
    });
  });
  afterEach(() => desk.close());

  const charts = () =>
    desk.ownerRuns(() =>
      (SpreadsheetApp.getActive().getSheetByName('Overview') as GoogleAppsScript.Spreadsheet.Sheet)
        .getCharts()
        .map((chart) => {
          const [range] = chart.getRanges();
          const [header = []] = range?.getValues() ?? [];
          return [chart.getOptions().get('title'), String(chart.modify().getChartType()), header.join('|')];
        }),
    );

  test('has six charts over its own figures from Set up on', async () => {
    expect(await charts()).toEqual([
      ['How many cases come in, and how many are closed?', 'COLUMN', 'day|Came in|Closed'],
      ['How old are the cases that are not closed?', 'BAR', '|'],
      [
        'How long do people wait for a first answer?',
        'COLUMN',
        'day|Half waited at most|Nine in ten waited at most',
      ],
      ['How long until a case is closed?', 'COLUMN', 'day|Half took at most|Nine in ten took at most'],
      ['Who writes most?', 'BAR', 'sender|Messages'],
      ['At what hours does mail come in?', 'COLUMN', 'hour|Messages'],
    ]);
  });

  test('is refreshed once an hour where a case has changed, in four reads and writes', async () => {
    const check = async () => {
      const ended = await desk.checkByTimer();
      return ['getValues', 'setValues'].map((name) => ended.count(`spreadsheet.${name}`));
    };
    await check();
    await desk.advance(HOUR);
    await desk.deliver(await compose({ subject: 'Chair' }));
    await desk.run('checkMail');
    await desk.advance(MINUTE);
    expect(await check()).toEqual([3, 1]);
    expect(firstCells(desk)).toContain('2 cases came in, 2 more than in the 28 days before; none closed.');
    await desk.advance(2 * HOUR);
    // The comparison of the day reads the sheet, but nothing has changed.
    expect((await check())[1]).toBe(0);
    await desk.run('updateCase', 'CASE-0001', { status: 'Closed' });
    await desk.advance(MINUTE);
    expect(await check()).toEqual([3, 1]);
    expect(firstCells(desk)).toContain('2 cases came in, 2 more than in the 28 days before; 1 closed.');
  });

  test('keeps charts as the owner has changed them, and stays away once it is deleted, until Set up', async () => {
    await desk.ownerRuns(() => {
      const sheet = SpreadsheetApp.getActive().getSheetByName(
        'Overview',
      ) as GoogleAppsScript.Spreadsheet.Sheet;
      const [first, second] = sheet.getCharts();
      if (first)
        sheet.updateChart(first.modify().setOption('title', 'Mine').setPosition(1, 20, 0, 0).build());
      if (second) sheet.insertChart(second);
      return null;
    });
    await desk.run('showOverview');
    await desk.setUp();
    expect((await charts()).map(([title]) => title)).toEqual([
      'Mine',
      'How old are the cases that are not closed?',
      'How long do people wait for a first answer?',
      'How long until a case is closed?',
      'Who writes most?',
      'At what hours does mail come in?',
      'How old are the cases that are not closed?',
    ]);
    await desk.ownerRuns(() => {
      const book = SpreadsheetApp.getActive();
      book.deleteSheet(book.getSheetByName('Overview') as GoogleAppsScript.Spreadsheet.Sheet);
      return null;
    });
    await desk.advance(HOUR);
    expect((await desk.checkByTimer()).error).toBeUndefined();
    expect(desk.sheets().map(({ name }) => name)).not.toContain('Overview');
    await desk.setUp();
    expect(await charts()).toHaveLength(6);
  });

  test('writes what strangers are called as text', async () => {
    await desk.run('saveSettings', { domains: ['customer.example'], senders: [] });
    await desk.deliver(await compose({ from: '"=1+1" <=sum@customer.example>', subject: '=1+1' }));
    await desk.run('checkMail');
    await desk.run('showOverview');
    const formulas = await desk.ownerRuns(() =>
      (SpreadsheetApp.getActive().getSheetByName('Overview') as GoogleAppsScript.Spreadsheet.Sheet)
        .getDataRange()
        .getFormulas()
        .flat()
        .filter(Boolean),
    );
    expect(formulas).toEqual([]);
  });
});
