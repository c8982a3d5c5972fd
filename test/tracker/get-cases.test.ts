import type { CaseView } from '../../src/tracker/case/answers';
import { type Desk, type Step, startTracking } from '../harness/local';
import { compose } from '../harness/mail';

describe('getCases', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
    const { threadId } = await desk.deliver(await compose({ subject: 'Lamp' }));
    for (const subject of ['Chair', 'Table']) await desk.deliver(await compose({ subject }));
    await desk.deliver(await compose({ subject: 'Re: Lamp' }), { threadId });
    await desk.run('checkMail');
  });
  afterAll(() => desk.close());

  test('answers of each case what getCase does, in the order of the numbers; an unknown one does not stop the others', async () => {
    const numbers = ['CASE-0003', 'CASE-0001', 'CASE-0003'];
    const [all, some, ...each] = await desk.runAll(
      ['getCases', numbers],
      ['getCases', ['CASE-0099', 'CASE-0002', 'CASE-9999']],
      ...numbers.map((number): Step => ['getCase', number]),
    );
    expect(all).toEqual(each);
    expect((each[1] as CaseView).messages).toHaveLength(2);
    expect(some).toEqual([
      { ok: false, error: 'There is no case CASE-0099' },
      expect.objectContaining({ caseNumber: 'CASE-0002', subject: 'Chair' }),
      { ok: false, error: 'There is no case CASE-9999' },
    ]);
  });

  test('finds the cases in tabs that the owner has sorted', async () => {
    const before = await desk.run('getCases', ['CASE-0001', 'CASE-0002']);
    desk.sort('Cases', 'subject');
    desk.sort('Messages', 'messageId');
    expect(await desk.run('getCases', ['CASE-0001', 'CASE-0002'])).toEqual(before);
  });

  test('refuses what is no list of case numbers', async () => {
    const refused: [unknown, object][] = [
      [[], { error: 'getCases takes a list of 1 to 10 case numbers' }],
      ['CASE-0001', { error: 'getCases takes a list of 1 to 10 case numbers' }],
      [null, { error: 'getCases takes a list of 1 to 10 case numbers' }],
      [Array(11).fill('CASE-0001'), { error: 'getCases takes a list of 1 to 10 case numbers (got 11)' }],
      [['CASE-0001', '7'], { error: '"7" is not a case number such as CASE-0001', value: '7' }],
    ];
    expect(await desk.runAll(...refused.map(([numbers]): Step => ['getCases', numbers]))).toEqual(
      refused.map(([, refusal]) => ({ ok: false, ...refusal })),
    );
  });
});
