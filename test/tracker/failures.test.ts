import { spread, testLong } from '../harness/extent';
import { type Desk, startTracking } from '../harness/local';
import { compose } from '../harness/mail';
import { saying } from '../harness/words';

const HOUR = 3_600_000;

describe('a message that cannot be read', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking();
  });
  afterEach(() => desk.close());

  const subjects = () => desk.rows('Cases').map(({ subject }) => subject);
  const failed = () => JSON.parse(String(desk.setting('failed')));
  const breakMessage = (id: string, times = 2) =>
    desk.google.fail({
      path: new RegExp(`messages/${id}\\?`),
      status: 500,
      message: 'Backend error.',
      times,
    });

  test('does not stop the others, is listed, and is taken in by the next check, also where its response is no message', async () => {
    const bad = await desk.deliver(await compose({ subject: 'Bad' }));
    const none = await desk.deliver(await compose({ subject: 'No message' }));
    await desk.deliver(await compose({ subject: 'Good' }));
    breakMessage(bad.id);
    desk.google.fail({ path: new RegExp(`messages/${none.id}\\?`), malformed: true, times: 2 });
    expect(await desk.run('checkMail')).toMatchObject({ ok: true, newMessages: 1 });
    expect(subjects()).toEqual(['Good']);
    expect(failed()).toMatchObject([
      { kind: 'message', id: bad.id, tries: 1, error: saying('Backend error.') },
      { kind: 'message', id: none.id, tries: 1 },
    ]);
    await desk.run('checkMail');
    expect(subjects()).toEqual(['Good', 'Bad', 'No message']);
    expect(failed()).toEqual([]);
  });

  test('is retried by three checks in a row, then every hour, and reported in the settings', async () => {
    const bad = await desk.deliver(await compose({ subject: 'Bad' }));
    breakMessage(bad.id, 8);
    const [, , , settings] = await desk.runAll(['checkMail'], ['checkMail'], ['checkMail'], ['getSettings']);
    expect(failed()).toMatchObject([{ tries: 3 }]);
    expect(settings).toMatchObject({
      health: { problems: [expect.stringContaining('could not be read, 3 times')] },
    });
    const idle = await desk.checkByTimer();
    expect(idle.count('spreadsheet.')).toBe(0);
    desk.stopTimers();
    for (const tries of [3, 4]) {
      expect(failed()).toMatchObject([{ tries }]);
      await desk.advance(HOUR);
      await desk.checkByTimer();
    }
    expect(subjects()).toEqual(['Bad']);
  });

  test('is dropped at once when it is gone', async () => {
    const { id } = await desk.deliver(await compose());
    desk.google.fail({
      path: new RegExp(`messages/${id}\\?`),
      status: 404,
      reason: 'notFound',
      message: 'Requested entity was not found.',
    });
    const told = await desk.runAll(['checkMail'], ['checkMail']);
    expect(told).toMatchObject([
      { ok: true, newMessages: 0 },
      { ok: true, newMessages: 0 },
    ]);
    expect(failed()).toEqual([]);
  });

  test('several in a row are taken for an outage: the rest waits, and nothing is lost', async () => {
    for (let index = 0; index < 8; index++) await desk.deliver(await compose({ subject: `Mail ${index}` }));
    desk.google.fail({ path: /messages\/[0-9a-f]+\?/, status: 503, message: 'Unavailable.', times: 10 });
    await desk.run('checkMail');
    expect(failed()).toHaveLength(5);
    expect(subjects()).toEqual([]);
    await desk.run('checkMail');
    expect(subjects().sort()).toEqual(Array.from({ length: 8 }, (_, index) => `Mail ${index}`));
    expect(failed()).toEqual([]);
  });

  test('failed history calls fail the checks, keep the checkpoint, and are reported from the third on', async () => {
    await desk.deliver(await compose());
    desk.google.fail({ path: /history/, status: 500, message: 'Backend error.', times: 6 });
    const fail = async () => expect((await desk.execute('checkMail')).status).toBe('failed');
    await fail();
    await fail();
    const second = await desk.run('getSettings');
    await fail();
    const [third, , well] = await desk.runAll(['getSettings'], ['checkMail'], ['getSettings']);
    expect(subjects()).toEqual(['Broken lamp']);
    expect([second, third, well]).toMatchObject(
      [[], [expect.stringMatching(/^The last 3 checks failed.*Last error: ./)], []].map((problems) => ({
        health: { problems },
      })),
    );
  });

  test('when the quota of the minute is used up, the check waits for the next minute', async () => {
    await desk.deliver(await compose());
    const rule = {
      path: /messages\/[0-9a-f]+\?/,
      status: 403,
      reason: 'rateLimitExceeded',
      message: 'Quota exceeded.',
    };
    desk.google.fail({ ...rule, times: 2 });
    const check = await desk.execute('checkMail');
    expect(check.elapsed).toBeGreaterThan(40_000);
    expect(subjects()).toEqual(['Broken lamp']);
  });

  test('when the quota stays used up, mail waits for the next check, in its order', async () => {
    for (const subject of ['First', 'Second']) await desk.deliver(await compose({ subject }));
    const rule = {
      path: /messages\/[0-9a-f]+\?/,
      status: 403,
      reason: 'rateLimitExceeded',
      message: 'Quota exceeded.',
    };
    desk.google.fail({ ...rule, times: 4 });
    await desk.run('checkMail');
    expect(failed()).toEqual([]);
    await desk.run('checkMail');
    expect(subjects()).toEqual(['First', 'Second']);
  });

  test.each(spread(['[oops', '[{"kind":"message"}]', '{}', ''], 1))(
    'is not forgotten when somebody types %p into the list',
    async (typed) => {
      const bad = await desk.deliver(await compose({ subject: 'Bad' }));
      breakMessage(bad.id);
      await desk.run('checkMail');
      desk.set('failed', typed);
      await desk.run('checkMail');
      expect(subjects()).toEqual(['Bad']);
      expect(failed()).toEqual([]);
    },
  );

  testLong('is dismissed by an empty list', async () => {
    const bad = await desk.deliver(await compose({ subject: 'Bad' }));
    breakMessage(bad.id);
    await desk.run('checkMail');
    desk.set('failed', '[]');
    await desk.run('checkMail');
    expect(subjects()).toEqual([]);
  });
});
