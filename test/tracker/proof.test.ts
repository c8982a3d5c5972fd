import { testLong } from '../harness/extent';
import { type Desk, OWNER, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { choose } from './at-sheet';
import { passHours } from './pass-hours';

const MINUTE = 60_000;

describe('the daily comparison with the mailbox', () => {
  let desk: Desk;
  const start = async (settings?: object) => {
    desk = await startTracking(settings);
  };
  afterEach(() => desk.close());

  const subjects = () =>
    desk
      .rows('Cases')
      .map(({ subject }) => subject)
      .sort();
  const health = async () => JSON.stringify(await desk.run('getHealth'));
  const deliver = async (subject: string, labelIds = ['INBOX'], mail = {}) => {
    const { id } = await desk.deliver(await compose({ subject, ...mail }), { labelIds });
    return id;
  };

  test('brings in what a filter took past the inbox, and what came back from Spam, and says so', async () => {
    await start();
    await deliver('Lamp');
    await deliver('Filtered', ['UNREAD']);
    const id = await deliver('Junk', ['SPAM']);
    await desk.advance(10 * MINUTE);
    await desk.gmail(`messages/${id}/modify`, { addLabelIds: ['INBOX'], removeLabelIds: ['SPAM'] });
    expect(subjects()).toEqual(['Lamp']);
    await passHours(desk, 24, 1);
    expect(subjects()).toEqual(['Filtered', 'Junk', 'Lamp']);
    expect(await health()).toMatch(
      /Mail was last checked just now\. Compared with Gmail .* at \d\d:\d\d: 3 of 3 messages of the last 7 days are in; 2 had skipped your inbox\./,
    );
  });

  testLong('follows each change of the senders and each Set up', async () => {
    await start();
    await deliver('Filtered', ['UNREAD']);
    await desk.run('saveSettings', { senders: [ANNA, 'ben@other.example'] });
    await desk.checkByTimer();
    expect(subjects()).toEqual(['Filtered']);
    await deliver('Another', ['UNREAD']);
    await desk.setUp();
    await desk.checkByTimer();
    expect(subjects()).toEqual(['Another', 'Filtered']);
  });

  testLong(
    'leaves alone what the owner wrote, and whoever was forgotten, and reads neither twice',
    async () => {
      const [, domain] = OWNER.split('@');
      await start({ senders: [], domains: [domain] });
      await deliver('Sent', ['SENT'], { from: OWNER, to: ANNA });
      await deliver('From an alias', ['SENT'], { from: `sales@${domain}`, to: ANNA });
      await deliver('Cat', ['INBOX'], { from: `cat@${domain}` });
      await deliver('Dog', ['INBOX'], { from: `dog@${domain}` });
      await desk.checkByTimer();
      await choose(desk, 'forgetPerson', {
        answers: [{ text: `cat@${domain}` }, { button: 'YES' }, { button: 'YES' }, {}],
      });
      await passHours(desk, 25, 2);
      expect(subjects()).toEqual(['Dog']);
      expect(await health()).toContain('1 of 1 message of the last 7 days is in.');
      desk.stopTimers();
      await desk.advance(25 * 60 * MINUTE);
      const check = await desk.checkByTimer();
      expect([check.count('gmail.messages.list'), check.count('gmail.messages.get')]).toEqual([2, 0]);
    },
  );

  testLong('comes once a day', async () => {
    await start();
    await deliver('Filtered', ['UNREAD']);
    // A check every fifty minutes, since one that comes an hour late compares, too.
    await passHours(desk, 72, 87);
    const own = desk.local.executions.slice(-87);
    // Besides what it asks of the mail that was sent.
    expect(own.filter((one) => one.count('gmail.messages.list') > 1)).toHaveLength(3);
    expect(subjects()).toEqual(['Filtered']);
    expect(desk.local.executions.filter((one) => one.count('gmail.messages.get') > 0)).toHaveLength(1);
  });

  testLong(
    'mail comes in while Gmail refuses to search, and what the search would find comes later',
    async () => {
      await start();
      await desk.setUp();
      desk.stopTimers();
      await deliver('Filtered', ['UNREAD']);
      await deliver('Lamp');
      desk.google.fail({ path: /messages\?.*q=from/, status: 500 });
      await desk.checkByTimer();
      expect(subjects()).toEqual(['Lamp']);
      await desk.advance(5 * MINUTE);
      expect((await desk.checkByTimer()).count('spreadsheet.')).toBe(0);
      await passHours(desk, 2, 2);
      expect(subjects()).toEqual(['Filtered', 'Lamp']);
    },
  );

  testLong('more mail of a group than there is time for keeps out no other, and is read once', async () => {
    const group = 'list@company.example';
    await start();
    desk.set('timerMinutes', '1');
    await desk.run('checkMail');
    const author = 'stranger@else.example';
    for (let index = 0; index < 400; index++)
      await deliver(`Strange ${index}`, ['UNREAD'], {
        from: group,
        headers: { 'X-Original-From': author },
      });
    await deliver('Lamp');
    await desk.run('saveSettings', { groups: [group] });
    await desk.checkByTimer();
    expect(subjects()).toEqual(['Lamp']);
    await passHours(desk, 50, 50);
    const reads = desk.local.executions.reduce((sum, one) => sum + one.count('gmail.messages.get'), 0);
    expect(reads).toBe(401);
    expect(await health()).toContain('1 of 1 message of the last 7 days is in.');
  });

  testLong('a row that was deleted by hand does not come back, and is counted', async () => {
    await start();
    await deliver('Lamp');
    await deliver('Chair');
    await desk.checkByTimer();
    desk.deleteRow('Cases', 3);
    desk.deleteRow('Messages', 3);
    await passHours(desk, 50, 2);
    expect(subjects()).toEqual(['Lamp']);
    expect(await health()).toContain(
      '1 of 2 messages of the last 7 days are in; 1 was removed from the sheet.',
    );
  });
});
