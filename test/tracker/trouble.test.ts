import type { FaultRule } from '../../runtime/google/google';
import { extent, spread, testLong } from '../harness/extent';
import { type Desk, startTracking, TOKEN } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { PERMISSION_NAMES } from '../harness/permission-names';
import { passHours } from './pass-hours';

const MINUTE = 60_000;
const READ = /messages\/[0-9a-f]+\?/;

let desk: Desk;
beforeEach(async () => {
  desk = await startTracking({ senders: [ANNA], emailAlerts: true });
});
afterEach(() => desk.close());

const problemsIn = (settings: unknown) => (settings as { health: { problems: string[] } }).health.problems;
const problems = async () => problemsIn(await desk.run('getSettings'));
/** Those that the page shows after another check. */
const problemsAfterCheck = async () => {
  const [, settings] = await desk.runAll(['checkMail', { triggerUid: '1' }], ['getSettings']);
  return problemsIn(settings);
};

const subjects = () =>
  desk
    .rows('Cases')
    .map(({ subject }) => subject)
    .sort();
const files = () => desk.google.files().filter(({ mimeType }) => mimeType === 'text/plain');

/** Everything that came in is there, each once: two cases with a file and an alert each. */
function expectAll(alerts = [/^New case CASE-000\d: /, /^New case CASE-000\d: /]): void {
  expect(subjects()).toEqual(['Chair', 'Lamp']);
  expect(desk.rows('Messages')).toHaveLength(2);
  expect(desk.rows('Messages').map(({ attachments }) => String(attachments).includes('null'))).toEqual([
    false,
    false,
  ]);
  expect(files()).toHaveLength(2);
  expect(desk.sent().map(({ subject }) => subject)).toEqual(alerts.map((one) => expect.stringMatching(one)));
}

async function deliverTwo(): Promise<void> {
  const attachments = [{ filename: 'a.txt', content: 'text' }];
  await desk.deliver(await compose({ subject: 'Lamp', attachments }));
  await desk.deliver(await compose({ subject: 'Chair', attachments }));
}

const FULL: FaultRule = {
  method: 'POST',
  path: '/upload/drive',
  status: 403,
  reason: 'storageQuotaExceeded',
  message: "The user's Drive storage quota has been exceeded.",
};
const RATE = { reason: 'rateLimitExceeded', message: 'Quota exceeded.' };

/** The subject of one mail for two cases. */
const LIST = /^New case CASE-0001 and 1 more$/;

describe('temporary failures', () => {
  test.each(
    spread<[string, FaultRule, hours?: number]>(
      [
        ['429 to a history call', { path: 'history', status: 429, ...RATE }],
        ['403 to a history call', { path: 'history', status: 403, ...RATE }],
        ['500 to a history call', { path: 'history', status: 500 }],
        ['a broken answer to a history call', { path: 'history', malformed: true }],
        ['429 to reads', { path: READ, status: 429, ...RATE, times: 4 }],
        ['403 to reads', { path: READ, status: 403, ...RATE, times: 4 }],
        ['504, a timeout, to reads', { path: READ, status: 504, message: 'Deadline exceeded.', times: 4 }],
        ['broken answers to reads', { path: READ, malformed: true, times: 4 }],
        ['500 to reads of attachments', { path: '/attachments/', status: 500, times: 4 }, 3],
        ['429 to reads of attachments', { path: '/attachments/', status: 429, ...RATE, times: 6 }, 3],
        ['a full Drive', { ...FULL, times: 4 }, 3],
        ['500 to uploads', { ...FULL, status: 500, reason: 'backendError', times: 4 }, 3],
        ['500 to every call of Drive', { path: '/drive/v3/', status: 500, times: 8 }, 4],
        ['503 to reads', { path: READ, status: 503, times: 4 }],
      ],
      2,
    ),
  )('%s: hours later everything is in, once', async (_, rule, hours = 1) => {
    await deliverTwo();
    desk.google.fail(rule);
    await passHours(desk, hours, extent({ usual: 2, long: 3 }) * hours);
    expect(await problemsAfterCheck()).toEqual([]);
    expectAll();
  });
});

