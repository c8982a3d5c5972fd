import { spread } from '../harness/extent';
import { type Desk, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

describe('mail is taken in all the same', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('a first case', async (original) => {
      await track(original);
      await original.deliver(await compose({ messageId: '<1@customer.example>', subject: 'First' }));
      await original.run('checkMail');
    });
  });
  afterEach(() => desk.close());

  const subjects = () => desk.rows('Messages').map(({ subject }) => subject);

  test.each(spread(['[oops', '{"a":1}', '[null]', '7', 'nothing', '[5]', '[{"kind":"message"}]'], 2))(
    'when the list of failures is spoilt: %s',
    async (text) => {
      desk.set('failed', text);
      await desk.deliver(await compose({ subject: 'Second' }));
      expect(await desk.run('checkMail')).toMatchObject({ ok: true, newMessages: 1 });
      await desk.deliver(await compose({ subject: 'Third' }));
      const [checked, settings] = await desk.runAll(['checkMail'], ['getSettings']);
      expect(checked).toMatchObject({ ok: true, newMessages: 1 });
      expect(subjects()).toEqual(['First', 'Second', 'Third']);
      expect(settings).toMatchObject({ senders: [ANNA] });
    },
  );

  test.each(spread(['many', '-5', '0', '1.5', '1e99', '', '999999999999999', 'TRUE', '2026-01-02'], 2))(
    'when the counter is %j: no number is given twice, and it counts again',
    async (text) => {
      desk.set('nextCaseNumber', text);
      for (const subject of ['Second', 'Third']) {
        await desk.deliver(await compose({ subject }));
        await desk.run('checkMail');
      }
      const numbers = desk.rows('Cases').map(({ caseNumber }) => String(caseNumber));
      expect(new Set(numbers).size).toBe(3);
      for (const number of numbers) expect(number).toMatch(/^CASE-\d+$/);
      expect(desk.setting('nextCaseNumber')).toBe(Number(numbers.at(-1)?.slice(5)) + 1);
    },
  );

  test.each(spread(['[oops', 'null', '{}', '[null]'], 1))('when attachments are spoilt: %s', async (text) => {
    desk.google.fail({ path: /upload/, status: 500, message: 'Backend error.', times: 2 });
    const attachments = [{ filename: 'a.txt', content: 'one' }];
    await desk.deliver(await compose({ subject: 'Second', attachments }));
    await desk.run('checkMail');
    desk.edit('Messages', 'F3', text);
    await desk.deliver(await compose({ subject: 'Third' }));
    await desk.runAll(['checkMail'], ['checkMail'], ['checkMail']);
    desk.stopTimers();
    await desk.advance(3_700_000);
    await desk.checkByTimer();
    expect(subjects()).toEqual(['First', 'Second', 'Third']);
    expect(desk.setting('failed')).toBe('[]');
  });

  test.each(spread(['caseNumber', 'body', 'subject'], 1))(
    'once the header %s is right again; until then nothing is written, and the health says so',
    async (header) => {
      const a1 = `${'ABCDEFG'[desk.grid('Messages')[0]?.indexOf(header) ?? 0]}1`;
      await desk.deliver(await compose({ subject: 'Second' }));
      const before = desk.sheets();
      desk.edit('Messages', a1, 'mine');
      for (let run = 0; run < 3; run++) await desk.execute('checkMail');
      const said = `The Messages tab has no column headed "${header}"`;
      expect(await desk.run('getSettings')).toMatchObject({
        health: { problems: [expect.stringContaining(said)] },
      });
      desk.edit('Messages', a1, header);
      expect(desk.sheets()).toEqual(before);
      expect(await desk.run('checkMail')).toMatchObject({ ok: true, newMessages: 1 });
    },
  );

  test('with at most 14 calls to the sheet, of new cases and replies alike', async () => {
    for (let index = 0; index < 5; index++) await desk.deliver(await compose({ subject: `New ${index}` }));
    const to = '<1@customer.example>';
    await desk.deliver(await compose({ subject: 'Re: First', inReplyTo: to, references: to }));
    const { calls } = await desk.execute('checkMail');
    const sheet = calls.filter(
      ({ method }) => method.startsWith('spreadsheet.') && !/flush|locate/.test(method),
    );
    expect(sheet.length).toBeLessThanOrEqual(14);
  });
});
