import type { SearchResult } from '../../src/tracker/page/answers';
import { type Desk, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

const BOB = 'bob@else.example';

describe('searchCases', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking({ senders: [ANNA, BOB] });
    desk.spreadsheets.settings(desk.local.scripts.desk.spreadsheetId, { timeZone: 'Europe/Berlin' });
    // 20 November, 23:30 in Berlin, and half an hour into the 21st there.
    await arrive({ subject: 'Broken lamp', text: 'It does not LIGHT.' }, Date.UTC(2026, 10, 20, 22, 30));
    await arrive(
      { from: BOB, subject: 'Chair', text: 'One leg (the left) is 50 % off' },
      Date.UTC(2026, 10, 20, 23, 30),
    );
    await arrive({ from: BOB, subject: 'Größe', text: 'a\r\nb 😀' }, Date.UTC(2026, 10, 22, 12));
    await desk.run('checkMail');
    await desk.run('updateCase', 'CASE-0002', { issue: 'Leg missing', status: 'In Progress' });
    await desk.run('updateCase', 'CASE-0003', { notes: 'She called about the lamp', status: 'Closed' });
  });
  afterAll(() => desk.close());

  async function arrive(mail: Parameters<typeof compose>[0], internalDate: number): Promise<void> {
    await desk.deliver(await compose(mail), { internalDate });
  }

  async function found(input: object): Promise<string[]> {
    const { count, cases } = (await desk.run('searchCases', input)) as SearchResult;
    expect(count).toBe(cases.length);
    return cases.map(({ caseNumber }) => caseNumber);
  }

  test.each<[string, object, string[]]>([
    ['nothing given', {}, ['CASE-0003', 'CASE-0002', 'CASE-0001']],
    ['a case number', { caseNumber: 'CASE-0002' }, ['CASE-0002']],
    ['a case number in lower case', { caseNumber: ' case-0002 ' }, ['CASE-0002']],
    ['a part of a case number', { caseNumber: 'CASE-000' }, []],
    ['a keyword in subject and notes', { keyword: 'LAMP' }, ['CASE-0003', 'CASE-0001']],
    ['a keyword in a sender', { keyword: 'bob@' }, ['CASE-0003', 'CASE-0002']],
    ['a keyword in a body', { keyword: 'not light' }, ['CASE-0001']],
    ['a keyword of signs that patterns are made of', { keyword: '(the left) is 50 % off' }, ['CASE-0002']],
    ['a keyword beyond ASCII', { keyword: 'GRÖSSE' }, []],
    ['a keyword beyond ASCII, letter case aside', { keyword: 'größe' }, ['CASE-0003']],
    ['an emoji', { keyword: '😀' }, ['CASE-0003']],
    ['a keyword over two lines', { keyword: 'a\nb' }, ['CASE-0003']],
    ['a keyword that nothing has', { keyword: '.*' }, []],
    ['a part of the issue', { issue: 'leg' }, ['CASE-0002']],
    ['a status', { status: 'Closed' }, ['CASE-0003']],
    ['a keyword, a status and days', { keyword: 'lamp', status: 'Open', to: '2026-11-30' }, ['CASE-0001']],
    ['fields that are null', { keyword: null, status: null }, ['CASE-0003', 'CASE-0002', 'CASE-0001']],
    ['a page', { limit: 1, offset: 1 }, ['CASE-0002']],
  ])('finds by %s', async (_, input, expected) => {
    const { cases } = (await desk.run('searchCases', input)) as SearchResult;
    expect(cases.map(({ caseNumber }) => caseNumber)).toEqual(expected);
  });

  test('counts all that match, also where a page is asked for', async () => {
    expect(await desk.run('searchCases', { limit: 1 })).toMatchObject({ count: 3 });
  });

  test('includes both days, as the spreadsheet’s time zone has them', async () => {
    expect(await found({ from: '2026-11-20', to: '2026-11-20' })).toEqual(['CASE-0001']);
    expect(await found({ from: '2026-11-21' })).toEqual(['CASE-0003', 'CASE-0002']);
    expect(await found({ to: '2026-11-21' })).toEqual(['CASE-0002', 'CASE-0001']);
  });

  test('answers sender, subject and mail count too', async () => {
    const expected = {
      caseNumber: 'CASE-0001',
      sender: ANNA,
      subject: 'Broken lamp',
      status: 'Open',
      emailCount: 1,
    };
    expect(await desk.run('searchCases', { keyword: 'broken' })).toMatchObject({ cases: [expected] });
    expect(await desk.run('searchCases', { status: 'Open' })).toMatchObject({ cases: [expected] });
  });

  test('counts a mail that came since', async () => {
    await desk.run('searchCases', {});
    await arrive({ subject: 'Another' }, Date.UTC(2026, 10, 23));
    await desk.run('checkMail');
    expect(await desk.run('searchCases', { status: 'Open' })).toMatchObject({
      cases: [{ subject: 'Another', emailCount: 1 }, {}],
    });
  });

  test('looks into every part of a long body', async () => {
    await desk.deliver(await compose({ subject: 'Long', text: `${'x'.repeat(60_000)} needle` }));
    await desk.run('checkMail');
    expect(await desk.run('searchCases', { keyword: 'needle' })).toMatchObject({
      cases: [{ subject: 'Long' }],
    });
  });

  test.each<[object, string]>([
    [{ status: 'Done' }, 'The status must be Open, In Progress or Closed (got "Done")'],
    [{ from: '2026-02-30' }, 'from must be a date such as 2026-02-28 (got "2026-02-30")'],
    [{ to: '21.11.2026' }, 'to must be a date such as 2026-02-28 (got "21.11.2026")'],
    [{ to: 5 }, 'to must be a date such as 2026-02-28 (got 5)'],
    [{ from: '2026-11-21', to: '2026-11-20' }, 'from must not be after to (got 2026-11-21 and 2026-11-20)'],
    [{ keyword: 7 }, 'keyword must be text (got 7)'],
    [{ keyword: 'x'.repeat(1_001) }, 'keyword must be at most 1000 characters (got 1001)'],
    [{ sender: ANNA }, expect.stringContaining('Unknown field: "sender"')],
  ])('refuses %j, and names the field', async (input, error) => {
    const [field] = Object.keys(input);
    expect(await desk.run('searchCases', input)).toEqual({ ok: false, error, field });
  });
});
