import { extent } from '../harness/extent';
import { type Desk, OWNER, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

describe('the alert of a new case', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking({ senders: [ANNA, OWNER], emailAlerts: true });
  });
  afterEach(() => desk.close());

  const arrive = async (mail = {}) => {
    await desk.deliver(await compose(mail));
    await desk.run('checkMail');
  };

  test('goes to the own address until another is set, with subject, sender and a link', async () => {
    await desk.execute('doGet', [{ parameter: {} }], { kind: 'web app' });
    await arrive({ subject: 'Broken lamp' });
    expect(desk.sent()).toMatchObject([{ to: OWNER, subject: 'New case CASE-0001: Broken lamp' }]);
    expect(desk.sent()[0]?.htmlBody).toContain(ANNA);
    expect(desk.sent()[0]?.htmlBody).toContain(`href="${desk.local.urls.desk}#/case/CASE-0001"`);
  });

  test('goes to alertEmail once that is set', async () => {
    await desk.run('saveSettings', { alertEmail: 'me@home.example' });
    await arrive();
    expect(desk.sent().map(({ to }) => to)).toEqual(['me@home.example']);
  });

  test('is not sent while alerts are off', async () => {
    await desk.run('saveSettings', { emailAlerts: false });
    await arrive();
    expect(desk.sent()).toEqual([]);
  });

  test('is sent for a new case only, once', async () => {
    await arrive({ messageId: '<1@customer.example>', subject: 'Lamp' });
    await arrive({
      subject: 'Re: Lamp',
      inReplyTo: '<1@customer.example>',
      references: '<1@customer.example>',
    });
    await desk.run('checkMail');
    expect(desk.sent()).toHaveLength(1);
  });

  test('is never taken for a case itself, though it comes from a tracked address', async () => {
    await arrive();
    await desk.run('checkMail');
    await desk.run('checkMail');
    expect(desk.rows('Messages')).toHaveLength(1);
    expect(desk.sent()).toHaveLength(1);
  });

  test('other mail from the own address makes cases', async () => {
    await arrive({ from: OWNER, subject: 'Note to myself' });
    expect(desk.rows('Cases').map(({ subject }) => subject)).toEqual(['Note to myself']);
  });

  test('carries values as text, not as markup, and a subject of one line', async () => {
    await arrive({ from: `"<i>Anna</i>" <${ANNA}>`, subject: '<img src=x onerror=alert(1)> & more' });
    expect(desk.sent()[0]?.htmlBody).not.toContain('<img');
    expect(desk.sent()[0]?.htmlBody).toContain('&#60;img src=x onerror=alert(1)&#62; &#38; more');
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

  test('over a day’s allowance waits for the next day, and the check ends in time', async () => {
    const allowed = extent({ usual: 10, long: 100 });
    desk.local.services.quotas.use('mailRecipients', 100 - allowed);
    await desk.google.deliverAll(Array(allowed + 30).fill(await compose()));
    const check = await desk.execute('checkMail');
    expect(check.status).toBe('completed');
    expect(check.count('mail.send')).toBe(allowed + 1);
    expect(desk.sent()).toHaveLength(allowed);
    await desk.advance(3 * 3_600_000);
    const [first, second, third] = [1, 2, 3].map((at) => `CASE-${String(allowed + at).padStart(4, '0')}`);
    const problem = `^No alert could be sent for ${first}, ${second}, ${third} and 27 more, \\d+ times since `;
    expect(await desk.run('getSettings')).toMatchObject({
      health: { problems: [expect.stringMatching(new RegExp(problem))] },
    });
    await desk.advance(26 * 3_600_000);
    expect(desk.sent()).toHaveLength(allowed + 30);
    expect(new Set(desk.sent().map(({ subject }) => subject)).size).toBe(allowed + 30);
    expect(desk.rows('Cases')).toHaveLength(allowed + 30);
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
