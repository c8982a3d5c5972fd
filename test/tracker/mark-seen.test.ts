import { type Desk, type Step, startPreparedDesk, track } from '../harness/local';
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

  test('stores how many messages were seen, and nothing else', async () => {
    const [lamp, chair] = desk.rows('Cases');
    const [told, listed] = await desk.runAll(['markSeen', 'CASE-0001', 1], ['listCases']);
    expect(told).toEqual({ ok: true, caseNumber: 'CASE-0001', seen: 1 });
    expect(desk.rows('Cases')).toEqual([{ ...lamp, seen: 1 }, chair]);
    expect(listed).toMatchObject({ counts: { unseen: 1 } });
  });

  test('takes it back with fewer', async () => {
    const [, , listed] = await desk.runAll(
      ['markSeen', 'CASE-0001', 1],
      ['markSeen', 'CASE-0001', 0],
      ['listCases'],
    );
    expect(listed).toMatchObject({ counts: { unseen: 2 } });
  });

  test('a message that comes in later is new', async () => {
    const threadId = String(desk.rows('Cases')[0]?.threadId);
    await desk.deliver(await compose({ subject: 'Re: Lamp' }), { threadId });
    const [, , found] = await desk.runAll(
      ['markSeen', 'CASE-0001', 1],
      ['checkMail'],
      ['searchCases', { unseen: true, keyword: 'lamp' }],
    );
    expect(found).toMatchObject({
      cases: [{ caseNumber: 'CASE-0001', emailCount: 2, seen: 1 }],
    });
  });

  test('refuses what is not valid, and nothing is written', async () => {
    const refused: [unknown, unknown, string][] = [
      ['CASE-0001', -1, 'seen must be a whole number of at least 0 (got -1)'],
      ['CASE-0001', 1.5, 'seen must be a whole number of at least 0 (got 1.5)'],
      ['CASE-0001', '1', 'seen must be a whole number of at least 0 (got "1")'],
      ['CASE-0001', null, 'seen must be a whole number of at least 0 (got null)'],
      ['1', 1, '"1" is not a case number such as CASE-0001'],
      ['CASE-0099', 1, 'There is no case CASE-0099'],
    ];
    const before = desk.sheets();
    const told = await desk.runAll(
      ...refused.map(([caseNumber, seen]): Step => ['markSeen', caseNumber, seen]),
    );
    expect(told).toEqual(refused.map(([, , error]) => ({ ok: false, error })));
    expect(desk.sheets()).toEqual(before);
  });
});
