import type { CaseList } from '../../src/tracker/page/answers';
import { spread } from '../harness/extent';
import { type Desk, startPreparedDesk, track } from '../harness/local';
import { compose } from '../harness/mail';

describe('markSeen', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('a lamp and a chair', async (original) => {
      await track(original);
      for (const subject of ['Lamp', 'Chair']) await original.deliver(await compose({ subject }));
      await original.run('checkMail');
    });
  });
  afterEach(() => desk.close());

  const unseen = async () => ((await desk.run('listCases')) as CaseList).counts.unseen;

  test('stores how many messages were seen, and nothing else', async () => {
    const [lamp, chair] = desk.rows('Cases');
    expect(await desk.run('markSeen', 'CASE-0001', 1)).toEqual({
      ok: true,
      caseNumber: 'CASE-0001',
      seen: 1,
    });
    expect(desk.rows('Cases')).toEqual([{ ...lamp, seen: 1 }, chair]);
    expect(await unseen()).toBe(1);
  });

  test('takes it back with fewer', async () => {
    await desk.run('markSeen', 'CASE-0001', 1);
    await desk.run('markSeen', 'CASE-0001', 0);
    expect(await unseen()).toBe(2);
  });

  test('a message that comes in later is new', async () => {
    await desk.run('markSeen', 'CASE-0001', 1);
    const threadId = String(desk.rows('Cases')[0]?.threadId);
    await desk.deliver(await compose({ subject: 'Re: Lamp' }), { threadId });
    await desk.run('checkMail');
    expect(await desk.run('searchCases', { unseen: true, keyword: 'lamp' })).toMatchObject({
      cases: [{ caseNumber: 'CASE-0001', emailCount: 2, seen: 1 }],
    });
  });

  test.each(
    spread<[unknown, unknown, string]>(
      [
        ['CASE-0001', -1, 'seen must be a whole number of at least 0 (got -1)'],
        ['CASE-0001', 1.5, 'seen must be a whole number of at least 0 (got 1.5)'],
        ['CASE-0001', '1', 'seen must be a whole number of at least 0 (got "1")'],
        ['CASE-0001', null, 'seen must be a whole number of at least 0 (got null)'],
        ['1', 1, '"1" is not a case number such as CASE-0001'],
        ['CASE-0099', 1, 'The Cases tab has no row "CASE-0099".'],
      ],
      2,
    ),
  )('refuses %j, %j, and nothing is written', async (caseNumber, seen, error) => {
    const before = desk.sheets();
    expect(await desk.run('markSeen', caseNumber, seen)).toEqual({ ok: false, error });
    expect(desk.sheets()).toEqual(before);
  });
});
