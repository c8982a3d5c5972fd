import { type Realm, type Step, startRealm } from './harness/realm';

const ALL_MAIL = 'https://mail.google.com/';

const mail = (text: string) => Buffer.from(text.replace(/\n/g, '\r\n'), 'latin1');

const LETTER = mail(`From: Ann <ann@example.com>
To: owner@example.com, Bob <bob@example.com>
Cc: carl@example.com
Reply-To: desk@example.com
Subject: Lunch
Message-ID: <1@example.com>
Date: Sat, 21 Nov 2026 08:00:00 +0000
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain; charset=utf-8

At noon?
--c
Content-Type: text/html; charset=utf-8

<p>At <b>noon</b>?</p>
--c--
--b
Content-Type: image/png; name=logo.png
Content-Disposition: inline; filename=logo.png
Content-ID: <logo>
Content-Transfer-Encoding: base64

AQI=
--b
Content-Type: text/csv; name=a.csv
Content-Disposition: attachment; filename=a.csv
Content-Transfer-Encoding: base64

YSxi
--b--
`);

const plain = (subject: string) => mail(`From: ann@example.com\nSubject: ${subject}\n\n${subject} text`);

// Sources: developers.google.com/apps-script/reference/gmail and its pages for the classes; platform facts 15
let realm: Realm;
beforeEach(() => {
  realm = startRealm({ scopes: [ALL_MAIL, 'script.send_mail', 'drive'] });
});
afterEach(() => realm.close());

const newest = () => {
  const [first] = realm.google.messages();
  return realm.google.message(first?.id ?? '');
};
const header = (name: string) => newest()?.payload?.headers.find((one) => one.name === name)?.value;

describe('a message', () => {
  test('has its fields, texts and ids, and attachments, with the pictures of its HTML unless told otherwise', async () => {
    const { id, threadId } = await realm.google.deliver(LETTER);
    const readFields = (messageId: string) => {
      const message = GmailApp.getMessageById(messageId);
      return {
        ids: [message.getId(), message.getThread().getId()],
        people: [message.getFrom(), message.getTo(), message.getCc(), message.getBcc(), message.getReplyTo()],
        text: [message.getSubject(), message.getPlainBody().trim(), message.getBody().trim()],
        header: [message.getHeader('Message-ID'), message.getHeader('X-None')],
        isDate: message.getDate() instanceof Date,
        raw: message.getRawContent().slice(0, 5),
        flags: [message.isUnread(), message.isStarred(), message.isInInbox(), message.isInTrash()],
        name: String(message),
      };
    };
    const readAttachments = (messageId: string) => {
      const message = GmailApp.getMessageById(messageId);
      const names = (options?: GoogleAppsScript.Gmail.GmailAttachmentOptions) =>
        (options ? message.getAttachments(options) : message.getAttachments()).map((one) => one.getName());
      const [, csv] = message.getAttachments();
      return {
        names: [names(), names({ includeInlineImages: false }), names({ includeAttachments: false })],
        csv: [csv?.getDataAsString(), csv?.getSize(), csv?.getContentType(), csv?.getHash(), csv?.getBytes()],
        copy: csv?.copyBlob().setName('b.csv').getName(),
        name: String(csv),
      };
    };
    const [fields, attachments] = await realm.runAll([readFields, id], [readAttachments, id]);
    expect(fields).toEqual({
      ids: [id, threadId],
      people: [
        'Ann <ann@example.com>',
        'owner@example.com, Bob <bob@example.com>',
        'carl@example.com',
        '',
        'desk@example.com',
      ],
      text: ['Lunch', 'At noon?', '<p>At <b>noon</b>?</p>'],
      header: ['<1@example.com>', ''],
      isDate: true,
      raw: 'From:',
      flags: [true, false, true, false],
      name: 'GmailMessage',
    });
    expect(attachments).toEqual({
      names: [['logo.png', 'a.csv'], ['a.csv'], ['logo.png']],
      csv: ['a,b', 3, 'text/csv', '5d8b1241b0484dd20c2cfeca6f692becfbab5d18', [97, 44, 98]],
      copy: 'b.csv',
      name: 'GmailAttachment',
    });
  });

  test('without HTML it has its text as HTML, and without text that of its HTML', async () => {
    const text = await realm.google.deliver(plain('Dinner'));
    const html = await realm.google.deliver(mail('Content-Type: text/html\n\n<p>One</p><p>Two</p>'));
    const bodies = (id: string) => {
      const message = GmailApp.getMessageById(id);
      return [message.getBody(), message.getPlainBody()];
    };
    expect(await realm.runEach(bodies, [[text.id], [html.id]])).toEqual([
      ['Dinner text', 'Dinner text'],
      ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ]);
  });

  test('stays as it was read until it is refreshed or changed through the same object', async () => {
    const { id } = await realm.google.deliver(LETTER);
    const states = await realm.run((messageId: string) => {
      const [one, other] = [GmailApp.getMessageById(messageId), GmailApp.getMessageById(messageId)];
      one.markRead().star();
      const before = [one.isUnread(), one.isStarred(), other.isUnread(), other.isStarred()];
      GmailApp.refreshMessage(other);
      return [before, [other.isUnread(), other.isStarred()], one.moveToTrash().isInTrash()];
    }, id);
    expect(states).toEqual([[false, true, true, false], [false, true], true]);
  });

  test('that does not exist is refused, and a thread that does not is null', async () => {
    const told = await realm.runAll(
      [() => GmailApp.getMessageById('0123456789abcdef')],
      [() => GmailApp.getThreadById('0123456789abcdef')],
    );
    expect(told).toEqual(['Exception: Invalid argument: 0123456789abcdef', null]);
  });
});

