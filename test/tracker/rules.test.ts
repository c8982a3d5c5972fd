import { testLong } from '../harness/extent';
import { type Desk, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

describe('rules of the owner', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking({ senders: [ANNA], domains: ['shop.example'], emailAlerts: true });
  });
  afterEach(() => desk.close());

  const caseOf = (wanted: string) => desk.rows('Cases').find(({ subject }) => subject === wanted);
  const alerts = () => desk.sent().map(({ subject }) => subject);

  test('edit the new cases of mail that meets them, and no other; the first rule for a field counts', async () => {
    const rules = [
      { from: 'shop.example', subject: 'ORDER', issue: 'Order', dueInDays: 2, noAlert: true },
      { words: 'broken "a lamp"', issue: 'Repair', status: 'In Progress' },
      { from: ANNA, issue: 'Anna', status: 'Closed' },
    ];
    const saved = await desk.run('saveSettings', { rules });
    expect(saved).toMatchObject({
      ok: true,
      rules: [{ ...rules[0], from: '@shop.example' }, rules[1], rules[2]],
    });
    await desk.deliver(await compose({ from: 'a@shop.example', subject: 'Your order 7' }));
    await desk.deliver(await compose({ from: 'a@shop.example', subject: 'Hello', text: 'Nothing.' }));
    await desk.deliver(await compose({ subject: 'It is', text: 'Broken: a  Lamp.' }));
    await desk.deliver(await compose({ subject: 'Thanks', text: 'Bye.' }));
    await desk.run('checkMail');
    expect(caseOf('Your order 7')).toMatchObject({ issue: 'Order', status: 'Open', due: '2026-11-23' });
    expect(caseOf('Hello')).toMatchObject({ issue: '', status: 'Open', due: '' });
    expect(caseOf('It is')).toMatchObject({ issue: 'Repair', status: 'In Progress', closedAt: '' });
    const thanks = caseOf('Thanks');
    expect(thanks).toMatchObject({ issue: 'Anna', status: 'Closed', seen: 0 });
    expect(thanks?.closedAt).toBe(thanks?.received);
    expect(alerts()).toEqual([
      'New case CASE-0002: Hello',
      'New case CASE-0003: It is',
      'New case CASE-0004: Thanks',
    ]);
  });

  testLong('let no alert out that they forbid, also where a check died, and keep back no other', async () => {
    await desk.run('saveSettings', { rules: [{ subject: 'quiet', noAlert: true }] });
    for (const subject of ['Quiet', 'Loud']) await desk.deliver(await compose({ subject }));
    const calls = (await desk.execute('checkMail', [], { fault: { call: 999, kind: 'kill before' } })).calls;
    expect(alerts()).toEqual(['New case CASE-0002: Loud']);
    for (const subject of ['Quiet again', 'Loud again']) await desk.deliver(await compose({ subject }));
    const call = calls.findIndex(({ method }) => method.startsWith('mail')) + 1;
    await desk.execute('checkMail', [], { fault: { call, kind: 'kill before' } });
    await desk.run('checkMail');
    expect(alerts()).toEqual(['New case CASE-0002: Loud', 'New case CASE-0004: Loud again']);
  });

  test('that are not valid are refused, with what is wrong; those typed into the tab are reported, and none applies', async () => {
    const wrong: [unknown, string][] = [
      ['none', 'rules must be a list of at most 50 rules'],
      [[{ issue: 'x' }], 'Rule 1: it needs a sender, a subject or words to look for'],
      [
        [{ from: ANNA, issue: 'x' }, { from: ANNA }],
        'Rule 2: it needs an issue, a status, days until it is due, or no alert',
      ],
      [[{ from: 'a b', issue: 'x' }], 'Rule 1: from must be an email address or a domain (got "a b")'],
      [
        [{ from: ANNA, status: 'Done' }],
        'Rule 1: status must be one of Open, In Progress, Closed (got "Done")',
      ],
      [
        [{ from: ANNA, dueInDays: 1.5 }],
        'Rule 1: days until it is due must be a whole number from 0 to 365 (got 1.5)',
      ],
      [[{ from: ANNA, color: 'red' }], 'Rule 1: unknown field "color"'],
    ];
    const told = await desk.runAll(...wrong.map(([rules]) => ['saveSettings', { rules }] as const));
    expect(told).toEqual(wrong.map(([, error]) => ({ ok: false, error, field: 'rules' })));
    expect(desk.setting('rules')).toBe('[]');
    desk.set('rules', '[{"from":"x"}]');
    await desk.deliver(await compose({ subject: 'Lamp' }));
    await desk.run('checkMail');
    expect(caseOf('Lamp')).toMatchObject({ status: 'Open' });
    expect(await desk.run('getSettings')).toMatchObject({
      rules: null,
      health: { problems: [expect.stringContaining('The rules in the Settings tab could not be read')] },
    });
  });
});
