import { type Desk, startDesk } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

describe('Case desk > Set up', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startDesk();
  });
  afterEach(() => desk.close());

  const headers = (tab: string) => desk.grid(tab)[0];

  test('makes three tabs with the columns and keys of the interface first', async () => {
    await desk.setUp();
    expect(desk.sheets().map(({ name }) => name)).toEqual(['Cases', 'Messages', 'Settings']);
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
    ]);
    expect(headers('Messages')).toEqual([
      'messageId',
      'caseNumber',
      'from',
      'date',
      'body',
      'attachments',
      'subject',
    ]);
    expect(desk.rows('Settings').map(({ key }) => key)).toEqual([
      'senders',
      'emailAlerts',
      'lastHistoryId',
      'nextCaseNumber',
      'alertEmail',
      'lookBackDays',
      'failed',
    ]);
  });

  test('makes exactly one timer, every five minutes', async () => {
    await desk.setUp();
    await desk.setUp();
    const timers = desk.local.services.triggers.list();
    expect(timers.map(({ handler }) => handler)).toEqual(['checkMail']);
    await desk.advance(15 * 60_000);
    expect(desk.local.executions.filter(({ kind }) => kind === 'trigger')).toHaveLength(3);
  });

  test('can be repeated: nothing that is there changes', async () => {
    await desk.setUp();
    await desk.run('saveSettings', { senders: [ANNA] });
    await desk.deliver(await compose());
    await desk.run('checkMail');
    desk.edit('Cases', 'H2', 'my note');
    const before = desk.sheets();
    await desk.setUp();
    expect(desk.sheets()).toEqual(before);
  });

  test('completes a tab whose column somebody has deleted', async () => {
    await desk.setUp();
    desk.deleteColumn('Messages', 7);
    await desk.setUp();
    expect(headers('Messages')).toContain('subject');
  });

  test('leaves a tab of somebody else alone', async () => {
    desk.edit('Sheet1', 'A1', 'my own list');
    await desk.setUp();
    expect(desk.sheets().map(({ name }) => name)).toEqual(['Sheet1', 'Cases', 'Messages', 'Settings']);
    expect(desk.grid('Sheet1')).toEqual([['my own list']]);
  });

  test('offers the three statuses as a drop-down and refuses others', async () => {
    await desk.setUp();
    await desk.run('saveSettings', { senders: [ANNA] });
    await desk.deliver(await compose());
    await desk.run('checkMail');
    desk.edit('Cases', 'G2', 'In Progress');
    expect(() => desk.edit('Cases', 'G2', 'Done')).toThrow(/validation/);
    expect(desk.rows('Cases')[0]?.status).toBe('In Progress');
  });

  test('keeps what the owner types into notes as it is', async () => {
    await desk.setUp();
    await desk.run('saveSettings', { senders: [ANNA] });
    await desk.deliver(await compose());
    await desk.run('checkMail');
    desk.edit('Cases', 'H2', '1/2');
    expect(desk.rows('Cases')[0]?.notes).toBe('1/2');
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
