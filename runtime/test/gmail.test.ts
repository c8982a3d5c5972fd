import { extent } from './harness/extent';
import { type Realm, startRealm } from './harness/realm';

const mail = (text: string) => Buffer.from(text.replace(/\n/g, '\r\n'), 'latin1');

const MIXED = mail(`From: Ann <ann@example.com>
To: owner@example.com
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: 8bit

gr\xfc\xdfe
--b
Content-Type: application/octet-stream; name=a.bin
Content-Disposition: attachment; filename=a.bin
Content-Transfer-Encoding: base64

gP8AfyY=
--b--
`);

// Sources: platform facts 5.1 to 5.3 and 4.2.
describe('Gmail advanced service', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm({ scopes: ['gmail.modify'] });
  });
  afterEach(() => realm.close());

  // Source: developers.google.com/workspace/gmail/api/reference/rest/v1/users.labels
  test('labels are made, read and removed', async () => {
    const seen = await realm.run(() => {
      const labels = Gmail?.Users.Labels as GoogleAppsScript.Gmail.Collection.Users.LabelsCollection;
      const refused = (act: () => unknown) => {
        try {
          return act();
        } catch (error) {
          return String(error);
        }
      };
      const { id = '', name, type } = labels.create({ name: 'Work' }, 'me');
      const read = labels.get('me', id).name;
      labels.remove('me', id);
      return [
        [name, type, read],
        labels.list('me').labels?.some((label) => label.id === id),
        refused(() => labels.get('me', id)),
        refused(() => labels.create({ name: 'A', labelListVisibility: 'labelShow' }, 'me')),
        refused(() => labels.remove('me', 'INBOX')),
      ];
    });
    expect(seen).toEqual([
      ['Work', 'user', 'Work'],
      false,
      expect.stringMatching(
        /^GoogleJsonResponseException: API call to gmail.users.labels.get failed with error/,
      ),
      'Exception: Gmail.Users.Labels.create with labelListVisibility is not emulated here, only with a name.',
      "Exception: Gmail.Users.Labels.remove of INBOX, no label of the user's, is not emulated here.",
    ]);
  });

  test('text of a part is a signed-byte array in UTF-8, whatever its charset; an attachment comes as signed bytes, and not inline', async () => {
    const { id } = await realm.google.deliver(MIXED);
    const readText = (messageId: string) => {
      const message = Gmail?.Users.Messages.get('me', messageId, { format: 'full' });
      const body = message?.payload?.parts?.[0]?.body as unknown as { data: number[]; size: number };
      return [body.data, Utilities.newBlob(body.data).getDataAsString(), body.size];
    };
    const readAttachment = (messageId: string) => {
      const part = Gmail?.Users.Messages.get('me', messageId).payload?.parts?.[1];
      const attachmentId = part?.body?.attachmentId ?? '';
      const content = Gmail?.Users.Messages.Attachments.get('me', messageId, attachmentId);
      return [part?.filename, part?.body?.data ?? null, content?.data as unknown];
    };
    expect(await realm.runAll([readText, id], [readAttachment, id])).toEqual([
      [[103, 114, -61, -68, -61, -97, 101], 'grüße', 5],
      ['a.bin', null, [-128, -1, 0, 127, 38]],
    ]);
  });

  test('an attachment of many MB arrives whole', async () => {
    const length = extent({ usual: 4_000_000, long: 20_000_000 });
    const content = Buffer.alloc(length, 'something');
    const head =
      'From: a@example.com\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n';
    const { id } = await realm.google.deliver(
      Buffer.concat([mail(head), Buffer.from(content.toString('base64'))]),
    );
    const digest = await realm.run((messageId: string) => {
      const attachmentId = Gmail?.Users.Messages.get('me', messageId).payload?.body?.attachmentId ?? '';
      const { data } = Gmail?.Users.Messages.Attachments.get('me', messageId, attachmentId) ?? {};
      return [
        data?.length,
        Utilities.newBlob(data as never)
          .getDataAsString('ISO-8859-1')
          .slice(-9),
      ];
    }, id);
    expect(digest).toEqual([length, content.subarray(-9).toString()]);
  });

  test('import answers the id alone, insert the whole message', async () => {
    const [imported, inserted] = await realm.run(() => {
      const blob = Utilities.newBlob('Subject: a\r\n\r\nb', 'message/rfc822');
      const options = { internalDateSource: 'dateHeader' };
      return [
        Gmail?.Users.Messages.import({ labelIds: ['INBOX'] }, 'me', blob, options),
        Gmail?.Users.Messages.insert({ labelIds: ['INBOX'] }, 'me', blob),
      ];
    });
    expect(Object.keys(imported as object)).toEqual(['id']);
    expect(inserted).toMatchObject({
      id: expect.any(String),
      threadId: expect.any(String),
      labelIds: ['INBOX'],
    });
  });

  test('messages.list and getProfile answer as the REST API does, and what is not emulated throws by its full name', async () => {
    const { id, threadId } = await realm.google.deliver(MIXED);
    const [list, profile, refused] = await realm.runAll(
      [() => Gmail?.Users.Messages.list('me', { q: 'from:ann@example.com', maxResults: 5, pageToken: '' })],
      [() => Gmail?.Users.getProfile('me')],
      [() => Gmail?.Users.Messages.trash('me', 'a')],
    );
    expect(refused).toContain('Gmail.Users.Messages.trash exists on Google, and is not emulated here.');
    expect(list).toMatchObject({ messages: [{ id, threadId }] });
    expect(profile).toMatchObject({ emailAddress: 'owner@example.com', historyId: expect.any(String) });
  });

  test('history.list takes an array of history types and an empty page token', async () => {
    const list = (start?: string) => {
      const startHistoryId = start ?? Gmail?.Users.getProfile('me').historyId ?? '';
      const options = { startHistoryId, historyTypes: ['messageAdded'], labelId: 'INBOX', pageToken: '' };
      return [startHistoryId, Gmail?.Users.History.list('me', options)];
    };
    const [before, nothing] = await realm.run(list);
    expect(nothing).toEqual({ historyId: before });
    const { id } = await realm.google.deliver(MIXED);
    const [, one] = await realm.run(list, before as string);
    expect(one).toMatchObject({ history: [{ messagesAdded: [{ message: { id } }] }] });
  });

  test('an answer that breaks off is an empty response', async () => {
    realm.google.fail({ path: '/profile', malformed: true });
    const run = realm.run(() => Gmail?.Users.getProfile('me'));
    await expect(run).rejects.toThrow('API call to gmail.users.getProfile failed with error: Empty response');
  });

  test('a connection that cannot be had is a server error', async () => {
    realm.services.google.url = 'http://127.0.0.1:1';
    const run = realm.run(() => Gmail?.Users.getProfile('me'));
    await expect(run).rejects.toMatchObject({
      name: 'Exception',
      message: "We're sorry, a server error occurred. Please wait a bit and try again.",
    });
  });

  test('a scope that the manifest lacks or the owner did not grant is refused', async () => {
    realm.services.grants.limit({ id: 'script-test' }, ['gmail.insert']);
    const run = realm.run(() => Gmail?.Users.Messages.list('me'));
    await expect(run).rejects.toThrow(
      'API call to gmail.users.messages.list failed with error: Request had insufficient authentication scopes.',
    );
  });

  test('the ledger counts each call by its method, with its time and bytes', async () => {
    const { calls } = await realm.execute(() => {
      Gmail?.Users.getProfile('me');
      Gmail?.Users.History.list('me', { startHistoryId: '1' });
    });
    expect(calls.map(({ method, ms }) => [method, Math.round(ms)])).toEqual([
      ['gmail.getProfile', 160],
      ['gmail.history.list', 290],
    ]);
    expect(calls[0]?.bytes).toBeGreaterThan(50);
  });
});
