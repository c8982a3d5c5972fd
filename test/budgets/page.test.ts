import type { Execution } from '../../runtime/execution/execution';
import type { Row } from '../../runtime/spreadsheet/attributes';
import type { Sheet } from '../../runtime/spreadsheet/sheet';
import type { Bell, CaseList, CaseView, SearchResult } from '../../src/tracker/page/answers';
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

  test('listCases(50): 2 reads, 2.6 s; the first in six hours 3 reads, 3.1 s', async () => {
    const [, first] = await answerOf<CaseList>(desk.execute('listCases', [{ limit: 50 }]));
    expect(reads(first)).toBe(3);
    expect(first.elapsed).toBeLessThanOrEqual(3_100);
    for (const order of ['received', 'lastMail']) {
      const [list, ended] = await answerOf<CaseList>(desk.execute('listCases', [{ limit: 50, order }]));
      expect(list.counts.total).toBe(CASES);
      expect(list.cases).toHaveLength(50);
      expect(list.cases.every(({ emailCount }) => emailCount === MESSAGES / CASES)).toBe(true);
      expect(reads(ended)).toBe(2);
      expect(ended.elapsed).toBeLessThanOrEqual(2_600);
    }
  });

  test('searchCases without a keyword, after the list: 2 reads, 2.5 s', async () => {
    await desk.run('listCases', {});
    const input = { issue: '', status: 'Open', from: '2026-01-01', to: '2026-12-31', limit: 50 };
    const [found, ended] = await answerOf<SearchResult>(desk.execute('searchCases', [input]));
    expect(found.count).toBe(CASES);
    expect(found.cases[0]?.emailCount).toBe(MESSAGES / CASES);
    expect(reads(ended)).toBe(2);
    expect(ended.elapsed).toBeLessThanOrEqual(2_500);
  });

  test.each(
    spread<[string, string, number, number, number]>(
      [
        ['that is nowhere', 'nowhere', 3, 3_200, 0],
        ['in one message', 'rare', 4, 3_400, 1],
        ['in every message', 'lamp', 4, 3_700, CASES],
        ['and another one in every message', 'lamp light', 5, 4_300, CASES],
        ['and four others', 'lamp light that bought not', 8, 5_800, CASES],
        ['and another one, each in a message', 'rare unique', 5, 3_900, 1],
      ],
      2,
    ),
  )('searchCases with a word %s', async (_, keyword, most, ms, count) => {
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
    expect(ended.elapsed).toBeLessThanOrEqual(ms);
  });

  test('getCase: 4 reads and 1 for its burst of mail, 2.5 s', async () => {
    const [view, ended] = await answerOf<CaseView>(desk.execute('getCase', [SOME]));
    expect(view.messages).toHaveLength(MESSAGES / CASES);
    expect(reads(ended)).toBeLessThanOrEqual(5);
    expect(ended.elapsed).toBeLessThanOrEqual(2_500);
  });

  test('getCases of three in a row: 6 reads, 2.3 s', async () => {
    const numbers = [3, 2, 1].map((more) => caseNumber(0.7 * CASES + more));
    const [views, ended] = await answerOf<CaseView[]>(desk.execute('getCases', [numbers]));
    expect(views.map(({ caseNumber }) => caseNumber)).toEqual(numbers);
    expect(views.every(({ messages }) => messages.length === MESSAGES / CASES)).toBe(true);
    expect(reads(ended)).toBeLessThanOrEqual(6);
    expect(ended.elapsed).toBeLessThanOrEqual(2_300);
  });

  test('getCases of three that lie far apart: 10 reads, 2.7 s', async () => {
    const numbers = [3, CASES / 2, CASES - 10].map(caseNumber);
    const [views, ended] = await answerOf<CaseView[]>(desk.execute('getCases', [numbers]));
    expect(views.map(({ caseNumber }) => caseNumber)).toEqual(numbers);
    expect(reads(ended)).toBeLessThanOrEqual(10);
    expect(ended.elapsed).toBeLessThanOrEqual(2_700);
  });

  test('markSeen: 3 calls, 1.7 s', async () => {
    const [, ended] = await answerOf<object>(desk.execute('markSeen', [SOME, 1]));
    expect([reads(ended), writes(ended)]).toEqual([2, 1]);
    expect(ended.elapsed).toBeLessThanOrEqual(1_700);
  });

  test.each<[string, (index: number) => number, number]>([
    ['in a row', (index) => 0.7 * CASES + index, 1_800],
    ['among the newest thousand', (index) => CASES - 1_000 + 17 * index, 2_000],
    ['all over the tab', (index) => 1 + (CASES / 50) * index, 3_100],
  ])('updateCases(50) %s: at most 7 calls', async (_, numberOf, ms) => {
    const numbers = Array.from({ length: 50 }, (__, index) => caseNumber(numberOf(index)));
    const [, ended] = await answerOf<object>(
      desk.execute('updateCases', [numbers, { status: 'In Progress' }]),
    );
    expect(ended.count('spreadsheet.')).toBeLessThanOrEqual(7);
    expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
    expect(ended.elapsed).toBeLessThanOrEqual(ms);
  });

  test('updateCase: 3 calls, 1.6 s', async () => {
    const changes = { status: 'Closed', notes: 'called' };
    const [, ended] = await answerOf<object>(desk.execute('updateCase', [SOME, changes]));
    expect([reads(ended), writes(ended)]).toEqual([2, 1]);
    expect(ended.elapsed).toBeLessThanOrEqual(1_600);
  });

  test('updateCase in a sorted tab: 5 calls, 1.9 s', async () => {
    desk.spreadsheets.sort(desk.local.scripts.desk.spreadsheetId, 'Cases', {
      column: 1,
      ascending: false,
    });
    const [, ended] = await answerOf<object>(desk.execute('updateCase', [SOME, { notes: 'again' }]));
    expect([reads(ended), writes(ended)]).toEqual([4, 1]);
    expect(ended.elapsed).toBeLessThanOrEqual(1_900);
    desk.sort('Cases', 'caseNumber');
  });

  test('getBell: told once, then one call of the cache and half a second', async () => {
    await desk.run('markBellSeen');
    await desk.deliver(await compose());
    await desk.run('checkMail');
    const [bell, first] = await answerOf<Bell>(desk.execute('getBell'));
    expect(bell.items).toHaveLength(1);
    expect(first.elapsed).toBeLessThanOrEqual(2_700);
    const [same, ended] = await answerOf<Bell>(desk.execute('getBell'));
    expect(same).toEqual(bell);
    expect(ended.count('spreadsheet.')).toBe(0);
    expect(ended.elapsed).toBeLessThanOrEqual(500);
  });
});
