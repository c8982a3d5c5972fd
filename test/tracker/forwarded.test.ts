import { testLong } from '../harness/extent';
import { type Desk, startTracking } from '../harness/local';
import { multipart, takeIn } from './take-in';

const OLD_STORY = `From: Bob Stone <bob@else.example>
To: Carol <carol@else.example>
Date: Tue, 3 Nov 2026 10:00:00 +0100
Subject: =?utf-8?Q?Old_st=C3=B6ry?=
X-Mailer: Pigeon
Content-Type: text/plain

Once upon a time.`;

const WHO_WHEN_WHAT = `From: Bob Stone <bob@else.example>
To: Carol <carol@else.example>
Date: Tue, 3 Nov 2026 10:00:00 +0100
Subject: Old störy`;

const STATUS = `Reporting-MTA: dns; mx.else.example

Final-Recipient: rfc822; carol@else.example
Status: 5.1.1`;

describe('a message inside another', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
  });
  afterAll(() => desk.close());

  const bodyOf = async (...parts: (readonly [type: string, content: string])[]) =>
    (await takeIn(desk, multipart('mixed', parts))).body.trim();

  test('stands below the text, with From, To, Date and Subject in front', async () => {
    const body = await bodyOf(['text/plain', 'See below.'], ['message/rfc822', OLD_STORY]);
    expect(body).toBe(`See below.\n\n${WHO_WHEN_WHAT}\n\nOnce upon a time.`);
  });

  testLong('is shown with the headers it has', async () => {
    const body = await bodyOf(['message/rfc822', 'From: bob@else.example\n\nHello']);
    expect(body).toBe('From: bob@else.example\n\nHello');
  });

  test('of several parts is read like any other', async () => {
    const inner = `From: bob@else.example
Subject: Both
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain

plain
--inner
Content-Type: text/html

<i>rich</i>
--inner--`;
    expect(await bodyOf(['message/rfc822', inner])).toBe('From: bob@else.example\nSubject: Both\n\nplain');
  });

  testLong('may hold another', async () => {
    const inner = `From: dora@else.example\nContent-Type: message/rfc822\n\n${OLD_STORY}`;
    expect(await bodyOf(['message/rfc822', inner])).toBe(
      `From: dora@else.example\n\n${WHO_WHEN_WHAT}\n\nOnce upon a time.`,
    );
  });

  test('that has a file name is a file, and not shown below the text of its sender', async () => {
    const parts = [
      ['text/plain', 'See the file.'],
      ['message/rfc822; name=story.eml', OLD_STORY],
    ] as const;
    const { body, attachments } = await takeIn(desk, multipart('mixed', parts));
    expect(body.trim()).toBe('See the file.');
    expect(attachments).toMatchObject([{ name: 'story.eml' }]);
  });

  test('that has a file name is shown as well where its sender has written nothing', async () => {
    const { body, attachments } = await takeIn(
      desk,
      multipart('mixed', [['message/rfc822; name=story.eml', OLD_STORY]]),
    );
    expect(body.trim()).toBe(`${WHO_WHEN_WHAT}\n\nOnce upon a time.`);
    expect(attachments).toMatchObject([{ name: 'story.eml' }]);
  });

  test('that bounced is shown with the report about it', async () => {
    const body = await bodyOf(
      ['text/plain', 'It could not be delivered.'],
      ['message/delivery-status', STATUS],
      ['message/rfc822', OLD_STORY],
    );
    expect(body).toBe(`It could not be delivered.\n\n${STATUS}\n\n${WHO_WHEN_WHAT}\n\nOnce upon a time.`);
  });

  test('of which only the headers came back is shown by From, To, Date and Subject', async () => {
    const [headers = ''] = OLD_STORY.split('\n\n');
    const folded = headers
      .replace('Bob Stone ', 'Bob Stone\n ')
      .replace('?Q?Old_st=C3=B6ry?=', '?B?T2xkIHN0w7ZyeQ==?=');
    const body = await bodyOf(['text/plain', 'Returned.'], ['text/rfc822-headers', `${folded}\n`]);
    expect(body).toBe(`Returned.\n\n${WHO_WHEN_WHAT}`);
  });

  test('whose subject is in a charset that nobody knows is shown with it as it came', async () => {
    const subject = 'Subject: =?x-unknown?Q?abc?= and =?utf-8?Q?d=C3=A9f?=';
    expect(await bodyOf(['text/plain', 'Returned.'], ['text/rfc822-headers', subject])).toBe(
      'Returned.\n\nSubject: =?x-unknown?Q?abc?= and déf',
    );
  });

  testLong('may come below a report that is a file, which is then shown above it', async () => {
    const body = await bodyOf(
      ['text/plain; name=problems.txt', 'Unknown user.'],
      ['message/rfc822', OLD_STORY],
    );
    expect(body).toBe(`Unknown user.\n\n${WHO_WHEN_WHAT}\n\nOnce upon a time.`);
  });
});
