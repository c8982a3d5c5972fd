import { testLong } from '../harness/extent';
import { type Desk, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { checkUntilIdle, stateOf } from './end-state';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BOB = 'bob@shop.example';

/** A desk that tracks Anna, with a case of hers, and with mail of Bob's from before, some of it in her thread. */
function startWithOldMail(): Promise<Desk> {
  return startPreparedDesk('old mail of another sender', fillWithOldMail);
}

async function fillWithOldMail(desk: Desk): Promise<void> {
  await track(desk);
  const thread = { inReplyTo: '<1@x.example>', references: '<1@x.example>' };
  const deliver = async (mail: object, ago: number) => {
    await desk.deliver(await compose({ from: `Bob <${BOB}>`, ...mail }), {
      internalDate: Math.floor(desk.now()) - ago,
    });
  };
  await deliver({ subject: 'Chair' }, 3 * DAY);
  await deliver({ subject: 'Long ago' }, 40 * DAY);
  await deliver({ subject: 'Lamp', messageId: '<1@x.example>' }, 2 * HOUR);
  await deliver({ from: ANNA, subject: 'Re: Lamp', ...thread }, HOUR);
  await desk.run('checkMail');
}

/** The same once Bob is tracked too. */
function startWithBob(): Promise<Desk> {
  return startPreparedDesk('another sender was added', async (desk) => {
    await fillWithOldMail(desk);
    await desk.run('saveSettings', { senders: [ANNA, BOB] });
  });
}

describe('a sender who is added later', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startWithOldMail();
  });
  afterEach(() => desk.close());

  const subjects = () => desk.rows('Cases').map(({ subject }) => subject);
  const searches = () => desk.local.executions.at(-1)?.count('gmail.messages.list');
  const timer = () => desk.advance(5 * MINUTE);

  test('is looked back for by the next check, though nothing is new, and once', async () => {
    expect(subjects()).toEqual(['Re: Lamp']);
    await desk.run('saveSettings', { senders: [ANNA, BOB] });
    await timer();
    expect(subjects()).toEqual(['Lamp', 'Chair']);
    // One for his mail, one that compares all mail of the last days, and one for what was sent since.
    expect(searches()).toBe(3);
    await timer();
    expect(desk.local.executions.at(-1)?.count('spreadsheet.')).toBe(0);
    expect(desk.rows('Messages')).toHaveLength(3);
    expect(JSON.parse(String(desk.setting('lookedBack')))).toEqual([ANNA, BOB]);
  });

  test('has an older message that belongs to a case: the case is of that one then, and is not opened again', async () => {
    await desk.runAll(
      ['updateCase', 'CASE-0001', { status: 'Closed' }],
      ['saveSettings', { senders: [ANNA, BOB], reopenOnReply: true }],
    );
    const [before] = desk.rows('Cases');
    await timer();
    const first = desk.rows('Messages').find(({ subject }) => subject === 'Lamp');
    expect(desk.rows('Cases')[0]).toEqual({
      ...before,
      sender: BOB,
      senderName: 'Bob',
      subject: 'Lamp',
      received: first?.date,
    });
  });

  testLong('is looked back for as many days as the setting says', async () => {
    await desk.run('saveSettings', { senders: [ANNA, BOB], lookBackDays: 60 });
    await timer();
    expect(subjects()).toEqual(['Lamp', 'Long ago', 'Chair']);
  });

  test('may be a whole domain', async () => {
    await desk.run('saveSettings', { domains: ['shop.example'] });
    await timer();
    expect(subjects()).toEqual(['Lamp', 'Chair']);
    expect(JSON.parse(String(desk.setting('lookedBack')))).toEqual([ANNA, '@shop.example']);
  });

  testLong('who was typed into the tab is looked back for by the next check that reads it', async () => {
    desk.set('senders', `${ANNA}\n${BOB}`);
    await timer();
    expect(subjects()).toEqual(['Re: Lamp']);
    await desk.run('checkMail');
    expect(subjects()).toEqual(['Lamp', 'Chair']);
  });

  test('who was removed in between is looked back for again', async () => {
    await desk.run('saveSettings', { senders: [BOB] });
    await timer();
    await desk.deliver(await compose({ subject: 'Meanwhile' }));
    await timer();
    expect(subjects()).toEqual(['Lamp', 'Chair']);
    await desk.run('saveSettings', { senders: [ANNA, BOB] });
    await timer();
    expect(subjects()).toEqual(['Lamp', 'Chair', 'Meanwhile']);
  });

  testLong('is looked back for again also where nobody was tracked in between', async () => {
    await desk.run('saveSettings', { senders: [] });
    await timer();
    await desk.deliver(await compose({ subject: 'Meanwhile' }));
    await timer();
    await desk.run('saveSettings', { senders: [ANNA] });
    await timer();
    expect(subjects()).toEqual(['Re: Lamp', 'Meanwhile']);
  });

  testLong('is looked back for where the checkpoint is too old as well', async () => {
    await desk.run('saveSettings', { senders: [ANNA, BOB] });
    await desk.deliver(await compose({ subject: 'While it was expired' }));
    desk.google.expireHistory();
    await timer();
    expect(subjects()).toEqual(['Lamp', 'Chair', 'While it was expired']);
  });

  test('is looked back for where the owner has emptied the list of those for whom it was done, and the others are not', async () => {
    await desk.deliver(await compose({ subject: 'Deleted by the owner' }));
    await timer();
    desk.deleteRow('Cases', 3);
    desk.deleteRow('Messages', 3);
    desk.set('lookedBack', '');
    await desk.run('saveSettings', { senders: [ANNA, BOB] });
    await timer();
    expect(subjects()).toEqual(['Lamp', 'Chair']);
  });

  testLong.each<[string, object]>([
    ['killed, and what was not flushed is applied', { kind: 'kill before', writes: 'applied' }],
    ['killed, and what was not flushed is lost', { kind: 'kill after', writes: 'lost' }],
    ['out of time', { kind: 'slow', ms: 4.5 * MINUTE }],
  ])('is looked back for in the end, and nothing is doubled, where a check is %s', async (_, ending) => {
    const whole = await startWithBob();
    await checkUntilIdle(whole);
    const undisturbed = stateOf(whole);
    await whole.close();
    for (let call = 1; ; call += 4) {
      const copy = await startWithBob();
      const { hasFaultFired } = await copy.local.run(
        copy.local.scripts.desk,
        'checkMail',
        [{ triggerUid: '1' }],
        { fault: { call, ...ending } as never },
      );
      await checkUntilIdle(copy);
      expect({ call, state: stateOf(copy) }).toEqual({ call, state: undisturbed });
      await copy.close();
      if (!hasFaultFired) break;
    }
  });

  testLong('is looked back for by several checks where there is more than one has time for', async () => {
    const old = { internalDate: Math.floor(desk.now()) - DAY };
    const mail = await compose({ from: BOB, subject: 'One of many' });
    for (let index = 0; index < 1_500; index++) await desk.deliver(mail, old);
    await timer();
    await desk.run('saveSettings', { senders: [ANNA, BOB] });
    await desk.advance(30 * MINUTE);
    expect(desk.rows('Messages')).toHaveLength(1_503);
    expect(new Set(desk.rows('Messages').map(({ messageId }) => messageId)).size).toBe(1_503);
    await timer();
    expect(desk.local.executions.at(-1)?.count('spreadsheet.')).toBe(0);
  });
});
