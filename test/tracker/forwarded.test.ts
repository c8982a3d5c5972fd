import { type MailFact, multipart, testMail } from './take-in';

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

const OF_TWO_PARTS = `From: bob@else.example
Subject: Both
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain

plain
--inner
Content-Type: text/html

<i>rich</i>
--inner--`;

const [HEADERS = ''] = OLD_STORY.split('\n\n');
const FOLDED = HEADERS.replace('Bob Stone ', 'Bob Stone\n ').replace(
  '?Q?Old_st=C3=B6ry?=',
  '?B?T2xkIHN0w7ZyeQ==?=',
);

type Part = readonly [type: string, content: string];

const FACTS: [fact: string, parts: Part[], body: string, files?: string[]][] = [
  [
    'stands below the text, with From, To, Date and Subject in front',
    [
      ['text/plain', 'See below.'],
      ['message/rfc822', OLD_STORY],
    ],
    `See below.\n\n${WHO_WHEN_WHAT}\n\nOnce upon a time.`,
  ],
  [
    'is shown with the headers it has',
    [['message/rfc822', 'From: bob@else.example\n\nHello']],
    'From: bob@else.example\n\nHello',
  ],
  [
    'of several parts is read like any other',
    [['message/rfc822', OF_TWO_PARTS]],
    'From: bob@else.example\nSubject: Both\n\nplain',
  ],
  [
    'may hold another',
    [['message/rfc822', `From: dora@else.example\nContent-Type: message/rfc822\n\n${OLD_STORY}`]],
    `From: dora@else.example\n\n${WHO_WHEN_WHAT}\n\nOnce upon a time.`,
  ],
  [
    'that has a file name is a file, and not shown below the text of its sender',
    [
      ['text/plain', 'See the file.'],
      ['message/rfc822; name=story.eml', OLD_STORY],
    ],
    'See the file.',
    ['story.eml'],
  ],
  [
    'that has a file name is shown as well where its sender has written nothing',
    [['message/rfc822; name=story.eml', OLD_STORY]],
    `${WHO_WHEN_WHAT}\n\nOnce upon a time.`,
    ['story.eml'],
  ],
  [
    'that bounced is shown with the report about it',
    [
      ['text/plain', 'It could not be delivered.'],
      ['message/delivery-status', STATUS],
      ['message/rfc822', OLD_STORY],
    ],
    `It could not be delivered.\n\n${STATUS}\n\n${WHO_WHEN_WHAT}\n\nOnce upon a time.`,
  ],
  [
    'of which only the headers came back is shown by From, To, Date and Subject',
    [
      ['text/plain', 'Returned.'],
      ['text/rfc822-headers', `${FOLDED}\n`],
    ],
    `Returned.\n\n${WHO_WHEN_WHAT}`,
  ],
  [
    'whose subject is in a charset that nobody knows is shown with it as it came',
    [
      ['text/plain', 'Returned.'],
      ['text/rfc822-headers', 'Subject: =?x-unknown?Q?abc?= and =?utf-8?Q?d=C3=A9f?='],
    ],
    'Returned.\n\nSubject: =?x-unknown?Q?abc?= and déf',
  ],
  [
    'may come below a report that is a file, which is then shown above it',
    [
      ['text/plain; name=problems.txt', 'Unknown user.'],
      ['message/rfc822', OLD_STORY],
    ],
    `Unknown user.\n\n${WHO_WHEN_WHAT}\n\nOnce upon a time.`,
    ['problems.txt'],
  ],
];

describe('a message inside another', () => {
  testMail(
    FACTS.map(
      ([fact, parts, body, files = []]): MailFact => [
        fact,
        multipart('mixed', parts),
        (taken) => {
          expect(taken.body.trim()).toBe(body);
          expect(taken.attachments).toMatchObject(files.map((name) => ({ name })));
        },
      ],
    ),
  );
});
