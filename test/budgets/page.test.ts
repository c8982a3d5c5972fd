import type { Execution } from '../../runtime/execution/execution';
import type { Row } from '../../runtime/spreadsheet/attributes';
import type { Sheet } from '../../runtime/spreadsheet/sheet';
import type { Bell, CaseList, CaseView, SearchResult } from '../../src/tracker/case/answers';
import { expectCost } from '../harness/cost-page';
import { extent, spread } from '../harness/extent';
import { longestHold } from '../harness/holds';
import type { Desk } from '../harness/local';
import { compose } from '../harness/mail';
import { caseNumber, startFullDesk } from './full-desk';

const CASES = 10_000;
const MESSAGES = extent({ usual: 20_000, long: 50_000 });
const SOME = caseNumber(0.7 * CASES);

const READS = ['getValues', 'find'].map((name) => `spreadsheet.${name}`);
const reads = (ended: Execution) => READS.reduce((sum, name) => sum + ended.count(name), 0);
const writes = (ended: Execution) => ended.count('spreadsheet.setValue');

/** Design section 7: reads and writes of the sheet, and modelled ms with the start of the execution. */
describe(`the functions of the page over ${MESSAGES} messages of ${CASES} cases`, () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startFullDesk({ cases: CASES, messages: MESSAGES });
  });
  afterAll(() => desk.close());

  async function answerOf<T>(ended: Promise<Execution>): Promise<[T, Execution]> {
    const execution = await ended;
    expect(execution.error).toBeUndefined();
    return [JSON.parse((execution.returned as { json: string }).json), execution];
  }

  test('listCases(50): 2 reads; the first in six hours 3', async () => {
    const [, first] = await answerOf<CaseList>(desk.execute('listCases', [{ limit: 50 }]));
    expect(reads(first)).toBe(3);
    expectCost('listCases(50), the first in six hours, which also counts the messages', first.elapsed);
    for (const order of ['received', 'lastMail']) {
      const [list, ended] = await answerOf<CaseList>(desk.execute('listCases', [{ limit: 50, order }]));
      expect(list.counts.total).toBe(CASES);
      expect(list.cases).toHaveLength(50);
      expect(list.cases.every(({ emailCount }) => emailCount === MESSAGES / CASES)).toBe(true);
      expect(reads(ended)).toBe(2);
      expectCost('listCases(50)', ended.elapsed);
    }
  });

  test('searchCases without a keyword, after the list: 2 reads', async () => {
    await desk.run('listCases', {});
    const input = { issue: '', status: 'Open', from: '2026-01-01', to: '2026-12-31', limit: 50 };
    const [found, ended] = await answerOf<SearchResult>(desk.execute('searchCases', [input]));
    expect(found.count).toBe(CASES);
    expect(found.cases[0]?.emailCount).toBe(MESSAGES / CASES);
    expect(reads(ended)).toBe(2);
    expectCost('searchCases', ended.elapsed);
  });

  test.each(
    spread<[string, string, number, number]>(
      [
        ['searchCases with a word that is nowhere', 'nowhere', 3, 0],
        ['searchCases with a word that is in one message', 'rare', 4, 1],
        ['searchCases with a word that is in every message', 'lamp', 4, CASES],
        ['searchCases with two words that are in every message', 'lamp light', 5, CASES],
        ['searchCases with five words that are in every message', 'lamp light that bought not', 8, CASES],
        ['searchCases with two words that are in one message each', 'rare unique', 5, 1],
      ],
      2,
    ),
  )('%s', async (row, keyword, most, count) => {
    const sheet = desk.spreadsheets.books.get(desk.local.scripts.desk.spreadsheetId).findByName('Messages');
    const { grid } = sheet as Sheet;
    for (const [row, text] of [
      [MESSAGES * 0.4 + 2, 'It is rare.'],
      [MESSAGES * 0.4 + 3, 'And unique.'],
    ] as const) {
      const { values, attributes } = grid.row(row) as Row;
      grid.rows[row - 1] = { values: values.with(4, text), attributes };
    }
    await desk.run('listCases', {});
    const [found, ended] = await answerOf<SearchResult>(
      desk.execute('searchCases', [{ keyword, limit: 50 }]),
    );
    expect(found.count).toBe(count);
    expect(reads(ended)).toBeLessThanOrEqual(most);
    expectCost(row, ended.elapsed);
  });

  test('getCase: 4 reads and 1 for its burst of mail', async () => {
    const [view, ended] = await answerOf<CaseView>(desk.execute('getCase', [SOME]));
    expect(view.messages).toHaveLength(MESSAGES / CASES);
    expect(reads(ended)).toBeLessThanOrEqual(5);
    expectCost('getCase', ended.elapsed);
  });

  test('getCases of three in a row: 6 reads', async () => {
    const numbers = [3, 2, 1].map((more) => caseNumber(0.7 * CASES + more));
    const [views, ended] = await answerOf<CaseView[]>(desk.execute('getCases', [numbers]));
    expect(views.map(({ caseNumber }) => caseNumber)).toEqual(numbers);
    expect(views.every(({ messages }) => messages.length === MESSAGES / CASES)).toBe(true);
    expect(reads(ended)).toBeLessThanOrEqual(6);
    expectCost('getCases of three in a row', ended.elapsed);
  });

  test('getCases of three that lie far apart: 10 reads', async () => {
    const numbers = [3, CASES / 2, CASES - 10].map(caseNumber);
    const [views, ended] = await answerOf<CaseView[]>(desk.execute('getCases', [numbers]));
    expect(views.map(({ caseNumber }) => caseNumber)).toEqual(numbers);
    expect(reads(ended)).toBeLessThanOrEqual(10);
    expectCost('getCases of three that lie far apart', ended.elapsed);
  });

  test('markSeen: 3 calls', async () => {
    const [, ended] = await answerOf<object>(desk.execute('markSeen', [SOME, 1]));
    expect([reads(ended), writes(ended)]).toEqual([2, 1]);
    expectCost('markSeen', ended.elapsed);
  });

  test.each<[string, (index: number) => number]>([
    ['updateCases(50) in a row', (index) => 0.7 * CASES + index],
    ['updateCases(50) among the newest thousand', (index) => CASES - 1_000 + 17 * index],
    ['updateCases(50) all over the tab', (index) => 1 + (CASES / 50) * index],
  ])('%s: at most 8 calls', async (row, numberOf) => {
    const numbers = Array.from({ length: 50 }, (__, index) => caseNumber(numberOf(index)));
    const [, ended] = await answerOf<object>(
      desk.execute('updateCases', [numbers, { status: 'In Progress' }]),
    );
    expect(ended.count('spreadsheet.')).toBeLessThanOrEqual(8);
    expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
    expectCost(row, ended.elapsed);
  });

  test('updateCase: 3 calls', async () => {
    const changes = { status: 'Closed', notes: 'called' };
    const [, ended] = await answerOf<object>(desk.execute('updateCase', [SOME, changes]));
    expect([reads(ended), writes(ended)]).toEqual([2, 1]);
    expectCost('updateCase', ended.elapsed);
  });

  test('updateCase in a sorted tab: 5 calls', async () => {
    desk.spreadsheets.sort(desk.local.scripts.desk.spreadsheetId, 'Cases', {
      column: 1,
      ascending: false,
    });
    const [, ended] = await answerOf<object>(desk.execute('updateCase', [SOME, { notes: 'again' }]));
    expect([reads(ended), writes(ended)]).toEqual([4, 1]);
    expectCost('updateCase in a sorted tab', ended.elapsed);
    desk.sort('Cases', 'caseNumber');
  });

  test('getBell: told once, then one call of the cache', async () => {
    await desk.run('markBellSeen');
    await desk.deliver(await compose());
    await desk.run('checkMail');
    const [bell, first] = await answerOf<Bell>(desk.execute('getBell'));
    expect(bell.items).toHaveLength(1);
    expectCost('getBell, where something is new', first.elapsed);
    const [same, ended] = await answerOf<Bell>(desk.execute('getBell'));
    expect(same).toEqual(bell);
    expect(ended.count('spreadsheet.')).toBe(0);
    expectCost('getBell', ended.elapsed);
  });
});
