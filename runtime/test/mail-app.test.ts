import { type Realm, type Step, startRealm } from './harness/realm';

// Sources: platform facts 4.2, 5.5 and 7; developers.google.com/apps-script/reference/mail/mail-app
describe('MailApp', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const send = (to: string) => MailApp.sendEmail(to, 'subject', 'body');
  const labels = () => realm.google.messages().map(({ labelIds }) => [...labelIds].sort());

  test('mail to others is in Sent and nowhere else, that to oneself also new in the inbox', async () => {
    await realm.runEach(send, [['ann@example.com'], ['owner@example.com']]);
    expect(labels()).toEqual([['INBOX', 'SENT', 'UNREAD'], ['SENT']]);
  });

  test('every way of calling sends the same', async () => {
    await realm.run(() => {
      MailApp.sendEmail('a@example.com', 's', 'b');
      MailApp.sendEmail('a@example.com', 'r@example.com', 's', 'b');
      MailApp.sendEmail('a@example.com', 's', 'b', { cc: 'c@example.com', name: 'Tools' });
      MailApp.sendEmail({ to: 'a@example.com', subject: 's', body: 'b', htmlBody: '<b>b</b>' });
    });
    expect(realm.services.sentMail).toMatchObject([
      { to: 'a@example.com', subject: 's', body: 'b', script: 'test' },
      { to: 'a@example.com', subject: 's', body: 'b', replyTo: 'r@example.com' },
      { to: 'a@example.com', subject: 's', body: 'b', cc: 'c@example.com', name: 'Tools' },
      { to: 'a@example.com', subject: 's', body: 'b', htmlBody: '<b>b</b>' },
    ]);
  });

  test('an attachment goes along with its name, type and bytes, an inline image under the key by which the HTML shows it', async () => {
    const attach = () =>
      MailApp.sendEmail('owner@example.com', 's', 'b', {
        attachments: [Utilities.newBlob([1, -1], 'application/pdf', 'a.pdf')],
      });
    const embed = () =>
      MailApp.sendEmail({
        to: 'owner@example.com',
        subject: 's',
        body: 'b',
        htmlBody: '<img src="cid:logo">',
        inlineImages: { logo: Utilities.newBlob([1, 2], 'image/png', 'logo.png') },
      });
    await realm.runAll([attach], [embed]);
    const [{ id } = { id: '' }, { id: first } = { id: '' }] = realm.google.messages();
    const parts = realm.google.message(first)?.payload?.parts;
    expect(parts?.[1]).toMatchObject({ filename: 'a.pdf', mimeType: 'application/pdf', body: { size: 2 } });
    const related = realm.google.message(id)?.payload?.parts?.[1];
    expect(related).toMatchObject({ mimeType: 'multipart/related' });
    expect(related?.parts?.[1]).toMatchObject({ filename: 'logo.png', mimeType: 'image/png' });
    expect(related?.parts?.[1]?.headers).toContainEqual({ name: 'Content-ID', value: '<logo>' });
  });

  test('noReply sends from the domain for a Workspace account, and throws by name for others', async () => {
    const quietly = () => MailApp.sendEmail('a@example.com', 's', 'b', { noReply: true });
    await expect(realm.run(quietly)).rejects.toThrow(
      'The option noReply exists for Google Workspace accounts, and is not emulated here.',
    );
    realm.services.plan.account = 'workspace';
    await realm.run(quietly);
    expect(realm.google.messages()).toMatchObject([{ from: 'noreply@example.com' }]);
  });

  const NO_BLOBS: [string, () => unknown][] = [
    ['attachments', () => MailApp.sendEmail('a@b.example', 's', 'b', { attachments: ['a.pdf'] as never })],
    [
      'inlineImages',
      () => MailApp.sendEmail('a@b.example', 's', 'b', { inlineImages: { a: 'a.png' } as never }),
    ],
    ['inlineImages', () => MailApp.sendEmail('a@b.example', 's', 'b', { inlineImages: null as never })],
  ];

  test('what is attached and is no blob is refused', async () => {
    const told = await realm.runAll(...NO_BLOBS.map(([, snippet]): Step => [snippet]));
    expect(told).toEqual(NO_BLOBS.map(([name]) => expect.stringContaining(`Invalid argument: ${name}`)));
  });

  test('a comma inside quotes belongs to the name of a recipient', async () => {
    await realm.run(send, '"Doe, Ann" <ann@example.com>, b@example.com');
    expect(realm.services.quotas.left('mailRecipients')).toBe(98);
  });

  const RECIPIENTS = [
    ['nobody', 'Invalid email: nobody'],
    ['a@example.com, b@', 'Invalid email: b@'],
    ['', 'Failed to send email: no recipient'],
  ] as const;

  test('a recipient that is none is refused', async () => {
    const told = await realm.runEach(
      send,
      RECIPIENTS.map(([to]): [string] => [to]),
    );
    expect(told).toEqual(RECIPIENTS.map(([, message]) => `Exception: ${message}`));
    expect(labels()).toEqual([]);
  });

  const TOO_MANY: [string, () => unknown, string][] = [
    [
      '51 recipients',
      () => MailApp.sendEmail(Array.from({ length: 51 }, (_, n) => `a${n}@example.com`).join(), 's', 'b'),
      'Limit exceeded: Email Recipients Per Message.',
    ],
    [
      'a body over 200 kB',
      () => MailApp.sendEmail('a@example.com', 's', 'x'.repeat(200 * 1024 + 1)),
      'Limit exceeded: Email Body Size.',
    ],
    [
      'a subject over 250 characters',
      () => MailApp.sendEmail('a@example.com', 'x'.repeat(251), 'b'),
      'Limit exceeded: Email Subject Length.',
    ],
    [
      '251 attachments',
      () => {
        const attachments = Array.from({ length: 251 }, () => Utilities.newBlob('a'));
        MailApp.sendEmail('a@example.com', 's', 'b', { attachments });
      },
      'Limit exceeded: Email Attachments Per Message.',
    ],
  ];

  test('what is beyond the limits of a mail is refused', async () => {
    const told = await realm.runAll(...TOO_MANY.map(([, snippet]): Step => [snippet]));
    expect(told.map((error, at) => [TOO_MANY[at]?.[0], error])).toEqual(
      TOO_MANY.map(([what, , message]) => [what, expect.stringContaining(message)]),
    );
  });

  test('a hundred recipients a day, which begins with the first', async () => {
    const fifty = (prefix: string) => {
      MailApp.sendEmail(
        Array.from({ length: 50 }, (_, n) => `${prefix}${n}@example.com`).join(),
        'subject',
        'body',
      );
      return MailApp.getRemainingDailyQuota();
    };
    expect(await realm.run(fifty, 'a')).toBe(50);
    await realm.scheduler.advance(12 * 3_600_000);
    expect(await realm.runAll([fifty, 'b'], [send, 'c@example.com'])).toEqual([
      0,
      expect.stringContaining('Service invoked too many times for one day: email.'),
    ]);
    await realm.scheduler.advance(12 * 3_600_000);
    expect(await realm.run(() => MailApp.getRemainingDailyQuota())).toBe(100);
  });

  const REQUIRED = 'Required permissions: https://www.googleapis.com/auth/script.send_mail';
  test('without the scope in the manifest the error names the missing permission', async () => {
    const bare = startRealm({ scopes: [] });
    await expect(bare.run(send, 'a@example.com')).rejects.toThrow(
      `Specified permissions are not sufficient to call MailApp.sendEmail. ${REQUIRED}`,
    );
    await bare.close();
  });

  test('a scope that was not granted asks for authorization', async () => {
    realm.services.grants.limit({ id: 'script-test' }, []);
    await expect(realm.run(send, 'a@example.com')).rejects.toThrow(
      'Authorization is required to perform that action.',
    );
  });

  test('a simple trigger may not send', async () => {
    const { error } = await realm.execute(send, ['a@example.com'], { kind: 'simple trigger' });
    expect(error?.message).toBe(`You do not have permission to call MailApp.sendEmail. ${REQUIRED}`);
  });

  test('a mail costs 300 ms', async () => {
    const { calls } = await realm.execute(send, ['a@example.com']);
    expect(calls.map(({ method, ms }) => [method, ms])).toEqual([['mail.send', 300]]);
  });
});
