import { testLong } from '../harness/extent';
import { type Desk, startTracking } from '../harness/local';
import { compose } from '../harness/mail';
import { FIRST, startWithCase } from './prepared-desk';

const HOUR = 3_600_000;

describe('a later check', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking();
  });
  afterEach(() => desk.close());

  const subjects = async () => (await desk.rows('Cases')).map(({ subject }) => subject);

  test('touches no sheet when nothing arrived', async () => {
    const check = await desk.checkByTimer();
    expect(check.count('spreadsheet.')).toBe(0);
    expect(check.count('gmail.')).toBe(1);
  });

  /** A mail has come in by then. */
  const withFirst = async () => {
    await desk.close();
    desk = await startWithCase();
  };

  test('takes in what arrived in the inbox since, and moves the checkpoint in the tab Settings', async () => {
    const before = await desk.setting('lastHistoryId');
    await desk.deliver(await compose({ subject: 'Spam' }), { labelIds: ['SPAM'] });
    await desk.deliver(await compose({ subject: 'New one' }));
    expect(await desk.run('checkMail')).toEqual({ ok: true, newCases: ['CASE-0001'], newMessages: 1 });
    expect(await subjects()).toEqual(['New one']);
    expect(BigInt(String(await desk.setting('lastHistoryId')))).toBeGreaterThan(BigInt(String(before)));
  });

  test('stores a message once, however often it is checked, and passes over changes that bring none', async () => {
    await withFirst();
    const sheets = desk.sheets();
    await desk.runAll(['checkMail'], ['checkMail']);
    expect(desk.sheets()).toEqual(sheets);
    const [message] = desk.google.messages();
    await desk.gmail(`messages/${message?.id}/modify`, { addLabelIds: ['STARRED'] });
    expect(await desk.run('checkMail')).toMatchObject({ newMessages: 0 });
    expect(desk.rows('Messages')).toHaveLength(1);
  });

  /** The same mail again and again, each in a thread of its own. */
  const deliverMany = async (count: number, mail = {}) => {
    await desk.google.deliverAll(Array(count).fill(await compose(mail)));
  };

  testLong('follows the pages of the history to the newest record, and no further', async () => {
    await deliverMany(500);
    const check = await desk.execute('checkMail');
    expect(check.count('gmail.history')).toBe(1);
    expect(desk.rows('Messages')).toHaveLength(500);
    await deliverMany(501);
    expect((await desk.execute('checkMail')).count('gmail.history')).toBe(2);
    expect(desk.rows('Messages')).toHaveLength(1_001);
  });

  testLong(
    'follows a full page of the history to an empty one where something else came after it',
    async () => {
      await deliverMany(500);
      await desk.deliver(await compose(), { labelIds: ['SPAM'] });
      const check = await desk.execute('checkMail');
      expect(check.count('gmail.history')).toBe(2);
      expect(desk.rows('Messages')).toHaveLength(500);
    },
  );

  test('searches when the checkpoint is too old, and misses nothing', async () => {
    await withFirst();
    await desk.deliver(await compose({ subject: 'While it was expired' }));
    desk.google.expireHistory();
    const check = await desk.execute('checkMail');
    expect(
      check.calls
        .map(({ method }) => method)
        .filter((method) => method.startsWith('gmail.'))
        .slice(0, 3),
    ).toEqual(['gmail.history.list', 'gmail.getProfile', 'gmail.messages.list']);
    expect(await subjects()).toEqual(['Broken lamp', 'While it was expired']);
  });

  test('goes on by history after it had to search', async () => {
    desk.google.expireHistory();
    await desk.run('checkMail');
    await desk.deliver(await compose({ subject: 'Afterwards' }));
    const check = await desk.execute('checkMail');
    // Only for what was sent.
    expect(check.count('gmail.messages.list')).toBe(1);
    expect(await subjects()).toEqual(['Afterwards']);
  });

  test('searches from the last successful check, with a day of overlap', async () => {
    await desk.deliver(await compose({ subject: 'Late' }), { internalDate: desk.now() - 20 * HOUR });
    await desk.deliver(await compose({ subject: 'Too late' }), { internalDate: desk.now() - 26 * HOUR });
    desk.google.expireHistory();
    await desk.run('checkMail');
    expect(await subjects()).toEqual(['Late']);
  });

  test('a second check at the same time returns at once', async () => {
    await desk.deliver(await compose());
    const results = await Promise.all([desk.run('checkMail'), desk.run('checkMail')]);
    expect(results).toContainEqual({ ok: false, error: 'A check is already running.' });
    expect(await desk.rows('Messages')).toHaveLength(1);
  });

  test('finds its checkpoint in the tab Settings when the script properties are gone', async () => {
    await desk.deliver(await compose());
    desk.clearProperties();
    const check = await desk.execute('checkMail');
    // Only for what was sent.
    expect(check.count('gmail.messages.list')).toBe(1);
    expect(await subjects()).toEqual(['Broken lamp']);
  });

  testLong(
    'after a long pause takes in what there is time for, and the rest in the next checks',
    async () => {
      await deliverMany(1_500, { from: 'Carl <carl@else.example>' });
      await desk.deliver(await compose({ subject: 'Behind the noise' }));
      const first = await desk.execute('checkMail');
      expect(first.status).toBe('completed');
      expect(first.elapsed).toBeLessThan(5 * 60_000);
      expect(await desk.rows('Cases')).toEqual([]);
      const second = await desk.execute('checkMail');
      expect(second.count('gmail.messages.get')).toBeLessThan(1_000);
      expect(await subjects()).toEqual(['Behind the noise']);
    },
  );

  testLong('reads no sheet for the rest of a long list once nobody is tracked any more', async () => {
    await deliverMany(1_500, { from: 'Carl <carl@else.example>' });
    await desk.execute('checkMail');
    await desk.run('saveSettings', { senders: [] });
    await desk.checkByTimer();
    expect((await desk.checkByTimer()).count('spreadsheet.')).toBe(0);
  });

  testLong(
    'with many attachments stores as many as there is time for, and the rest in the next checks',
    async () => {
      const attachments = Array.from({ length: 30 }, (_, index) => ({
        filename: `${index}.txt`,
        content: 'x',
      }));
      await deliverMany(12, { attachments });
      const runs: number[] = [];
      for (let rows = 0; rows < 12; rows = desk.rows('Messages').length) {
        const check = await desk.execute('checkMail');
        expect(check.status).toBe('completed');
        runs.push(check.elapsed);
      }
      expect(Math.max(...runs)).toBeLessThan(6 * 60_000);
      expect(desk.google.files(1_000)).toHaveLength(12 * 30 + 1);
      expect((await desk.rows('Cases')).map(({ caseNumber }) => caseNumber)).toHaveLength(12);
    },
  );

  test('what was taken in before the rest had to wait is not taken in twice, whatever its place in the history', async () => {
    await withFirst();
    const attachments = [{ filename: 'a.txt', content: 'x' }];
    const reply = { inReplyTo: FIRST, references: FIRST, attachments };
    for (let index = 0; index < 6; index++) {
      const internalDate = desk.now() - index * HOUR;
      const { id } = await desk.deliver(await compose({ ...reply, subject: 'Re: Broken lamp' }), {
        internalDate,
      });
      // A minute's pause for each mail, which could not be foreseen when they were read.
      const path = new RegExp(`${id}/attachments`);
      desk.google.fail({
        path,
        status: 429,
        reason: 'rateLimitExceeded',
        message: 'Quota exceeded.',
        times: 3,
      });
    }
    await desk.run('checkMail');
    expect(desk.rows('Messages').length).toBeLessThan(7);
    await desk.runAll(['checkMail'], ['checkMail']);
    await desk.runAll(['checkMail'], ['checkMail']);
    const ids = desk.rows('Messages').map(({ messageId }) => messageId);
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
  });

  testLong(
    'one mail with more attachments than there is time for is stored over several checks',
    async () => {
      const attachments = Array.from({ length: 300 }, (_, index) => ({
        filename: `${index}.txt`,
        content: 'x',
      }));
      await desk.deliver(await compose({ attachments }));
      const first = await desk.execute('checkMail');
      expect(first.status).toBe('completed');
      expect(first.elapsed).toBeLessThan(5 * 60_000);
      await desk.run('checkMail');
      expect(desk.google.files(1_000)).toHaveLength(301);
      const listed = JSON.parse(String(desk.rows('Messages')[0]?.attachments)) as {
        driveId: string | null;
      }[];
      expect(listed.filter(({ driveId }) => driveId === null)).toEqual([]);
    },
  );
});