describe('lasting failures', () => {
  const WITHDRAWN = ['gmail.readonly', 'drive.file', 'script.send_mail', 'script.scriptapp'];
  test.each(spread(WITHDRAWN, 1))(
    'consent to %s is withdrawn: the owner reads what to do, and then everything comes in',
    async (scope) => {
      const { desk: script } = desk.local.scripts;
      const left = script.manifest.oauthScopes.filter((one) => !one.endsWith(scope));
      desk.local.services.grants.limit(script, left);
      await deliverTwo();
      await desk.advance(10 * MINUTE);
      const told = (await problems()).join('\n');
      expect(told).toContain(PERMISSION_NAMES[scope]);
      expect(told).toContain('Case desk > Set up');
      desk.local.services.grants.limit(script, undefined);
      await passHours(desk, 2, 2);
      expect(await problemsAfterCheck()).toEqual([]);
      // Alerts that could not be sent come in one mail.
      expectAll(scope === 'script.send_mail' ? [LIST] : undefined);
    },
  );

  test('without consent to the sheet nothing is lost', async () => {
    const { desk: script } = desk.local.scripts;
    const left = script.manifest.oauthScopes.filter((one) => !one.endsWith('spreadsheets.currentonly'));
    desk.local.services.grants.limit(script, left);
    await deliverTwo();
    await desk.advance(5 * MINUTE);
    desk.local.services.grants.limit(script, undefined);
    await desk.advance(10 * MINUTE);
    expectAll();
  });

  /** What the timer's runs have used of the account's minutes a day. */
  const timerMinutes = () =>
    desk.local.executions
      .filter(({ kind }) => kind === 'trigger')
      .reduce((sum, { elapsed }) => sum + elapsed / MINUTE, 0);

  test('Gmail limits the rate until a time that it names: the timer leaves it alone until then, and says so', async () => {
    const start = desk.now();
    // The time as Google may write it, too: two hours from now, at the offset of another zone.
    const until = new Date(start + 4 * 60 * MINUTE).toISOString().replace('Z', '+02:00');
    await deliverTwo();
    const message = `User-rate limit exceeded.  Retry after ${until}`;
    desk.google.fail({ path: 'history', status: 429, ...RATE, message, times: 1 });
    await desk.advance(100 * MINUTE);
    expect(subjects()).toEqual([]);
    expect(timerMinutes()).toBeLessThan(1);
    const health = JSON.stringify(await desk.run('getHealth'));
    expect(health).toMatch(
      /Mail has been waiting since .*Google takes no more requests for Gmail.*The next check is today at \d\d:\d\d/,
    );
    expect(health).toContain(until);
    await desk.advance(30 * MINUTE);
    expectAll();
    expect(JSON.stringify(await desk.run('getHealth'))).not.toContain('Mail waits');
  });

  testLong(
    'Gmail limits the rate for hours: the timer asks less and less often, and keeps the minutes of the day',
    async () => {
      await deliverTwo();
      desk.google.fail({ path: READ, status: 429, ...RATE, times: 1_000 });
      await desk.advance(extent({ usual: 1, long: 8 }) * 60 * MINUTE);
      expect(subjects()).toEqual([]);
      // The first check waits a minute in vain; those after it ask once.
      expect(timerMinutes()).toBeLessThan(extent({ usual: 2, long: 3 }));
      const told = await desk.run('checkMail');
      expect(told).toMatchObject({
        ok: false,
        error: expect.stringContaining('Mail waits, and nothing is lost'),
      });
    },
  );

  testLong(
    'more mail than the minutes of a day have time for comes in slowly, then waits, and all of it is in the next day',
    async () => {
      await desk.set('timerMinutes', '1');
      await desk.run('checkMail');
      for (let index = 0; index < 400; index++)
        await desk.deliver(await compose({ from: 'stranger@example.org', subject: `Mail ${index}` }));
      await deliverTwo();
      await desk.advance(10 * MINUTE);
      expect(JSON.stringify(await desk.run('getHealth'))).toContain('it comes in slowly');
      await desk.advance(20 * MINUTE);
      expect(subjects().length).toBeLessThan(2);
      expect(timerMinutes()).toBeLessThan(2);
      expect(JSON.stringify(await desk.run('getHealth'))).toMatch(
        /Mail has been waiting since today at \d\d:\d\d: checks have used their 1 minutes of the day\. The next check is on 22 Nov/,
      );
      await passHours(desk, 26, 3);
      expectAll();
    },
  );

  testLong(
    'Gmail limits the rate of attachments alone: mail comes in, and only the first check waits',
    async () => {
      await deliverTwo();
      desk.google.fail({ path: '/attachments/', status: 429, ...RATE, times: 1_000 });
      await desk.advance(4 * 60 * MINUTE);
      expect(subjects()).toEqual(['Chair', 'Lamp']);
      expect(timerMinutes()).toBeLessThan(3);
    },
  );

  test('one message that Google forbids to read stops no other, and is reported', async () => {
    const { id } = await desk.deliver(await compose({ subject: 'Forbidden' }));
    await deliverTwo();
    const message = 'Insufficient Permission';
    const rule = { path: `messages/${id}?`, status: 403, reason: 'insufficientPermissions', message };
    desk.google.fail({ ...rule, times: 1_000 });
    await desk.advance(15 * MINUTE);
    expectAll();
    expect(await problemsAfterCheck()).toEqual([expect.stringContaining(`Message ${id} could not be read`)]);
  });

  testLong(
    'a full sheet: mail waits, the owner reads what to do, and all comes in once there is room',
    async () => {
      // New rows need a longer grid then.
      await desk.ownerRuns(() => {
        for (const name of ['Cases', 'Messages']) {
          const sheet = SpreadsheetApp.getActive().getSheetByName(name);
          sheet?.deleteRows(3, sheet.getMaxRows() - 2);
        }
      });
      await desk.deliver(await compose({ subject: 'First' }));
      await desk.run('checkMail');
      await desk.ownerRuns(() => {
        SpreadsheetApp.getActive().insertSheet('Room').insertColumnsAfter(26, 9_934);
      });
      await deliverTwo();
      await desk.advance(4 * 60 * MINUTE);
      expect(subjects()).toEqual(['First']);
      // Checks that fail come less and less often.
      expect(timerMinutes()).toBeLessThan(4);
      expect((await problems()).join('\n')).toContain(
        'The sheet is full: choose Case desk > Remove old data. Its Export tab needs room, too',
      );
      await desk.ownerRuns(() => {
        const file = SpreadsheetApp.getActive();
        const sheet = file.getSheetByName('Room');
        if (sheet) file.deleteSheet(sheet);
      });
      await passHours(desk, 2, 2);
      expect(subjects()).toEqual(['Chair', 'First', 'Lamp']);
    },
  );

  test('a full Drive: cases go on, the owner reads what to do, and the files follow', async () => {
    await deliverTwo();
    desk.google.fail({ ...FULL, times: extent({ usual: 4, long: 16 }) });
    await passHours(desk, 1);
    expect(subjects()).toEqual(['Chair', 'Lamp']);
    expect((await problems()).join('\n')).toContain('Your Google storage is full. Free some space');
    await passHours(desk, extent({ usual: 2, long: 24 }));
    expectAll();
    expect(await problems()).toEqual([]);
  });

  test('Gmail’s calls of the day are used up between two reads: no message is blamed, and all come in the next day', async () => {
    const { plan, quotas } = desk.local.services;
    plan.countsGmailOperations = true;
    await deliverTwo();
    // One for the history, and one for the first message.
    quotas.use('gmailOperations', quotas.left('gmailOperations') - 2);
    await desk.run('checkMail');
    expect(String(desk.setting('failed'))).not.toContain('"kind":"message"');
    expect(subjects()).toHaveLength(1);
    plan.countsGmailOperations = false;
    await passHours(desk, 2, 2);
    expect(await problemsAfterCheck()).toEqual([]);
    expectAll();
  });

  testLong('the day’s mail is used up: cases go on, and one mail lists the alerts the next day', async () => {
    desk.local.services.quotas.use('mailRecipients', 100);
    await deliverTwo();
    await desk.advance(30 * MINUTE);
    expect(subjects()).toEqual(['Chair', 'Lamp']);
    expect(desk.sent()).toEqual([]);
    expect((await problems()).join('\n')).toContain("The account's daily limit at Google is used up");
    await passHours(desk, 25);
    expectAll([LIST]);
    expect(await problems()).toEqual([]);
  });
});

