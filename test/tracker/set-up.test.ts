import { type Desk, startDesk, startPreparedDesk } from '../harness/local';
import { saying } from '../harness/words';
import { startWithCase } from './prepared-desk';

describe('Case desk > Set up', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startDesk();
  });
  afterEach(() => desk.close());

  /** A mail has come in by then. */
  const taken = async () => {
    await desk.close();
    desk = await startWithCase();
  };
  /** It has been chosen once by then. */
  const done = async () => {
    await desk.close();
    desk = await startPreparedDesk('a desk that was set up', (original) => original.setUp());
  };
  const headers = (tab: string) => desk.grid(tab)[0];

  test('makes three tabs with the columns and keys of the interface first, and a view of them', async () => {
    await done();
    expect(desk.sheets().map(({ name }) => name)).toEqual(['Cases', 'Messages', 'Settings', 'Overview']);
    expect(headers('Cases')).toEqual([
      'caseNumber',
      'threadId',
      'received',
      'sender',
      'subject',
      'issue',
      'status',
      'notes',
      'updatedAt',
      'seen',
      'lastMailAt',
      'due',
      'senderName',
      'repliedAt',
      'closedAt',
      'firstReplyAt',
    ]);
    expect(headers('Messages')).toEqual([
      'messageId',
      'caseNumber',
      'from',
      'date',
      'body',
      'attachments',
      'subject',
      'fromName',
      'replyTo',
      'originalFrom',
      'to',
      'cc',
      'isAutomatic',
    ]);
    expect(desk.rows('Settings').map(({ key }) => key)).toEqual([
      'senders',
      'emailAlerts',
      'lastHistoryId',
      'nextCaseNumber',
      'alertEmail',
      'lookBackDays',
      'failed',
      'page',
      'domains',
      'reopenOnReply',
      'lookedBack',
      'timerMinutes',
      'rules',
      'groups',
    ]);
  });

  test('makes exactly one timer, every five minutes', async () => {
    await desk.runAll(['setUp'], ['setUp']);
    const timers = desk.local.services.triggers.list();
    expect(timers.map(({ handler }) => handler)).toEqual(['checkMail']);
    await desk.advance(10 * 60_000);
    expect(desk.local.executions.filter(({ kind }) => kind === 'trigger')).toHaveLength(2);
  });

  test('ends well where the timer is refused, and says why in Google’s words', async () => {
    const { services, scripts } = desk.local;
    for (let n = 0; n < 20; n++)
      services.triggers.add(scripts.desk, {
        handler: 'other',
        event: 'CLOCK',
        sourceId: null,
        clock: { hours: 1 },
      });
    const { error, dialogs } = await desk.execute('setUp');
    expect([error, dialogs.shown.map(({ kind }) => kind)]).toEqual([
      undefined,
      ['alert', 'toast', 'sidebar'],
    ]);
    expect(dialogs.shown[0]).toMatchObject({
      title: 'No timer',
      text: saying('too many triggers'),
    });
  });

  test('can be repeated: nothing that is there changes', async () => {
    await taken();
    // The first one renews the address of the page.
    await desk.setUp();
    desk.edit('Cases', 'H2', 'my note');
    const before = desk.sheets();
    await desk.setUp();
    expect(desk.sheets()).toEqual(before);
  });

  test('completes a tab whose column somebody has deleted', async () => {
    await done();
    desk.deleteColumn('Messages', 7);
    await desk.setUp();
    expect(headers('Messages')).toContain('subject');
  });

  test('leaves other tabs alone', async () => {
    desk.edit('Sheet1', 'A1', 'my own list');
    await desk.setUp();
    expect(desk.sheets().map(({ name }) => name)).toEqual([
      'Sheet1',
      'Cases',
      'Messages',
      'Settings',
      'Overview',
    ]);
    expect(desk.grid('Sheet1')).toEqual([['my own list']]);
  });

  test('offers the three statuses as a drop-down and refuses others', async () => {
    await taken();
    desk.edit('Cases', 'G2', 'In Progress');
    expect(() => desk.edit('Cases', 'G2', 'Done')).toThrow(/validation/);
    expect(desk.rows('Cases')[0]?.status).toBe('In Progress');
  });

  test('keeps what the owner types into notes as it is', async () => {
    await taken();
    desk.edit('Cases', 'H2', '1/2');
    expect(desk.rows('Cases')[0]?.notes).toBe('1/2');
  });

  test('makes frozen bold headers and warns before an edit of what the script writes', async () => {
    await done();
    const looks = await desk.ownerRuns(() =>
      SpreadsheetApp.getActive()
        .getSheets()
        .slice(0, 3)
        .map((sheet) => {
          const [protection] = sheet.getProtections(SpreadsheetApp.ProtectionType.SHEET);
          return {
            frozen: sheet.getFrozenRows(),
            weights: sheet.getRange(1, 1, 1, sheet.getMaxColumns()).getFontWeights()[0],
            warns: protection?.isWarningOnly(),
            free: protection?.getUnprotectedRanges().map((range) => range.getA1Notation()),
          };
        }),
    );
    expect(looks).toEqual([
      {
        frozen: 1,
        weights: Array(16).fill('bold'),
        warns: true,
        free: ['F2:F1000', 'G2:G1000', 'H2:H1000', 'L2:L1000'],
      },
      { frozen: 1, weights: Array(13).fill('bold'), warns: true, free: [] },
      {
        frozen: 1,
        weights: Array(2).fill('bold'),
        warns: true,
        free: ['B2', 'B3', 'B6', 'B7', 'B10', 'B11', 'B13', 'B14', 'B15'],
      },
    ]);
  });

  test('shows times as real dates, so that the tab can be sorted by them', async () => {
    await taken();
    expect(desk.grid('Cases')[1]?.[2]).toBe('2026-11-21 09:00');
    expect(
      await desk.ownerRuns(() => SpreadsheetApp.getActive().getRange('Cases!C2').getValue() instanceof Date),
    ).toBe(true);
  });

  test('the menu offers it', async () => {
    await desk.execute('onOpen', [{ authMode: 'LIMITED' }], { kind: 'simple trigger' });
    expect(JSON.stringify(desk.menus())).toMatch(/Case desk.*Set up.*setUp/);
  });

  test('a check before it says what to do', async () => {
    const check = await desk.execute('checkMail');
    expect(check.error?.message).toBe('The sheet has no tab "Settings". Run Set up from the menu.');
  });
});