describe('a thread', () => {
  const converse = async () => {
    const { threadId } = await realm.google.deliver(LETTER);
    await realm.scheduler.advance(60_000);
    const reply = 'From: bob@example.com\nSubject: Re: Lunch\nIn-Reply-To: <1@example.com>\n\nYes';
    await realm.google.deliver(mail(reply));
    return threadId;
  };

  test('has its messages, the oldest first, and the state of all of them, and moves between the folders with them', async () => {
    const threadId = await converse();
    const look = (id: string) => {
      const thread = GmailApp.getThreadById(id);
      return {
        subjects: thread.getMessages().map((message) => message.getSubject()),
        facts: [thread.getMessageCount(), thread.getFirstMessageSubject(), thread.getLabels().length],
        last: thread.getLastMessageDate().toISOString(),
        flags: [thread.isUnread(), thread.isInInbox(), thread.isImportant(), thread.hasStarredMessages()],
        permalink: thread.getPermalink().split('plid=')[0],
        name: String(thread),
      };
    };
    const move = (id: string) => {
      const thread = GmailApp.getThreadById(id);
      const place = () => [thread.isInInbox(), thread.isInSpam(), thread.isInTrash()];
      const places = [thread.moveToArchive(), thread.moveToInbox()].map(place);
      GmailApp.moveThreadToSpam(thread);
      const spam = [place(), GmailApp.getSpamThreads().length, GmailApp.search('lunch').length];
      GmailApp.moveThreadsToInbox([thread]);
      thread.moveToTrash();
      return [
        places[1],
        spam,
        place(),
        GmailApp.getTrashThreads(0, 5).length,
        GmailApp.getInboxThreads().length,
      ];
    };
    const [read, moves] = await realm.runAll([look, threadId], [move, threadId]);
    expect(moves).toEqual([[true, false, false], [[false, true, false], 1, 0], [false, false, true], 1, 0]);
    expect(read).toEqual({
      subjects: ['Lunch', 'Re: Lunch'],
      facts: [2, 'Lunch', 0],
      last: '2026-11-21T09:01:00.000Z',
      flags: [true, true, false, false],
      permalink: 'https://mail.google.com/mail?extsrc=sync&client=docs&',
      name: 'GmailThread',
    });
  });

  test('is found once by a search, from the newest on and from a start, and is read, starred and counted', async () => {
    await converse();
    await realm.scheduler.advance(60_000);
    await realm.google.deliver(plain('Dinner'));
    const search = () => {
      const subjects = (threads: GoogleAppsScript.Gmail.GmailThread[]) =>
        threads.map((thread) => thread.getFirstMessageSubject());
      return [
        subjects(GmailApp.search('in:inbox')),
        subjects(GmailApp.search('in:inbox', 1, 5)),
        subjects(GmailApp.search('from:bob@example.com')),
      ];
    };
    const change = () => {
      const before = GmailApp.getInboxUnreadCount();
      const [thread] = GmailApp.getInboxThreads(1, 1);
      thread?.markRead();
      thread?.getMessages()[0]?.star();
      return [
        before,
        GmailApp.getInboxUnreadCount(),
        GmailApp.getStarredThreads().length,
        GmailApp.getStarredUnreadCount(),
      ];
    };
    expect(await realm.runAll([search], [change])).toEqual([
      [['Dinner', 'Lunch'], ['Lunch'], ['Lunch']],
      [2, 1, 1, 0],
    ]);
  });

  test('more than 500 are not listed, and more than 100 are not changed at a time', async () => {
    await realm.google.deliver(plain('Dinner'));
    const many = () => {
      const [thread] = GmailApp.getInboxThreads();
      GmailApp.markThreadsRead(
        Array.from({ length: 101 }, () => thread as GoogleAppsScript.Gmail.GmailThread),
      );
    };
    expect(await realm.runAll([() => GmailApp.search('a', 0, 501)], [many])).toEqual([
      expect.stringContaining('Argument max cannot exceed 500.'),
      expect.stringContaining('This operation can only be applied to at most 100 threads.'),
    ]);
  });

  test('the messages of several threads are read in one call', async () => {
    await converse();
    await realm.google.deliver(plain('Dinner'));
    const { calls } = await realm.execute(() => GmailApp.getMessagesForThreads(GmailApp.getInboxThreads()));
    expect(calls.map(({ method }) => method)).toEqual(['gmailApp.threads', 'gmailApp.messagesOf']);
  });
});

