import type { CaseView, Updated } from '../../src/tracker/page/answers';
import { spread } from '../harness/extent';
import { type Desk, startPreparedDesk, track } from '../harness/local';
import { compose } from '../harness/mail';

describe('updateCase', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('three cases', async (original) => {
      await track(original);
      for (const subject of ['Lamp', 'Chair', 'Table']) await original.deliver(await compose({ subject }));
      await original.run('checkMail');
      await original.advance(3_600_000);
    });
  });
  afterEach(() => desk.close());

  const rowOf = (caseNumber: string) => desk.rows('Cases').find((row) => row.caseNumber === caseNumber);
  const caseOf = async (caseNumber: string) => (await desk.run('getCase', caseNumber)) as CaseView;

  test.each(['Open', 'In Progress', 'Closed'])('sets the status %s and answers when', async (status) => {
    const before = rowOf('CASE-0002');
    const updated = (await desk.run('updateCase', 'CASE-0002', { status })) as Updated;
    expect(updated).toMatchObject({ ok: true, caseNumber: 'CASE-0002' });
    expect(rowOf('CASE-0002')).toEqual({ ...before, status, updatedAt: updated.updatedAt });
    expect(Date.parse(updated.updatedAt)).toBeGreaterThan(desk.now() - 10_000);
  });

  test('leaves alone what is left out', async () => {
    await desk.run('updateCase', 'CASE-0001', { issue: 'Bulb', notes: 'called', status: 'In Progress' });
    await desk.run('updateCase', 'CASE-0001', { notes: 'called twice' });
    expect(rowOf('CASE-0001')).toMatchObject({ issue: 'Bulb', notes: 'called twice', status: 'In Progress' });
    await desk.run('updateCase', 'CASE-0001', { issue: '' });
    expect(rowOf('CASE-0001')).toMatchObject({ issue: '', notes: 'called twice' });
  });

  test.each(
    spread(
      [
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
      ],
      4,
    ),
  )('stores notes and issue as they were written: %.40j', async (text) => {
    const issue = text.slice(0, 9_000);
    expect(await desk.run('updateCase', 'CASE-0001', { issue, notes: text })).toMatchObject({ ok: true });
    const { issue: read, notes } = await caseOf('CASE-0001');
    expect([read === issue, notes === text]).toEqual([true, true]);
  });

  test.each(
    spread<[unknown, unknown, string]>(
      [
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
        ['CASE-0099', { notes: '' }, 'The Cases tab has no row "CASE-0099".'],
        ['x', { notes: '' }, '"x" is not a case number such as CASE-0001'],
      ],
      4,
    ),
  )('refuses %j, %.60j, and nothing is written', async (caseNumber, changes, error) => {
    const before = desk.sheets();
    expect(await desk.run('updateCase', caseNumber, changes)).toMatchObject({ ok: false, error });
    expect(desk.sheets()).toEqual(before);
  });

  test('refuses what was based on an older state, and answers the newer', async () => {
    const { version } = await caseOf('CASE-0001');
    desk.edit('Cases', 'H2', 'typed in the sheet');
    const before = desk.sheets();
    const refused = await desk.run('updateCase', 'CASE-0001', { notes: 'mine', version });
    const newer = await caseOf('CASE-0001');
    expect(refused).toEqual({
      ok: false,
      error: 'CASE-0001 has changed since you read it. Nothing was saved',
      newer: { issue: '', status: 'Open', notes: 'typed in the sheet', version: newer.version },
    });
    expect(desk.sheets()).toEqual(before);
    expect(
      await desk.run('updateCase', 'CASE-0001', { notes: 'mine', version: newer.version }),
    ).toMatchObject({
      ok: true,
    });
  });

  test('answers the version that the next change may carry', async () => {
    const { version } = await caseOf('CASE-0001');
    const first = (await desk.run('updateCase', 'CASE-0001', { notes: 'a', version })) as Updated;
    expect(first.version).toBe((await caseOf('CASE-0001')).version);
    expect(await desk.run('updateCase', 'CASE-0001', { issue: 'b', version: first.version })).toMatchObject({
      ok: true,
    });
  });

  test('new mail is no conflict', async () => {
    const { version } = await caseOf('CASE-0001');
    const { threadId } = await caseOf('CASE-0001');
    await desk.deliver(await compose({ subject: 'Re: Lamp' }), { threadId });
    await desk.run('checkMail');
    expect(await desk.run('updateCase', 'CASE-0001', { notes: 'a', version })).toMatchObject({ ok: true });
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
      ['CASE-0001', 'CASE-0002', 'CASE-0003'].map((number) =>
        desk.run('updateCase', number, { notes: number }),
      ),
    );
    expect(desk.rows('Cases').map(({ notes }) => notes)).toEqual(['CASE-0001', 'CASE-0002', 'CASE-0003']);
  });
});
