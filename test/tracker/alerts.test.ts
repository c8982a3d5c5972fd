import { testLong } from '../harness/extent';
import { type Desk, OWNER, startPreparedDesk, startTracking, track } from '../harness/local';
import { ANNA, compose, raw } from '../harness/mail';
import { checkUntilIdle } from './end-state';
import { passHours } from './pass-hours';

const HOUR = 3_600_000;
/** An address that would read otherwise as HTML: a browser takes `&#60` for `<`. */
const MARKUP = "anna&#60o'neil@customer.example";

describe('the alert of a new case', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking({ senders: [ANNA, OWNER], emailAlerts: true });
  });
  afterEach(() => desk.close());

  const arriveWith = async (settings: object, mail = {}) => {
    await desk.deliver(await compose(mail));
    await desk.runAll(['saveSettings', settings], ['checkMail']);
  };
  const arrive = async (mail = {}) => {
    await desk.deliver(await compose(mail));
    await desk.run('checkMail');
  };

  test('goes to the own address until another is set, with subject, sender and a link', async () => {
    await desk.execute('doGet', [{ parameter: {} }], { kind: 'web app' });
    await arrive({ subject: 'Broken lamp' });
    expect(desk.sent()).toMatchObject([{ to: OWNER, subject: 'New case CASE-0001: Broken lamp' }]);
    expect(desk.sent()[0]?.htmlBody).toContain(ANNA);
    expect(desk.sent()[0]?.htmlBody).toContain(
      `href="${desk.local.urls.desk}?authuser=owner%40example.com#/case/CASE-0001"`,
    );
  });

  test('is not sent while alerts are off', async () => {
    await arriveWith({ emailAlerts: false });
    expect(desk.sent()).toEqual([]);
  });

  test('is sent for a new case only, once, and is never taken for a case itself, though it comes from a tracked address', async () => {
    await arrive({ messageId: '<1@customer.example>', subject: 'Lamp' });
    const thread = { inReplyTo: '<1@customer.example>', references: '<1@customer.example>' };
    await desk.deliver(await compose({ subject: 'Re: Lamp', ...thread }));
    await desk.runAll(['checkMail'], ['checkMail']);
    expect(desk.rows('Messages')).toHaveLength(2);
    expect(desk.sent()).toHaveLength(1);
  });

  test('goes to alertEmail once that is set, and carries sender and subject as text, not as markup', async () => {
    const mail = { from: `"Anna" <${MARKUP}>`, subject: '<img src=x onerror=alert(1)> & more' };
    await arriveWith({ senders: [MARKUP], alertEmail: 'me@home.example' }, mail);
    expect(desk.sent().map(({ to }) => to)).toEqual(['me@home.example']);
    expect(desk.sent()[0]?.htmlBody).toContain(
      '<p>Anna (anna&#38;#60o&#39;neil@customer.example) wrote: <b>&#60;img src=x onerror=alert(1)&#62; &#38; more</b></p>',
    );
  });

  test('has a subject of one line, and is sent for mail from the own address too, which makes cases', async () => {
    const subject = '=?utf-8?q?Broken=0D=0A=0D=0Alamp?=';
    await desk.deliver(raw(`From: ${ANNA}\nTo: ${OWNER}\nSubject: ${subject}\n\nIt does not light.`));
    await arrive({ from: OWNER, subject: 'Note to myself' });
    expect(desk.rows('Cases')[1]?.subject).toBe('Note to myself');
    expect(desk.sent().map((mail) => mail.subject)).toEqual([
      'New case CASE-0001: Broken lamp',
      'New case CASE-0002: Note to myself',
    ]);
  });

  test('that cannot be sent does not stop the check and is sent by the next one', async () => {
    await desk.deliver(await compose());
    const check = await desk.execute('checkMail', [], {
      fault: {
        call: await callOf('mail.send'),
        kind: 'throw before',
        message: 'Service invoked too many times for one day: email.',
      },
    });
    expect(check.status).toBe('completed');
    expect(desk.sent()).toEqual([]);
    expect(JSON.parse(String(desk.setting('failed')))).toMatchObject([{ kind: 'alert', id: 'CASE-0001' }]);
    await desk.run('checkMail');
    expect(desk.sent()).toHaveLength(1);
    expect(desk.setting('failed')).toBe('[]');
  });

  testLong('over a day’s allowance waits for the next day, and the check ends in time', async () => {
    const allowed = 100;
    await desk.google.deliverAll(Array(allowed + 30).fill(await compose()));
    const check = await desk.execute('checkMail');
    expect(check.status).toBe('completed');
    expect(check.count('mail.send')).toBe(allowed + 1);
    expect(desk.sent()).toHaveLength(allowed);
    await passHours(desk, 3, 3);
    const [first, second, third] = [1, 2, 3].map((at) => `CASE-${String(allowed + at).padStart(4, '0')}`);
    const problem = `^No alert could be sent for ${first}, ${second}, ${third} and 27 more, \\d+ times in `;
    expect(await desk.run('getSettings')).toMatchObject({
      health: { problems: [expect.stringMatching(new RegExp(problem))] },
    });
    await passHours(desk, 26, 4);
    expect(desk.sent()).toHaveLength(allowed + 1);
    const list = desk.sent().at(-1);
    expect(list?.subject).toBe(`New case ${first} and 29 more`);
    const listed = list?.htmlBody?.match(/(?<=New case )CASE-\d+/g);
    expect(listed).toEqual(
      desk
        .rows('Cases')
        .slice(allowed)
        .map(({ caseNumber }) => caseNumber),
    );
    expect(desk.setting('failed')).toBe('[]');
  });

  describe('that the quota of a day has refused', () => {
    /** Three of them, and there is quota again. */
    async function refuse(): Promise<void> {
      await desk.close();
      desk = await startPreparedDesk('three alerts that were refused', async (original) => {
        await track(original, { senders: [ANNA, OWNER], emailAlerts: true });
        const { quotas } = original.local.services;
        quotas.use('mailRecipients', 100);
        for (const subject of ['Lamp', '<b>Chair</b>', 'Table']) {
          if (subject === 'Table') await original.advance(HOUR);
          await original.deliver(await compose({ subject }));
          await original.run('checkMail');
        }
        quotas.use('mailRecipients', -100);
        expect(original.sent()).toEqual([]);
      });
    }
    const subjects = () => desk.sent().map(({ subject }) => subject);
    const LIST = 'New case CASE-0001 and 2 more';

    test('comes with the others in one mail, with sender, subject and link of each, and new cases in their own', async () => {
      await refuse();
      // Links lead to where the page was opened last.
      await desk.execute('doGet', [{ parameter: {} }], { kind: 'web app' });
      await arrive({ subject: 'Door' });
      expect(subjects()).toEqual([LIST, 'New case CASE-0004: Door']);
      const { htmlBody = '' } = desk.sent()[0] ?? {};
      for (const text of ['Lamp', '&#60;b&#62;Chair&#60;/b&#62;', 'Table']) expect(htmlBody).toContain(text);
      expect(htmlBody.split(ANNA)).toHaveLength(4);
      expect(htmlBody).toContain(
        `href="${desk.local.urls.desk}?authuser=owner%40example.com#/case/CASE-0003"`,
      );
      await passHours(desk, 2, 1);
      expect(desk.sent()).toHaveLength(2);
      expect(desk.rows('Cases')).toHaveLength(4);
    });

    test('comes alone where it is the only one', async () => {
      desk.local.services.quotas.use('mailRecipients', 100);
      await arrive({ subject: 'Lamp' });
      desk.local.services.quotas.use('mailRecipients', -100);
      await desk.run('checkMail');
      expect(subjects()).toEqual(['New case CASE-0001: Lamp']);
    });

    test('is not looked for in the sent mail as long as there is no quota', async () => {
      await refuse();
      desk.local.services.quotas.use('mailRecipients', 100);
      const check = await desk.execute('checkMail');
      expect([check.count('gmail.messages.list'), check.count('mail.send')]).toEqual([0, 0]);
    });

    testLong('comes once, wherever a check ends', async () => {
      let fired = 0;
      for (let call = 4; ; call += 3) {
        await refuse();
        const fault = { call, kind: 'kill after', writes: 'applied' } as const;
        const { hasFaultFired } = await desk.execute('checkMail', [], { fault });
        desk.stopTimers();
        await desk.advance(2 * HOUR);
        await checkUntilIdle(desk);
        expect([call, subjects()]).toEqual([call, [LIST]]);
        if (!hasFaultFired) break;
        fired++;
      }
      expect(fired).toBeGreaterThan(4);
    });

    test('is dropped after two days', async () => {
      await refuse();
      const { services } = desk.local;
      desk.stopTimers();
      await desk.advance(48 * HOUR);
      services.quotas.use('mailRecipients', 100);
      await desk.run('checkMail');
      expect(desk.sent()).toEqual([]);
      expect(desk.setting('failed')).toBe('[]');
    });
  });

  /** Which call of a check that takes one new mail in is the given one: found on a desk of its own. */
  async function callOf(method: string): Promise<number> {
    const other = await startTracking({ senders: [ANNA, OWNER], emailAlerts: true });
    try {
      await other.deliver(await compose());
      const { calls } = await other.execute('checkMail');
      return calls.findIndex((call) => call.method.startsWith(method)) + 1;
    } finally {
      await other.close();
    }
  }
});