describe('a label', () => {
  test('is made once, is on threads, and is gone once deleted', async () => {
    await realm.google.deliver(plain('Dinner'));
    const read = await realm.run(() => {
      const none = GmailApp.getUserLabelByName('Desk');
      const label = GmailApp.createLabel('Desk');
      const again = GmailApp.createLabel('Desk');
      const [thread] = GmailApp.getInboxThreads() as [GoogleAppsScript.Gmail.GmailThread];
      label.addToThread(thread);
      const tagged = [thread.getLabels().map(String), label.getUnreadCount(), label.getThreads(0, 5).length];
      const found = GmailApp.search('label:desk').length;
      thread.removeLabel(label);
      const removed = [thread.getLabels().length, label.getThreads().length];
      const names = GmailApp.getUserLabels().map((one) => one.getName());
      GmailApp.deleteLabel(label);
      const isSame = (label as unknown as { getId(): string }).getId();
      const ofAgain = (again as unknown as { getId(): string }).getId();
      return [none, isSame === ofAgain, tagged, found, removed, names, GmailApp.getUserLabels().length];
    });
    expect(read).toEqual([null, true, [['GmailLabel'], 1, 1], 1, [0, 0], ['Desk'], 0]);
  });

  test('that is deleted already is refused, and leaves its threads when it goes', async () => {
    await realm.google.deliver(plain('Dinner'));
    const once = () => {
      const label = GmailApp.createLabel('Desk');
      const [thread] = GmailApp.getInboxThreads() as [GoogleAppsScript.Gmail.GmailThread];
      thread.addLabel(label);
      label.deleteLabel();
      return thread.refresh().getLabels().length;
    };
    const twice = () => {
      const label = GmailApp.createLabel('Desk');
      label.deleteLabel();
      label.deleteLabel();
    };
    const told = await realm.runAll([once], [twice]);
    expect(told).toEqual([0, expect.stringContaining('Requested entity was not found.')]);
  });
});

