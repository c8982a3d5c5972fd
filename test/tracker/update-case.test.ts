import type { CaseView, Updated } from '../../src/tracker/case/answers';
import type { Desk, Step } from '../harness/local';
import { compose } from '../harness/mail';
import { startWithThreeCases } from './prepared-desk';

describe('updateCase', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startWithThreeCases();
  });
  afterEach(() => desk.close());

  const rowOf = (caseNumber: string) => desk.rows('Cases').find((row) => row.caseNumber === caseNumber);
  const caseOf = async (caseNumber: string) => (await desk.run('getCase', caseNumber)) as CaseView;

  test('sets the status and answers when', async () => {
    const changes = [
      ['CASE-0002', 'In Progress'],
      ['CASE-0003', 'Closed'],
    ] as const;
    const before = changes.map(([caseNumber]) => rowOf(caseNumber));
    const told = await desk.runAll(
      ...changes.map(([number, status]): Step => ['updateCase', number, { status }]),
    );
    for (const [at, [caseNumber, status]] of changes.entries()) {
      const { updatedAt, ...updated } = told[at] as Updated;
      expect(updated).toMatchObject({ ok: true, caseNumber });
      expect(rowOf(caseNumber)).toEqual({
        ...before[at],
        status,
        updatedAt,
        closedAt: status === 'Closed' ? updatedAt : '',
      });
      expect(Date.parse(updatedAt)).toBeGreaterThan(desk.now() - 10_000);
    }
  });

  test('leaves alone what is left out', async () => {
    const [, , told] = await desk.runAll(
      ['updateCase', 'CASE-0001', { issue: 'Bulb', notes: 'called', status: 'In Progress' }],
      ['updateCase', 'CASE-0001', { notes: 'called twice' }],
      ['getCase', 'CASE-0001'],
      ['updateCase', 'CASE-0001', { issue: '', status: 'Open' }],
    );
    expect(told).toMatchObject({ issue: 'Bulb', notes: 'called twice', status: 'In Progress' });
    expect(rowOf('CASE-0001')).toMatchObject({ issue: '', notes: 'called twice', status: 'Open' });
  });

  test('takes notes and issue of the greatest length in any script, and every list shows the case', async () => {
    for (const character of ['я', '語', '🚗']) {
      const issue = character.repeat(10_000 / character.length);
      const notes = character.repeat(200_000 / character.length);
      const [updated, found, listed, searched] = await desk.runAll(
        ['updateCase', 'CASE-0001', { issue, notes }],
        ['getCase', 'CASE-0001'],
        ['listCases'],
        ['searchCases', { keyword: character.repeat(3) }],
      );
      expect(updated).toMatchObject({ ok: true });
      expect(found).toMatchObject({ issue, notes });
      for (const answer of [listed, searched]) expect(JSON.stringify(answer).includes(issue)).toBe(true);
    }
  });

  test('stores notes and issue as they were written', async () => {
    const texts = [
      '=HYPERLINK("https://evil.example")',
      '+1',
      '007',
      '1/2',
      'TRUE',
      "'quoted",
      'two\nlines\r\nand three',
      '😀 שלום \u202Eabc',
      '<script>alert(1)</script>',
      'lone \uD800 half',
      'x'.repeat(120_000),
    ];
    const told = (await desk.runAll(
      ...texts.flatMap((text): Step[] => [
        ['updateCase', 'CASE-0001', { issue: text.slice(0, 9_000), notes: text }],
        ['getCase', 'CASE-0001'],
      ]),
    )) as CaseView[];
    const differing = texts.filter((text, at) => {
      const { issue, notes } = told[2 * at + 1] ?? {};
      return issue !== text.slice(0, 9_000) || notes !== text;
    });
    expect(differing).toEqual([]);
  });

  test('refuses what is not valid, and nothing is written', async () => {
    const refused: [unknown, unknown, string][] = [
      ['CASE-0001', { status: 'Done' }, 'The status must be Open, In Progress or Closed (got "Done")'],
      ['CASE-0001', { status: 'open' }, 'The status must be Open, In Progress or Closed (got "open")'],
      ['CASE-0001', { status: 3 }, 'The status must be Open, In Progress or Closed (got 3)'],
      ['CASE-0001', { issue: ['a'] }, 'issue must be text (got ["a"])'],
      ['CASE-0001', { issue: 'x'.repeat(10_001) }, 'issue must be at most 10000 characters (got 10001)'],
      ['CASE-0001', { notes: 'x'.repeat(200_001) }, 'notes must be at most 200000 characters (got 200001)'],
      [
        'CASE-0001',
        { sender: 'me' },
        'updateCase takes an object with issue, status, notes, version. Unknown field: "sender"',
      ],
      ['CASE-0001', {}, 'updateCase requires at least one of issue, status, notes'],
      ['CASE-0001', null, 'updateCase takes an object with issue, status, notes, version'],
      ['CASE-0001', [], 'updateCase takes an object with issue, status, notes, version'],
      ['CASE-0099', { notes: '' }, 'There is no case CASE-0099'],
      ['x', { notes: '' }, '"x" is not a case number such as CASE-0001'],
    ];
    const before = desk.sheets();
    const told = await desk.runAll(
      ...refused.map(([caseNumber, changes]): Step => ['updateCase', caseNumber, changes]),
    );
    expect(told).toMatchObject(refused.map(([, , error]) => ({ ok: false, error })));
    expect(desk.sheets()).toEqual(before);
  });

  test('refuses what was based on an older state, and answers the newer', async () => {
    const { version } = await caseOf('CASE-0001');
    desk.edit('Cases', 'H2', 'typed in the sheet');
    const before = desk.sheets();
    const [refused, found] = await desk.runAll(
      ['updateCase', 'CASE-0001', { notes: 'mine', version }],
      ['getCase', 'CASE-0001'],
    );
    const newer = found as CaseView;
    expect(refused).toEqual({
      ok: false,
      error: 'CASE-0001 has changed since you read it. Nothing was saved',
      newer: { issue: '', status: 'Open', notes: 'typed in the sheet', version: newer.version },
    });
    expect(desk.sheets()).toEqual(before);
  });

  test('a change whose answer was lost is no conflict with itself', async () => {
    const { version } = await caseOf('CASE-0001');
    const change: Step = ['updateCase', 'CASE-0001', { notes: 'mine', status: 'Closed', version }];
    const [first, again] = await desk.runAll(change, change);
    expect(first).toMatchObject({ ok: true });
    expect(again).toMatchObject({ ok: true, version: (first as Updated).version });
  });

  test('answers the version that the next change may carry', async () => {
    const [told, found] = await desk.runAll(
      ['updateCase', 'CASE-0001', { notes: 'a' }],
      ['getCase', 'CASE-0001'],
    );
    const first = told as Updated;
    expect(first.version).toBe((found as CaseView).version);
    expect(await desk.run('updateCase', 'CASE-0001', { issue: 'b', version: first.version })).toMatchObject({
      ok: true,
    });
  });

  test('new mail is no conflict', async () => {
    const { version, threadId } = await caseOf('CASE-0001');
    await desk.deliver(await compose({ subject: 'Re: Lamp' }), { threadId });
    const told = await desk.runAll(['checkMail'], ['updateCase', 'CASE-0001', { notes: 'a', version }]);
    expect(told).toMatchObject([{ newMessages: 1 }, { ok: true }]);
  });

  test('finds its row after the owner has sorted the tab, inserted rows and a column', async () => {
    desk.sort('Cases', 'subject');
    desk.insertColumn('Cases', 6);
    desk.spreadsheets.insertLines(desk.local.scripts.desk.spreadsheetId, 'Cases', {
      dimension: 'rows',
      at: 2,
      count: 3,
    });
    await desk.run('updateCase', 'CASE-0003', { notes: 'here', status: 'Closed' });
    expect(desk.rows('Cases').filter(({ notes }) => notes === 'here')).toMatchObject([
      { caseNumber: 'CASE-0003', subject: 'Table', status: 'Closed' },
    ]);
  });

  test('works on a case while another one is changed', async () => {
    await Promise.all(
      ['CASE-0001', 'CASE-0003'].map((number) => desk.run('updateCase', number, { notes: number })),
    );
    expect(desk.rows('Cases').map(({ notes }) => notes)).toEqual(['CASE-0001', '', 'CASE-0003']);
  });
});
