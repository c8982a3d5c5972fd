import { testLong } from '../harness/extent';
import { type Desk, startTracking } from '../harness/local';
import { ANNA, raw } from '../harness/mail';
import { passHours } from './pass-hours';

const GROUP = 'support@company.example';

describe('mail of a tracked sender that a group passes on', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking();
  });
  afterEach(() => desk.close());

  /** As Google Groups writes it. */
  const passOn = (author: string, subject: string, labelIds = ['INBOX']) =>
    desk.deliver(
      raw(`
From: 'Someone' via Support <${GROUP}>
X-Original-From: Someone <${author}>
X-Original-Sender: ${author}
List-Id: <support.company.example>
Precedence: list
To: ${GROUP}
Subject: ${subject}

Hello.
`),
      { labelIds },
    );
  const subjects = () => desk.rows('Cases').map(({ subject }) => subject);

  test('is taken in once the owner has chosen the group, with what came before, and nobody else’s', async () => {
    await passOn(ANNA, 'Lamp');
    await passOn('stranger@else.example', 'Spam');
    await desk.checkByTimer();
    expect(subjects()).toEqual([]);
    expect(await desk.run('getSettings')).toMatchObject({ groups: [], groupsFound: [GROUP] });
    expect(JSON.stringify(await desk.run('getHealth'))).toContain(
      `${GROUP} says it passes on mail of tracked senders.`,
    );
    await desk.run('saveSettings', { groups: [GROUP] });
    await desk.checkByTimer();
    await passOn(ANNA, 'Chair');
    await passOn('stranger@else.example', 'Spam again');
    await desk.checkByTimer();
    expect(subjects()).toEqual(['Lamp', 'Chair']);
    expect(desk.rows('Cases')[0]).toMatchObject({ sender: GROUP, senderName: 'Someone' });
    expect(desk.rows('Messages')[0]).toMatchObject({
      from: GROUP,
      originalFrom: `Someone <${ANNA}>`,
      isAutomatic: false,
    });
    expect(await desk.run('getSettings')).toMatchObject({ groups: [GROUP], groupsFound: [] });
  });

  testLong('comes in by the daily comparison, too, and that of a sender who is added later', async () => {
    await desk.run('saveSettings', { groups: [GROUP] });
    await passOn(ANNA, 'Filtered', ['UNREAD']);
    await passOn('ben@else.example', 'Of Ben');
    await passHours(desk, 25, 2);
    expect(subjects()).toEqual(['Filtered']);
    await desk.run('saveSettings', { senders: [ANNA, 'ben@else.example'] });
    await desk.checkByTimer();
    expect(subjects()).toEqual(['Filtered', 'Of Ben']);
  });

  testLong(
    'is offered if the address is short, the first five; what is longer keeps out no mail',
    async () => {
      const text = (group: string) =>
        `From: ${group}\nX-Original-From: ${ANNA}\nList-Id: <list.example>\nSubject: Passed on\n\nHello.\n`;
      await desk.deliver(raw(text(`${'x'.repeat(200)}@list.example`)));
      for (let index = 0; index < 7; index++) await desk.deliver(raw(text(`group-${index}@list.example`)));
      await desk.deliver(raw(text('nobody@else.example').replace(/List-Id.*\n/, '')));
      await desk.checkByTimer();
      expect(await desk.run('getSettings')).toMatchObject({
        groupsFound: [0, 1, 2, 3, 4].map((index) => `group-${index}@list.example`),
      });
      const waiting = Array.from({ length: 900 }, (_, index) => `id-${index}-long`);
      const progress = { ...JSON.parse(desk.properties().progress ?? ''), waiting };
      desk.store
        .prepare("update properties set value = ? where key = 'progress'")
        .run(JSON.stringify(progress));
      for (const subject of ['Lamp', 'Chair']) {
        await desk.deliver(raw(`From: ${ANNA}\nSubject: ${subject}\n\nHello.\n`));
        await desk.run('getSettings');
        await desk.checkByTimer();
      }
      expect(subjects()).toEqual(['Lamp', 'Chair']);
    },
  );
});
