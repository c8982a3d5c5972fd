import { extent, spread } from '../harness/extent';
import { type Desk, START, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { choose } from './at-sheet';

describe('Remove old data, at the desk', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('closed cases, old and new', closeCases);
  });
  afterEach(() => desk.close());

  async function closeCases(original: Desk): Promise<void> {
    await track(original);
    for (const subject of ['Lamp', 'Chair', 'Table']) {
      const attachments = [{ filename: `${subject}.txt`, content: subject }];
      await original.deliver(await compose({ subject, attachments }));
    }
    await original.run('checkMail');
    await original.run('updateCase', 'CASE-0001', { status: 'Closed' });
    await original.run('updateCase', 'CASE-0002', { status: 'Closed' });
    for (const a1 of ['K2', 'K3', 'K4']) original.edit('Cases', a1, '2026-10-02 09:00');
    await original.deliver(await compose({ subject: 'New' }));
    await original.run('checkMail');
    await original.run('updateCase', 'CASE-0004', { status: 'Closed' });
  }

  /** The old cases have been exported by then. */
  async function exported(): Promise<void> {
    await desk.close();
    desk = await startPreparedDesk('old cases that were exported', async (original) => {
      await closeCases(original);
      await choose(original, 'removeOldData', {
        answers: [{ text: '1' }, { button: 'YES' }, { button: 'NO' }],
      });
    });
    expect(hasExport()).toBe(true);
  }

  const texts = async (...answers: { text?: string; button?: string }[]) =>
    (await choose(desk, 'removeOldData', { answers })).shown.map(({ text }) => text);
  const numbers = (tab: string) => desk.rows(tab).map(({ caseNumber }) => caseNumber);
  const hasExport = () => desk.sheets().some(({ name }) => name === 'Export');

  test('exports closed cases with their messages, and deletes them once the owner says yes', async () => {
    const [, counts, next] = await texts({ text: '1' }, { button: 'YES' }, { button: 'NO' });
    expect(counts).toContain('Closed cases, by their last mail: 2');
    expect(next).toContain('File > Download');
    expect(numbers('Cases')).toHaveLength(4);
    expect(desk.grid('Export').filter(([title]) => title === 'Messages')).toHaveLength(3);
    const [question, done] = await texts({ button: 'YES' }, {});
    expect(question).toContain('Cases: 2\nMessages: 2');
    expect(done).toContain('The rows have been deleted.');
    expect(numbers('Cases')).toEqual(['CASE-0003', 'CASE-0004']);
    expect(numbers('Messages')).toEqual(['CASE-0003', 'CASE-0004']);
    expect(hasExport()).toBe(false);
    await desk.deliver(await compose({ subject: 'Next' }));
    const [, listed] = await desk.runAll(['checkMail'], ['listCases', {}]);
    expect(numbers('Cases').at(-1)).toBe('CASE-0005');
    expect(listed).toMatchObject({ counts: { total: 3 } });
  });

  test('leaves what has been changed since the export, with its messages', async () => {
    await exported();
    await desk.run('updateCase', 'CASE-0001', { notes: 'Wait' });
    const [, done] = await texts({ button: 'YES' }, {});
    expect(done).toContain('Kept because changed since the export: CASE-0001');
    expect(numbers('Cases')).toEqual(['CASE-0001', 'CASE-0003', 'CASE-0004']);
    expect(numbers('Messages')).toEqual(['CASE-0001', 'CASE-0003', 'CASE-0004']);
  });

  test('of a case that is gone no message stays, changed since the export or not', async () => {
    await exported();
    const subject = String.fromCharCode(65 + (desk.grid('Messages')[0] ?? []).indexOf('subject'));
    desk.edit('Messages', `${subject}2`, 'Another');
    const [, done] = await texts({ button: 'YES' }, {});
    expect(done).toContain('The rows have been deleted.');
    expect(numbers('Messages')).toEqual(['CASE-0003', 'CASE-0004']);
  });

  test('a month before the 31st is the last day of a shorter month', async () => {
    desk.stopTimers();
    await desk.advance(Date.UTC(2027, 2, 31, 9) - START);
    const [, counts] = await texts({ text: '1' }, { button: 'NO' });
    expect(counts).toContain('Older than 2027-02-28T');
  });

  test('is finished by another choice, wherever it was cut off', async () => {
    await exported();
    for (let call = 3; hasExport(); call += extent({ usual: 14, long: 3 })) {
      const answers = [{ button: 'YES' }, {}];
      await desk.execute('removeOldData', [], { kind: 'menu', answers, fault: { call, kind: 'kill after' } });
    }
    expect(numbers('Cases')).toEqual(['CASE-0003', 'CASE-0004']);
    expect(numbers('Messages')).toEqual(['CASE-0003', 'CASE-0004']);
  });

  test.each(
    spread(
      [
        ['0', 'at least 1 (got "0")'],
        ['one', 'at least 1 (got "one")'],
        ['2', 'Nothing is older than 2 months.'],
      ],
      2,
    ),
  )('says of %j what it is', async (text, said) => {
    expect((await texts({ text }, {})).at(-1)).toContain(said);
    expect(hasExport()).toBe(false);
  });

  test('does not mix with Forget a person', async () => {
    await exported();
    const { shown } = await choose(desk, 'forgetPerson', { answers: [{}] });
    expect(shown.map(({ text }) => text)).toEqual([
      'The Export tab is in use by "Remove old data". Finish that first, or delete the tab.',
    ]);
    expect(desk.rows('Messages').every(({ from }) => from === ANNA)).toBe(true);
  });
});
