import type { Execution } from '../../runtime/execution/execution';
import type { Bell, CaseList, CaseView, SearchResult } from '../../src/tracker/page/answers';
import type { Desk } from '../harness/local';
import { compose } from '../harness/mail';
import { startFullDesk } from './full-desk';

const CASES = 10_000;
const MESSAGES = 50_000;

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

  test('listCases(50), after a list or a search: 1 read, 2.1 s; the first in an hour 2 reads, 2.7 s', async () => {
    const [, first] = await answerOf<CaseList>(desk.execute('listCases', [{ limit: 50 }]));
    expect(reads(first)).toBe(2);
    expect(first.elapsed).toBeLessThanOrEqual(2_710);
    const [list, ended] = await answerOf<CaseList>(desk.execute('listCases', [{ limit: 50 }]));
    expect(list.counts.total).toBe(CASES);
    expect(list.cases).toHaveLength(50);
    expect(list.cases.every(({ emailCount }) => emailCount === MESSAGES / CASES)).toBe(true);
    expect(reads(ended)).toBe(1);
    expect(ended.elapsed).toBeLessThanOrEqual(2_100);
  });

  test('searchCases without a keyword, after the list: 1 read, 2.5 s', async () => {
    await desk.run('listCases', {});
    const input = { issue: '', status: 'Open', from: '2026-01-01', to: '2026-12-31', limit: 50 };
    const [found, ended] = await answerOf<SearchResult>(desk.execute('searchCases', [input]));
    expect(found.count).toBe(CASES);
    expect(found.cases[0]?.emailCount).toBe(MESSAGES / CASES);
    expect(reads(ended)).toBe(1);
    expect(ended.elapsed).toBeLessThanOrEqual(2_500);
  });

  test.each(['lamp', 'does not', 'nowhere to be found'])(
    'searchCases with the keyword %p: 4 reads, 3.4 s',
    async (keyword) => {
      const [, ended] = await answerOf<SearchResult>(desk.execute('searchCases', [{ keyword, limit: 50 }]));
      expect(reads(ended)).toBeLessThanOrEqual(4);
      expect(ended.elapsed).toBeLessThanOrEqual(3_400);
    },
  );

  test('getCase: 4 reads and 1 for its burst of mail, 2.5 s', async () => {
    const [view, ended] = await answerOf<CaseView>(desk.execute('getCase', ['CASE-7000']));
    expect(view.messages).toHaveLength(MESSAGES / CASES);
    expect(reads(ended)).toBeLessThanOrEqual(5);
    expect(ended.elapsed).toBeLessThanOrEqual(2_500);
  });

  test('updateCase: 3 calls, 1.6 s', async () => {
    const changes = { status: 'Closed', notes: 'called' };
    const [, ended] = await answerOf<object>(desk.execute('updateCase', ['CASE-7000', changes]));
    expect([reads(ended), writes(ended)]).toEqual([2, 1]);
    expect(ended.elapsed).toBeLessThanOrEqual(1_600);
  });

  test('updateCase in a sorted tab: 5 calls, 1.9 s', async () => {
    desk.spreadsheets.sort(desk.local.scripts.desk.spreadsheetId, 'Cases', {
      column: 1,
      ascending: false,
    });
    const [, ended] = await answerOf<object>(desk.execute('updateCase', ['CASE-7000', { notes: 'again' }]));
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
