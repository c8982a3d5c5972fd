import type { CaseView, UpdatedCases } from '../../src/tracker/case/answers';
import { spread } from '../harness/extent';
import type { Desk, Step } from '../harness/local';
import { startWithThreeCases } from './prepared-desk';

describe('updateCases', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startWithThreeCases();
  });
  afterEach(() => desk.close());

  const update = async (numbers: string[], changes: object) =>
    (await desk.run('updateCases', numbers, changes)) as UpdatedCases;

  test('sets the status of several cases and answers what a page shows of each', async () => {
    const before = desk.rows('Cases');
    const [told, found] = await desk.runAll(
      ['updateCases', ['CASE-0003', 'CASE-0001'], { status: 'Closed' }],
      ['getCase', 'CASE-0001'],
    );
    const { updatedAt, ...updated } = told as UpdatedCases;
    expect(desk.rows('Cases')).toEqual([
      { ...before[0], status: 'Closed', updatedAt, closedAt: updatedAt },
      before[1],
      { ...before[2], status: 'Closed', updatedAt, closedAt: updatedAt },
    ]);
    const { version } = found as CaseView;
    const own = { status: 'Closed', due: '', version };
    expect(updated).toEqual({
      ok: true,
      cases: [
        { caseNumber: 'CASE-0001', ...own },
        { caseNumber: 'CASE-0003', ...own },
      ],
    });
  });

  test('sets a due date, and takes it away', async () => {
    const [, listed] = await desk.runAll(
      ['updateCases', ['CASE-0001', 'CASE-0002'], { due: '2026-12-24' }],
      ['listCases'],
      ['updateCases', ['CASE-0001'], { due: '' }],
    );
    expect(listed).toMatchObject({
      cases: [
        { caseNumber: 'CASE-0003', due: '' },
        { caseNumber: 'CASE-0002', due: '2026-12-24' },
        { caseNumber: 'CASE-0001', due: '2026-12-24' },
      ],
    });
    expect(desk.rows('Cases').map(({ due }) => due)).toEqual(['', '2026-12-24', '']);
  });

  test('leaves what the owner has written alone', async () => {
    await desk.runAll(
      ['updateCase', 'CASE-0001', { notes: '=called', issue: '007' }],
      ['updateCase', 'CASE-0002', { notes: 'two\nlines', issue: 'Leg' }],
      ['updateCases', ['CASE-0001', 'CASE-0003'], { status: 'In Progress', due: '2026-12-24' }],
    );
    expect(desk.rows('Cases')).toMatchObject([
      { notes: '=called', issue: '007', status: 'In Progress' },
      { notes: 'two\nlines', issue: 'Leg', status: 'Open', due: '' },
      { notes: '', status: 'In Progress', due: '2026-12-24' },
    ]);
  });

  test('is undone by the same function', async () => {
    await desk.run('updateCase', 'CASE-0002', { status: 'In Progress' });
    const statuses = () => desk.rows('Cases').map(({ status }) => status);
    const before = statuses();
    await desk.runAll(
      ['updateCases', ['CASE-0001', 'CASE-0002', 'CASE-0003'], { status: 'Closed' }],
      ['updateCases', ['CASE-0001', 'CASE-0003'], { status: 'Open' }],
      ['updateCases', ['CASE-0002'], { status: 'In Progress' }],
    );
    expect(statuses()).toEqual(before);
  });

  test('finds the cases in a tab that the owner has sorted', async () => {
    desk.sort('Cases', 'subject');
    await update(['CASE-0001', 'CASE-0003'], { status: 'Closed' });
    expect(desk.rows('Cases').map(({ caseNumber, status }) => [caseNumber, status])).toEqual([
      ['CASE-0002', 'Open'],
      ['CASE-0001', 'Closed'],
      ['CASE-0003', 'Closed'],
    ]);
  });

  test('changes these cases and no others where the owner sorts the tab before it reads them under the lock', async () => {
    const { calls } = await desk.execute('updateCases', [
      ['CASE-0001', 'CASE-0003'],
      { status: 'In Progress' },
    ]);
    const last = calls.map(({ method }) => method).lastIndexOf('spreadsheet.getValues');
    for (const [index, { at }] of spread(calls.slice(0, last), 2).entries()) {
      // As it was when the calls were counted.
      desk.sort('Cases', 'caseNumber');
      const status = index % 2 ? 'Closed' : 'Open';
      const running = desk.execute('updateCases', [['CASE-0001', 'CASE-0003'], { status }]);
      desk.scheduler.at(desk.now() + at, () => desk.sort('Cases', 'subject'));
      const { error } = await running;
      expect(error).toBeUndefined();
      const statuses = new Map(desk.rows('Cases').map((row) => [row.caseNumber, row.status]));
      expect([at, Object.fromEntries(statuses)]).toEqual([
        at,
        { 'CASE-0001': status, 'CASE-0002': 'Open', 'CASE-0003': status },
      ]);
    }
  });

  const LIST = 'updateCases takes a list of 1 to 500 case numbers';
  test('refuses what is not valid, and nothing is written', async () => {
    const refused: [unknown, unknown, object][] = [
      [
        ['CASE-0001', 'CASE-0099'],
        { status: 'Closed' },
        { error: 'There is no case CASE-0099', value: 'CASE-0099' },
      ],
      [['CASE-0001', 'x'], { status: 'Closed' }, { error: '"x" is not a case number such as CASE-0001' }],
      [[], { status: 'Closed' }, { error: LIST }],
      ['CASE-0001', { status: 'Closed' }, { error: LIST }],
      [Array(501).fill('CASE-0001'), { status: 'Closed' }, { error: `${LIST} (got 501)` }],
      [
        ['CASE-0001'],
        { status: 'Done' },
        { error: 'The status must be Open, In Progress or Closed (got "Done")', field: 'status' },
      ],
      [
        ['CASE-0001'],
        { due: '24.12.2026' },
        { error: 'due must be a date such as 2026-02-28 (got "24.12.2026")', field: 'due' },
      ],
      [
        ['CASE-0001'],
        { due: '2026-02-30' },
        { error: 'due must be a date such as 2026-02-28 (got "2026-02-30")' },
      ],
      [['CASE-0001'], { due: 5 }, { error: 'due must be a date such as 2026-02-28 (got 5)' }],
      [['CASE-0001'], {}, { error: 'updateCases requires at least one of status, due' }],
      [
        ['CASE-0001'],
        { notes: 'x' },
        { error: 'updateCases takes an object with status, due. Unknown field: "notes"' },
      ],
      [['CASE-0001'], null, { error: 'updateCases takes an object with status, due' }],
    ];
    const before = desk.sheets();
    const told = await desk.runAll(
      ...refused.map(([numbers, changes]): Step => ['updateCases', numbers, changes]),
    );
    expect(told).toMatchObject(refused.map(([, , refusal]) => ({ ok: false, ...refusal })));
    expect(desk.sheets()).toEqual(before);
  });
});
