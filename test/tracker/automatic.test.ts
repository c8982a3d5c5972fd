import { testLong } from '../harness/extent';
import { type Desk, startTracking } from '../harness/local';
import { ANNA, compose, raw } from '../harness/mail';

const FIRST = '<1@customer.example>';

describe('mail that programs send', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking({ senders: [ANNA], emailAlerts: true, reopenOnReply: true });
    desk.stopTimers();
  });
  afterAll(() => desk.close());

  const reply = async (mail = {}) =>
    desk.deliver(await compose({ subject: 'Re: Lamp', inReplyTo: FIRST, references: FIRST, ...mail }));
  const AWAY = { headers: { 'Auto-Submitted': 'auto-replied (vacation)' } };

  test('is known by its headers, and by nothing else', async () => {
    const mails: [headers: string, isAutomatic: boolean][] = [
      ['Auto-Submitted: auto-replied', true],
      ['Auto-Submitted: Auto-Generated; type=x', true],
      ['Auto-Submitted: no', false],
      ['Precedence: bulk', true],
      ['Precedence: list', true],
      ['Precedence: first-class', false],
      ['X-Auto-Response-Suppress: OOF, AutoReply', true],
      ['X-Auto-Response-Suppress: None', false],
      ['List-Id: News <news.customer.example>', true],
      [`List-Id: <support.group.example>\nPrecedence: list\nX-Original-Sender: ${ANNA}`, false],
      [`List-Id: <support.group.example>\nX-Original-Sender: ${ANNA}\nAuto-Submitted: auto-replied`, true],
      ['Auto-Submitted: auto-generated\nReply-To: ben@two.example', false],
      ['Auto-Submitted: auto-replied\nReply-To: ben@two.example', true],
      ['Return-Path: <>', true],
      ['Content-Type: multipart/report; report-type=delivery-status; boundary=b', true],
      ['X-Mailer: a program', false],
    ];
    for (const [at, [headers]] of mails.entries())
      await desk.deliver(raw(`From: ${ANNA}\nSubject: Mail ${at}\n${headers}\n\nText\n`));
    expect(await desk.run('checkMail')).toMatchObject({ newMessages: mails.length });
    const bySubject = new Map(desk.rows('Messages').map((row) => [row.subject, row.isAutomatic]));
    expect(mails.map(([headers], at) => [headers, bySubject.get(`Mail ${at}`)])).toEqual(mails);
    const last = new Map(desk.rows('Cases').map((row) => [row.subject, row.lastMailAt]));
    expect([last.get('Mail 0'), last.get('Mail 2')]).toEqual(['', expect.stringContaining('T')]);
  });

  test('stands in the bell and alerts where it starts a case, and is seen where it only answers', async () => {
    const before = desk.sent().length;
    await desk.deliver(await compose({ subject: 'Lamp', messageId: FIRST, ...AWAY }));
    const [, , closed] = await desk.runAll(
      ['checkMail'],
      ['markBellSeen'],
      ['updateCases', ['CASE-0017'], { status: 'Closed' }],
    );
    expect([closed, desk.sent().length - before]).toMatchObject([{ ok: true }, 1]);
    await reply(AWAY);
    const [, bell, list] = await desk.runAll(['checkMail'], ['getBell'], ['listCases', { limit: 1 }]);
    expect([bell, list]).toMatchObject([
      { count: 0 },
      { cases: [{ caseNumber: 'CASE-0017', status: 'Closed', emailCount: 2, seen: 2 }] },
    ]);
    await reply();
    const [, opened, after] = await desk.runAll(['checkMail'], ['getBell'], ['listCases', { limit: 1 }]);
    expect([opened, after]).toMatchObject([
      { count: 1, items: [{ kind: 'reopened' }] },
      { cases: [{ status: 'Open', emailCount: 3, seen: 2 }] },
    ]);
  });

  test('leaves a person’s message unseen that came with it or before, and the time of that', async () => {
    const time = desk.rows('Cases').at(-1)?.lastMailAt;
    await desk.advance(60_000);
    await reply(AWAY);
    await desk.run('checkMail');
    expect(desk.rows('Cases').at(-1)).toMatchObject({ seen: 2, lastMailAt: time });
    await reply(AWAY);
    await reply();
    await desk.runAll(['markBellSeen'], ['checkMail']);
    expect(desk.rows('Cases').at(-1)).toMatchObject({ seen: 4 });
  });

  testLong('is seen once, wherever a check ends', async () => {
    await desk.run('markBellSeen');
    for (const call of [8, 11, 14]) {
      await reply(AWAY);
      await desk.execute('checkMail', [], { fault: { call, kind: 'kill after' } });
      await desk.run('checkMail');
    }
    expect(desk.rows('Cases').at(-1)).toMatchObject({ seen: 9 });
    expect(await desk.run('getBell')).toMatchObject({ count: 0 });
  });
});