describe('mail', () => {
  test('is sent with all options, from the same quota as that of MailApp', async () => {
    const left = await realm.run(() => {
      GmailApp.sendEmail('a@example.com', 'Subject', 'Body', {
        cc: 'c@example.com',
        bcc: 'b@example.com',
        htmlBody: '<b>Body</b>',
        name: 'Desk',
        replyTo: 'desk@example.com',
        attachments: [Utilities.newBlob('a', 'text/plain', 'a.txt')],
      });
      return MailApp.getRemainingDailyQuota();
    });
    expect(left).toBe(97);
    expect(['To', 'Cc', 'Bcc', 'From', 'Reply-To', 'Subject'].map(header)).toEqual([
      'a@example.com',
      'c@example.com',
      'b@example.com',
      'Desk <owner@example.com>',
      'desk@example.com',
      'Subject',
    ]);
    expect(newest()?.labelIds).toEqual(['SENT']);
    expect(realm.services.sentMail).toMatchObject([{ to: 'a@example.com', attachments: ['a.txt'] }]);
  });

  test('attachments of a message can be sent on, and become files; a message is forwarded with its text and attachments', async () => {
    const { id } = await realm.google.deliver(LETTER);
    const send = (messageId: string) => {
      const attachments = GmailApp.getMessageById(messageId).getAttachments();
      GmailApp.sendEmail('a@example.com', 's', 'b', { attachments: attachments as never });
    };
    const save = (messageId: string) => {
      const [, csv] = GmailApp.getMessageById(messageId).getAttachments();
      const created = DriveApp.createFile(csv as never);
      return [created.getName(), created.getBlob().getDataAsString()];
    };
    const forward = (messageId: string) => void GmailApp.getMessageById(messageId).forward('a@example.com');
    expect(await realm.runAll([send, id], [save, id], [forward, id])).toEqual([null, ['a.csv', 'a,b'], null]);
    const [sent, forwarded] = realm.services.sentMail;
    expect(sent).toMatchObject({ attachments: ['logo.png', 'a.csv'] });
    expect(forwarded).toMatchObject({
      to: 'a@example.com',
      subject: 'Fwd: Lunch',
      attachments: ['logo.png', 'a.csv'],
    });
    expect(forwarded?.body).toContain('At noon?');
    expect(forwarded?.htmlBody).toContain('<b>noon</b>');
  });

  test('an address that is no alias is refused as the sender', async () => {
    const send = (from: string) => GmailApp.sendEmail('a@example.com', 's', 'b', { from }) === GmailApp;
    const told = await realm.runAll(
      [() => GmailApp.getAliases()],
      [send, 'x@example.com'],
      [send, 'owner@example.com'],
    );
    expect(told).toEqual([[], expect.stringContaining('Invalid argument: x@example.com'), true]);
  });

  test.each([
    ['reply', 'desk@example.com', undefined],
    ['replyAll', 'desk@example.com, "Bob" <bob@example.com>', 'carl@example.com'],
  ] as const)('%s goes to the right people and stays in the thread', async (method, to, cc) => {
    const { id, threadId } = await realm.google.deliver(LETTER);
    await realm.run(
      (messageId: string, name: 'reply' | 'replyAll') => GmailApp.getMessageById(messageId)[name]('Yes'),
      id,
      method,
    );
    expect(realm.services.sentMail).toMatchObject([{ to, subject: 'Re: Lunch', body: 'Yes' }]);
    expect([header('Cc'), header('In-Reply-To'), header('References')]).toEqual([
      cc,
      '<1@example.com>',
      '<1@example.com>',
    ]);
    expect(newest()?.threadId).toBe(threadId);
  });

  test('a reply to all of a message without a sender goes to the others', async () => {
    const { id } = await realm.google.deliver(mail('To: bob@example.com\nSubject: Lunch\n\nAt noon?'));
    await realm.run((messageId: string) => GmailApp.getMessageById(messageId).replyAll('Yes'), id);
    expect(realm.services.sentMail.map(({ to }) => to)).toEqual(['bob@example.com']);
  });

  test('a thread is replied to by answering its last message', async () => {
    const { threadId } = await realm.google.deliver(plain('Dinner'));
    const count = await realm.run((id: string) => {
      const thread = GmailApp.getThreadById(id).reply('Yes', { htmlBody: '<b>Yes</b>' });
      return [thread.getMessageCount(), thread.refresh().getMessageCount(), thread.getMessages().length];
    }, threadId);
    expect(count).toEqual([1, 2, 2]);
    expect(realm.services.sentMail).toMatchObject([{ to: 'ann@example.com', htmlBody: '<b>Yes</b>' }]);
  });
});