describe('mail that is not as it should be', () => {
  test('the history has expired: the search finds everything, once', async () => {
    await deliverTwo();
    desk.google.expireHistory();
    await desk.advance(10 * MINUTE);
    expectAll();
  });

  test('a message is deleted before it is read: the others are taken in, and nothing is reported', async () => {
    const { id } = await desk.deliver(await compose({ subject: 'Gone' }));
    await deliverTwo();
    const authorization = `Bearer ${TOKEN}`;
    const address = `${desk.local.urls.gmail}/gmail/v1/users/me/messages/${id}`;
    await fetch(address, { method: 'DELETE', headers: { authorization } });
    await desk.advance(5 * MINUTE);
    expect(await problemsAfterCheck()).toEqual([]);
    expectAll();
  });

  testLong('a message whose markup cannot be parsed becomes a case all the same', async () => {
    const html = `${'<div>'.repeat(30_000)}hello`;
    await desk.deliver(await compose({ subject: 'Deep', text: '', html }));
    await desk.advance(10 * MINUTE);
    expect(subjects()).toEqual(['Deep']);
    expect(await problems()).toEqual([]);
  });

  test('a message that can never be read stops nothing and is reported', async () => {
    const { id } = await desk.deliver(await compose({ subject: 'Never' }));
    desk.google.fail({ path: `messages/${id}?`, status: 500, times: 1_000 });
    await deliverTwo();
    await desk.advance(10 * MINUTE);
    expect(await problemsAfterCheck()).toEqual([expect.stringContaining(`Message ${id} could not be read`)]);
    expectAll();
  });

  testLong('more mail than Gmail’s units allow in a minute comes in by one check, in its order', async () => {
    for (let index = 0; index < 400; index++)
      await desk.deliver(await compose({ subject: `Mail ${index}` }), { internalDate: desk.now() + index });
    const check = await desk.execute('checkMail');
    expect(check.status).toBe('completed');
    const pauses = check.calls.filter(({ method, at }) => method === 'gmail.messages.get' && at > 48_000);
    expect(pauses.length).toBeGreaterThan(100);
    expect(desk.rows('Cases').map(({ subject }) => subject)).toEqual(
      Array.from({ length: 400 }, (_, index) => `Mail ${index}`),
    );
  });
});
