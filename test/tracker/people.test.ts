import type { CaseView } from '../../src/tracker/case/answers';
import { type Desk, startTracking } from '../harness/local';
import { ANNA, compose, raw } from '../harness/mail';

const FORM = 'noreply@shop.example';
const GROUP = 'support@group.example';
const OWNER = 'owner@example.com';

describe('who wrote', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking({ senders: [ANNA, FORM, GROUP, 'bo@else.example'] });
  });
  afterAll(() => desk.close());

  const readPeople = async (...caseNumbers: readonly unknown[]) => {
    const views = (await desk.run('getCases', caseNumbers)) as CaseView[];
    return views
      .flatMap(({ messages }) => messages)
      .map(({ from, fromName, replyTo, originalFrom, to, cc, writer }) => {
        return { from, fromName, replyTo, originalFrom, to, cc, writer };
      });
  };

  test('three customers of one form, in one thread, are three people', async () => {
    const first = await compose({
      from: `Shop form <${FORM}>`,
      replyTo: 'Anna Berg <anna@one.example>',
      messageId: '<1@shop.example>',
      subject: 'New request',
    });
    const { threadId } = await desk.deliver(first);
    await desk.run('checkMail');
    for (const replyTo of [
      '"Ito, Ben" <Ben@two.example>',
      'cara@three.example',
      'Anna Berg <anna@one.example>',
    ])
      await desk.deliver(await compose({ from: `Shop form <${FORM}>`, replyTo, subject: 'New request' }), {
        threadId,
      });
    const [, list, found] = await desk.runAll(
      ['checkMail'],
      ['listCases'],
      ['searchCases', { keyword: 'ito cara@' }],
    );
    const row = { sender: FORM, senderName: 'Anna Berg, Ito, Ben, cara@three.example', emailCount: 4 };
    expect(list).toMatchObject({ cases: [row] });
    expect(found).toMatchObject({ count: 1, cases: [{ ...row, hits: [{ field: 'sender' }] }] });
    const people = await readPeople('CASE-0001');
    expect(people.map(({ from, fromName, replyTo, writer }) => [from, fromName, replyTo, writer])).toEqual([
      [FORM, 'Shop form', 'Anna Berg <anna@one.example>', 'Anna Berg'],
      [FORM, 'Shop form', '"Ito, Ben" <ben@two.example>', 'Ito, Ben'],
      [FORM, 'Shop form', 'cara@three.example', 'cara@three.example'],
      [FORM, 'Shop form', 'Anna Berg <anna@one.example>', 'Anna Berg'],
    ]);
  });

  test('headers of lists, groups and other programs name the author', async () => {
    const headers: [mail: string, people: object][] = [
      [
        `From: 'Eva Lind' via Support <${GROUP}>\nReply-To: Eva Lind <eva@home.example>\nX-Original-From: Eva Lind <eva@home.example>\nX-Original-Sender: eva@home.example\nTo: ${GROUP}`,
        {
          from: GROUP,
          fromName: "'Eva Lind' via Support",
          replyTo: 'Eva Lind <eva@home.example>',
          originalFrom: 'Eva Lind <eva@home.example>',
          writer: 'Eva Lind',
        },
      ],
      [
        `From: Anna Berg <${ANNA}>\nX-Original-Sender: ${ANNA}\nReply-To: list@lists.example\nTo: List <list@lists.example>\nList-Id: <list.lists.example>`,
        { replyTo: 'list@lists.example', originalFrom: '', to: 'list@lists.example', writer: 'Anna Berg' },
      ],
      [
        `From: Anna Berg <${ANNA}>\nReply-To: ${ANNA}\nTo: Owner <${OWNER}>, Carl\n <Carl@else.example>\nCc: team@else.example`,
        { replyTo: '', to: `${OWNER}, carl@else.example`, cc: 'team@else.example', writer: 'Anna Berg' },
      ],
      [
        `From: Anna Berg <${ANNA}>\nReply-To: anna@work.customer.example, bob@else.example`,
        { replyTo: 'anna@work.customer.example, bob@else.example', writer: 'Anna Berg' },
      ],
      [
        `From: =?utf-8?Q?Bj=C3=B6rn?= =?utf-8?Q?_Dahl?= <bo@else.example>\nReply-To: =?utf-8?B?QmrDtnJu?= <bj@else.example>`,
        { fromName: 'Björn Dahl', replyTo: 'Björn <bj@else.example>', writer: 'Björn' },
      ],
      [`From: ${ANNA}`, { from: ANNA, fromName: '', to: '', writer: '' }],
      [`From: "boss@bank.example" <${ANNA}>`, { from: ANNA, fromName: 'boss@bank.example' }],
    ];
    for (const [header] of headers) await desk.deliver(raw(`${header}\nSubject: Hello\n\nText\n`));
    expect(await desk.run('checkMail')).toMatchObject({ newMessages: headers.length });
    const rows = desk.rows('Cases').slice(1);
    const people = await readPeople(...rows.map(({ caseNumber }) => caseNumber));
    expect(people).toMatchObject(headers.map(([, expected]) => expected));
    expect(rows.map(({ senderName }) => senderName)).toEqual(people.map(({ writer }) => writer));
  });

  test('a mail to more people than a cell has room for names some of them', async () => {
    const everyone = Array.from({ length: 2_000 }, (_, at) => `person-${at}@crowd.example`);
    await desk.deliver(await compose({ to: everyone, subject: 'To all' }));
    await desk.run('checkMail');
    const to = String(desk.rows('Messages').at(-1)?.to).split(', ');
    expect(to.length).toBeGreaterThan(100);
    expect(to).toEqual(everyone.slice(0, to.length));
  });
});