describe('a draft', () => {
  test('is kept, changed and sent under one id, with a new message each time', async () => {
    const read = await realm.run(() => {
      const draft = GmailApp.createDraft('a@example.com', 'First', 'Body');
      const [first, isDraft] = [draft.getMessageId(), draft.getMessage().isDraft()];
      draft.update('b@example.com', 'Second', 'Body');
      const same = GmailApp.getDraft(draft.getId());
      const second = same.getMessage().getSubject();
      const listed = [GmailApp.getDrafts().length, GmailApp.getDraftMessages().length];
      const isNew = first !== same.getMessageId();
      const sent = draft.send();
      return [isDraft, second, isNew, listed, sent.getTo(), sent.isDraft(), GmailApp.getDrafts().length];
    });
    expect(read).toEqual([true, 'Second', true, [1, 1], 'b@example.com', false, 0]);
    expect(realm.services.sentMail).toMatchObject([{ to: 'b@example.com', subject: 'Second' }]);
  });

  test('of a reply is in the thread of what it answers', async () => {
    const { id, threadId } = await realm.google.deliver(LETTER);
    const read = await realm.run((messageId: string) => {
      const draft = GmailApp.getMessageById(messageId).createDraftReply('Yes', { subject: 'Re: lunch' });
      return [draft.getMessage().getThread().getId(), draft.getMessage().getTo()];
    }, id);
    expect(read).toEqual([threadId, 'desk@example.com']);
  });

  test('stays unstarred, is not found once it is deleted, and needs no recipient before it is sent', async () => {
    const star = () => GmailApp.createDraft('a@example.com', 's', 'b').getMessage().star().isStarred();
    const send = () => GmailApp.createDraft('', '', '').send();
    const gone = () => {
      const [draft] = GmailApp.getDrafts();
      draft?.deleteDraft();
      return GmailApp.getDraft(draft?.getId() ?? '');
    };
    expect(await realm.runAll([star], [gone], [send])).toEqual([
      false,
      expect.stringContaining('Requested entity was not found.'),
      expect.stringContaining('Failed to send email: no recipient'),
    ]);
  });
});

describe('GmailApp', () => {
  const REQUIRED = `Required permissions: ${ALL_MAIL}`;

  const UNSCOPED: [string, () => unknown][] = [
    ['GmailApp.search', () => GmailApp.search('a')],
    ['GmailApp.sendEmail', () => GmailApp.sendEmail('a@example.com', 's', 'b')],
    ['GmailApp.getUserLabelByName', () => GmailApp.getUserLabelByName('a')],
  ];

  test('a method without its scope names what is missing', async () => {
    const bare = startRealm({ scopes: ['gmail.modify', 'script.send_mail'] });
    const told = await bare.runAll(...UNSCOPED.map(([, snippet]): Step => [snippet]));
    expect(told).toEqual(
      UNSCOPED.map(([method]) =>
        expect.stringContaining(`Specified permissions are not sufficient to call ${method}. ${REQUIRED}`),
      ),
    );
    await bare.close();
  });

  test('reading and writing count as the day’s operations, and sending does not', async () => {
    const { calls } = await realm.execute(() => {
      GmailApp.search('a');
      GmailApp.sendEmail('a@example.com', 's', 'b');
    });
    expect(calls.map(({ method, ms }) => [method, ms])).toEqual([
      ['gmailApp.threads', 160],
      ['gmailApp.send', 300],
    ]);
    expect(realm.services.quotas.used('gmailOperations')).toBe(1);
    realm.services.quotas.use('gmailOperations', 20_000);
    await expect(realm.run(() => GmailApp.getDrafts())).rejects.toThrow(
      'Service invoked too many times for one day: gmail.',
    );
  });

  const NOT_EMULATED: [string, () => unknown][] = [
    ['GmailApp.getChatThreads', () => GmailApp.getChatThreads()],
    ['GmailApp.getPriorityInboxThreads', () => GmailApp.getPriorityInboxThreads()],
  ];

  test('what is not emulated throws by name', async () => {
    const told = await realm.runAll(...NOT_EMULATED.map(([, snippet]): Step => [snippet]));
    expect(told).toEqual(
      NOT_EMULATED.map(([method]) =>
        expect.stringContaining(`${method} exists on Google, and is not emulated here.`),
      ),
    );
  });
});
