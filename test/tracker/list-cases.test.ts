import { type Desk, type Step, startDesk, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

const BOB = 'bob@else.example';

describe('listCases', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startPreparedDesk('cases to list', async (original) => {
      await track(original, { senders: [ANNA, BOB] });
      original.stopTimers();
      await original.deliver(await compose({ subject: 'Lamp', messageId: '<1@customer.example>' }));
      await original.run('checkMail');
      await original.advance(3_600_000);
      await original.deliver(await compose({ from: BOB, subject: '=Chair' }));
      const thread = { inReplyTo: '<1@customer.example>', references: '<1@customer.example>' };
      await original.deliver(await compose({ subject: 'Re: Lamp', ...thread }));
      await original.run('checkMail');
      await original.run('updateCase', 'CASE-0001', { status: 'Closed', issue: 'Bulb' });
    });
  });
  afterAll(() => desk.close());

  test('answers the newest case first, with counts by status, and pages; one past the end is empty', async () => {
    const [chair, lamp] = desk.rows('Cases').reverse();
    const [all, ...pages] = await desk.runAll(
      ['listCases', {}],
      ['listCases', { limit: 1 }],
      ['listCases', { limit: 1, offset: 1 }],
      ['listCases', { limit: 500, offset: 2 }],
      ['listCases'],
    );
    expect(pages.map(numbersIn)).toEqual([['CASE-0002'], ['CASE-0001'], [], ['CASE-0002', 'CASE-0001']]);
    expect(all).toEqual({
      counts: { total: 2, Open: 1, 'In Progress': 0, Closed: 1, waiting: 2, unseen: 2, due: 0, dueNow: 0 },
      cases: [
        {
          caseNumber: 'CASE-0002',
          received: chair?.received,
          sender: BOB,
          senderName: '',
          subject: '=Chair',
          issue: '',
          status: 'Open',
          emailCount: 1,
          seen: 0,
          lastMailAt: chair?.lastMailAt,
          repliedAt: null,
          waitingFor: 'you',
          waitingSince: chair?.lastMailAt,
          due: '',
        },
        {
          caseNumber: 'CASE-0001',
          received: lamp?.received,
          sender: ANNA,
          senderName: 'Anna Berg',
          subject: 'Lamp',
          issue: 'Bulb',
          status: 'Closed',
          emailCount: 2,
          seen: 0,
          lastMailAt: lamp?.lastMailAt,
          repliedAt: null,
          waitingFor: 'you',
          waitingSince: lamp?.lastMailAt,
          due: '',
        },
      ],
    });
  });

  const numbersIn = (told: unknown) =>
    (told as { cases: { caseNumber: string }[] }).cases.map(({ caseNumber }) => caseNumber);
  const numbersOf = async (...inputs: readonly object[]) =>
    (await desk.runAll(...inputs.map((input): Step => ['listCases', input]))).map(numbersIn);

  test('orders by the last mail where that is asked for, by the first where its cell holds none', async () => {
    desk.edit('Cases', 'K2', '2030-01-01 00:00');
    expect(await numbersOf({ order: 'lastMail' }, { order: 'received' })).toEqual([
      ['CASE-0001', 'CASE-0002'],
      ['CASE-0002', 'CASE-0001'],
    ]);
    desk.edit('Cases', 'K2', '');
    expect(await numbersOf({ order: 'lastMail' })).toEqual([['CASE-0002', 'CASE-0001']]);
  });

  test('a case without a number of seen messages counts as seen; a due day that is none as none', async () => {
    desk.edit('Cases', 'J2', '');
    desk.edit('Cases', 'L2', 'soon');
    desk.edit('Cases', 'L3', '2026-12-24');
    expect(await desk.run('listCases', {})).toMatchObject({
      counts: { unseen: 1, due: 1, dueNow: 0 },
      cases: [
        { caseNumber: 'CASE-0002', seen: 0, due: '2026-12-24' },
        { caseNumber: 'CASE-0001', seen: 2, emailCount: 2, due: '' },
      ],
    });
    desk.edit('Cases', 'L3', '2020-02-29');
    const [open, , closed] = await desk.runAll(
      ['listCases', {}],
      ['updateCase', 'CASE-0002', { status: 'Closed' }],
      ['listCases', {}],
      ['updateCase', 'CASE-0002', { status: 'Open' }],
    );
    expect([open, closed]).toMatchObject([
      { counts: { due: 1, dueNow: 1 } },
      { counts: { due: 0, dueNow: 0 } },
    ]);
  });

  test('refuses what is not valid', async () => {
    const refused: [unknown, string][] = [
      [{ limit: 0 }, 'limit must be a whole number from 1 to 500 (got 0)'],
      [{ limit: 501 }, 'limit must be a whole number from 1 to 500 (got 501)'],
      [{ limit: 1.5 }, 'limit must be a whole number from 1 to 500 (got 1.5)'],
      [{ limit: '5' }, 'limit must be a whole number from 1 to 500 (got "5")'],
      [{ offset: -1 }, 'offset must be a whole number of at least 0 (got -1)'],
      [{ order: 'due' }, 'order must be one of received, lastMail (got "due")'],
      [{ page: 1 }, 'listCases takes an object with limit, offset, order. Unknown field: "page"'],
      [[], 'listCases takes an object with limit, offset, order'],
      ['all', 'listCases takes an object with limit, offset, order'],
    ];
    expect(await desk.runAll(...refused.map(([input]): Step => ['listCases', input]))).toMatchObject(
      refused.map(([, error]) => ({ ok: false, error })),
    );
  });

  test('leaves out a row of the owner’s own, and an invalid date stops nothing', async () => {
    desk.edit('Cases', 'H5', 'remember the milk');
    desk.edit('Cases', 'C2', 'some day');
    expect(await desk.run('listCases', {})).toMatchObject({
      counts: { total: 2 },
      cases: [{ caseNumber: 'CASE-0002' }, { caseNumber: 'CASE-0001', received: null }],
    });
  });
});

test('before Set up the page’s functions say what to do', async () => {
  const desk = await startDesk();
  const error = expect.stringContaining('Run Set up from the menu');
  const refused = { ok: false, error, sheetUrl: expect.stringMatching(/^https:/) };
  const told = await desk.runAll(
    ['listCases'],
    ['searchCases'],
    ['getSettings'],
    ['getCase', 'CASE-0001'],
    ['updateCase', 'CASE-0001', { notes: '' }],
    ['saveSettings', { senders: [] }],
  );
  expect(told).toEqual([refused, refused, { ...refused, wasSetUp: false }, refused, refused, refused]);
  await desk.close();
});
