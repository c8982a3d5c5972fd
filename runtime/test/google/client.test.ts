import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gmail, type gmail_v1 } from '@googleapis/gmail';
import { serve } from '@hono/node-server';
import { mail, type Server, startServer, TOKEN } from './server';

let server: Server;
let listener: ReturnType<typeof serve>;
let client: gmail_v1.Gmail;
let rootUrl: string;

beforeAll(async () => {
  server = startServer();
  const { port } = await new Promise<AddressInfo>((resolve) => {
    listener = serve({ fetch: server.app.fetch, hostname: '127.0.0.1', port: 0 }, resolve);
  });
  rootUrl = `http://127.0.0.1:${port}/`;
  const headers = { authorization: `Bearer ${TOKEN}` };
  client = gmail({ version: 'v1', rootUrl, headers, retry: false, fetchImplementation: fetch });
});

afterAll(() => new Promise((resolve) => listener.close(resolve)));

const RAW = Buffer.from(
  mail(
    { From: 'Amy <amy@b.com>', Subject: 'Hi', 'Content-Type': 'multipart/mixed; boundary=b' },
    '--b\n\nhello\n--b\nContent-Type: a/b; name=x.bin\n\nfile\n--b--',
  ),
);

test("Google's own client inserts, lists, reads, fetches and follows the history", async () => {
  const userId = 'me';
  const profile = await client.users.getProfile({ userId });
  const inserted = await client.users.messages.insert({
    userId,
    requestBody: { raw: RAW.toString('base64url') },
  });
  const id = inserted.data.id ?? '';

  const listed = await client.users.messages.list({
    userId,
    q: 'from:(amy@b.com OR c@d.com)',
    labelIds: ['INBOX'],
  });
  expect(listed.data.messages).toEqual([{ id, threadId: id }]);

  const message = await client.users.messages.get({ userId, id });
  const [text, file] = message.data.payload?.parts ?? [];
  expect(Buffer.from(text?.body?.data ?? '', 'base64url').toString()).toBe('hello');
  expect(file?.filename).toBe('x.bin');

  const attachmentId = file?.body?.attachmentId ?? '';
  const attachment = await client.users.messages.attachments.get({ userId, messageId: id, id: attachmentId });
  expect(attachment.data).toEqual({ size: 4, data: 'ZmlsZQ==' });

  const startHistoryId = profile.data.historyId ?? '';
  const history = await client.users.history.list({
    userId,
    startHistoryId,
    historyTypes: ['messageAdded'],
    labelId: 'INBOX',
  });
  expect(history.data.history?.[0]?.messagesAdded?.[0]?.message).toEqual({
    id,
    threadId: id,
    labelIds: ['INBOX', 'UNREAD'],
  });
});

test.each([
  ['alone', {}],
  ['with metadata', { requestBody: { labelIds: ['STARRED'] } }],
])("Google's own client uploads a message %s", async (_, more) => {
  const media = { mimeType: 'message/rfc822', body: Readable.from([RAW.subarray(0, 50), RAW.subarray(50)]) };
  // For uploads the client looks at the root given with the call alone.
  const { data } = await client.users.messages.import({ userId: 'me', media, ...more }, { rootUrl });
  expect(data.labelIds).toEqual('requestBody' in more ? ['STARRED'] : ['INBOX', 'UNREAD']);
  const raw = await client.users.messages.get({ userId: 'me', id: data.id ?? '', format: 'raw' });
  expect(Buffer.compare(Buffer.from(raw.data.raw ?? '', 'base64url'), RAW)).toBe(0);
});

test("Google's own client gets Google's error for a missing message", async () => {
  const reading = client.users.messages.get({ userId: 'me', id: '00000000000000ff' });
  await expect(reading).rejects.toMatchObject({ status: 404, message: 'Requested entity was not found.' });
});
