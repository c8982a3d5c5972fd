import { ADDRESS, fromData, type Listed, mail, post, type Server, START, startServer } from './server';

let server: Server;

beforeEach(() => {
  server = startServer();
});

async function deliverMany(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await server.deliver(mail({ Subject: `${index}` }), { internalDate: START + index })).id);
  return ids.reverse();
}

async function pages(query: string): Promise<string[][]> {
  const found: string[][] = [];
  let token = '';
  do {
    const body: Listed = (await server.gmail(`messages?${query}&pageToken=${token}`)).body;
    found.push((body.messages ?? []).map(({ id }) => id));
    token = body.nextPageToken ?? '';
  } while (token);
  return found;
}

test('the profile has address, totals and the history id', async () => {
  const { threadId } = await server.deliver(mail({ Subject: 'a' }));
  await server.deliver(mail({ Subject: 'b' }), { threadId });
  const { body } = await server.gmail('profile');
  expect(body).toEqual({
    emailAddress: ADDRESS,
    messagesTotal: 2,
    threadsTotal: 1,
    historyId: expect.stringMatching(/^\d+$/),
  });
});

test("the mailbox's own address does for `me`, another one is refused", async () => {
  expect((await server.call(`/gmail/v1/users/${ADDRESS}/profile`)).status).toBe(200);
  expect((await server.call('/gmail/v1/users/other@example.com/profile')).status).toBe(403);
});

test.each([[{}], [{ authorization: 'Bearer wrong' }]])(
  'a request with headers %j is refused with 401',
  async (headers) => {
    const response = await server.app.fetch(
      new Request('http://127.0.0.1/gmail/v1/users/me/profile', { headers }),
    );
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: { code: 401, status: 'UNAUTHENTICATED', errors: [{ domain: 'global' }] },
    });
  },
);

test('a list without results has no key `messages`', async () => {
  expect((await server.gmail('messages')).body).toEqual({ resultSizeEstimate: 0 });
});

test('a list has the newest first, page by page', async () => {
  const ids = await deliverMany(5);
  expect(await pages('maxResults=2')).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
});

test('a page has 100 messages by default and at most 500', async () => {
  const ids = await deliverMany(501);
  expect((await pages('')).map((page) => page.length)).toEqual([100, 100, 100, 100, 100, 1]);
  expect(await pages('maxResults=9999')).toEqual([ids.slice(0, 500), ids.slice(500)]);
});

test('mail that arrives between two pages shifts nothing', async () => {
  const ids = await deliverMany(4);
  const first: Listed = (await server.gmail('messages?maxResults=2')).body;
  await server.deliver(mail({ Subject: 'new' }), { internalDate: START + 100 });
  const second: Listed = (await server.gmail(`messages?maxResults=2&pageToken=${first.nextPageToken}`)).body;
  expect(second.messages?.map(({ id }) => id)).toEqual(ids.slice(2));
});

test('a list by label takes messages that carry all of them', async () => {
  const { id } = await server.deliver(mail({ Subject: 'both' }), { labelIds: ['INBOX', 'STARRED'] });
  await server.deliver(mail({ Subject: 'one' }), { labelIds: ['INBOX'] });
  expect(await pages('labelIds=INBOX&labelIds=STARRED')).toEqual([[id]]);
});

test('spam and trash are listed only on request', async () => {
  const { id } = await server.deliver(mail({ Subject: 'junk' }), { labelIds: ['SPAM'] });
  expect(await pages('')).toEqual([[]]);
  expect(await pages('includeSpamTrash=true')).toEqual([[id]]);
  expect(await pages('labelIds=SPAM')).toEqual([[id]]);
});

const refusals: [string, number, string][] = [
  ['messages/zzz', 400, 'Invalid id value'],
  ['messages/18c0000000000000', 404, 'Requested entity was not found.'],
  ['messages?pageToken=nonsense', 400, 'Invalid pageToken'],
  ['messages?maxResults=many', 400, `Invalid value at 'max_results' (TYPE_UINT32), "many"`],
  ['nothing', 404, 'Not Found'],
];

test.each(refusals)('GET %s is answered %i %s', async (path, status, message) => {
  const { status: actual, body } = await server.gmail(path);
  expect([actual, body.error.code, body.error.message, body.error.errors[0].message]).toEqual([
    status,
    status,
    message,
    message,
  ]);
});

test('a message comes in four formats', async () => {
  const raw = mail({ Subject: 'hi', From: 'a@b.com', 'X-Other': '1' }, 'text');
  const { id, threadId } = await server.deliver(raw, { labelIds: ['INBOX'] });
  const minimal = {
    id,
    threadId,
    labelIds: ['INBOX'],
    snippet: 'text',
    sizeEstimate: raw.length,
    internalDate: `${START}`,
    historyId: expect.any(String),
  };
  const read = async (query: string) => (await server.gmail(`messages/${id}?${query}`)).body;
  expect(await read('format=minimal')).toEqual(minimal);
  expect(await read('')).toMatchObject({
    ...minimal,
    payload: { partId: '', mimeType: 'text/plain', filename: '' },
  });
  expect(await read('format=metadata&metadataHeaders=subject')).toEqual({
    ...minimal,
    payload: { mimeType: 'text/plain', headers: [{ name: 'Subject', value: 'hi' }] },
  });
  const { raw: encoded, ...rest } = await read('format=raw');
  expect(rest).toEqual(minimal);
  expect(fromData(encoded)).toBe(Buffer.from(raw).toString());
});

test('`fields` selects parts of an answer', async () => {
  const { id } = await server.deliver(mail({ Subject: 'hi' }, 'text'));
  const { body } = await server.gmail(`messages/${id}?fields=id,payload(headers/name,body(size))`);
  expect(body).toEqual({ id, payload: { headers: [{ name: 'Subject' }], body: { size: 4 } } });
});

test('an attachment of another message is refused', async () => {
  const one = await server.deliver(mail({ 'Content-Type': 'a/b; name=x' }, 'one'));
  const two = await server.deliver(mail({ 'Content-Type': 'a/b; name=x' }, 'two'));
  const { attachmentId } = (await server.gmail(`messages/${one.id}`)).body.payload.body;
  expect((await server.gmail(`messages/${one.id}/attachments/${attachmentId}`)).status).toBe(200);
  expect((await server.gmail(`messages/${two.id}/attachments/${attachmentId}`)).status).toBe(400);
});

const replies: [string, Record<string, string>, boolean][] = [
  ['In-Reply-To and Re:', { Subject: 'RE: Plan  A', 'In-Reply-To': '<one@x>' }, true],
  ['References and Fwd: Re:', { Subject: 'Fwd: Re: plan a', References: '<zero@x> <one@x> <lost@x>' }, true],
  ['an encoded subject', { Subject: '=?utf-8?Q?AW=3A_Plan_A?=', References: '<one@x>' }, true],
  ['another subject', { Subject: 'Plan B', 'In-Reply-To': '<one@x>' }, false],
  ['an unknown ancestor', { Subject: 'Plan A', 'In-Reply-To': '<two@x>' }, false],
  ['the subject alone', { Subject: 'Re: Plan A' }, false],
];

test.each(replies)('a reply with %s: same thread %#', async (_, headers, isSame) => {
  const first = await server.deliver(mail({ Subject: 'Plan A', 'Message-ID': '<one@x>' }));
  const reply = await server.deliver(mail(headers));
  expect(reply.threadId === first.threadId).toBe(isSame);
  expect(reply.threadId === reply.id).toBe(!isSame);
});

test('a reply to two threads joins that of its nearest ancestor', async () => {
  await server.deliver(mail({ Subject: 'Plan', 'Message-ID': '<one@x>' }));
  const near = await server.deliver(mail({ Subject: 'Plan', 'Message-ID': '<two@x>' }));
  const reply = await server.deliver(mail({ Subject: 'Re: Plan', References: '<one@x> <two@x>' }));
  expect(reply.threadId).toBe(near.threadId);
});

test('of messages of one moment the last to arrive is listed first', async () => {
  const first = await server.deliver(mail({ Subject: 'a' }));
  const second = await server.deliver(mail({ Subject: 'b' }));
  expect(await pages('maxResults=1')).toEqual([[second.id], [first.id]]);
});

test('ids are 16 hexadecimal digits and differ within one millisecond', async () => {
  const ids = await deliverMany(20);
  expect(new Set(ids).size).toBe(20);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
});

test('labels change, and a message without any has no key `labelIds`', async () => {
  const { id, threadId } = await server.deliver(mail({ Subject: 's' }));
  const { body } = await server.gmail(
    `messages/${id}/modify`,
    post({ addLabelIds: ['STARRED'], removeLabelIds: ['UNREAD'] }),
  );
  expect(body).toEqual({ id, threadId, labelIds: ['INBOX', 'STARRED'] });
  await server.gmail(`messages/${id}/modify`, post({ removeLabelIds: ['INBOX', 'STARRED'] }));
  expect((await server.gmail(`messages/${id}`)).body).not.toHaveProperty('labelIds');
});

test('a message in the trash leaves the list and can still be read', async () => {
  const { id } = await server.deliver(mail({ Subject: 's' }));
  expect((await server.gmail(`messages/${id}/trash`, { method: 'POST' })).body.labelIds).toEqual([
    'UNREAD',
    'TRASH',
  ]);
  expect(await pages('')).toEqual([[]]);
  expect((await server.gmail(`messages/${id}`)).status).toBe(200);
});

test('a deleted message is gone from everywhere', async () => {
  const { id } = await server.deliver(mail({ Subject: 'word', From: 'a@b.com' }));
  expect((await server.gmail(`messages/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await server.gmail(`messages/${id}`)).status).toBe(404);
  for (const q of ['word', 'from:a@b.com', 'in:anywhere']) expect(await pages(`q=${q}`)).toEqual([[]]);
});

test('mail sent to oneself is one message, sent and new', async () => {
  const { id } = await server.send({ to: ADDRESS, subject: 'Grüße', htmlBody: '<p>Hi <b>you</b></p>' });
  const { body } = await server.gmail(`messages/${id}`);
  expect(body.labelIds.sort()).toEqual(['INBOX', 'SENT', 'UNREAD']);
  expect(body.snippet).toBe('Hi you');
  expect(server.messages()).toMatchObject([
    { id, from: ADDRESS, to: ADDRESS, subject: 'Grüße', internalDate: START },
  ]);
});

test('mail sent to others is in the sent mail alone', async () => {
  const { id } = await server.send({
    to: 'b@b.com',
    subject: 's',
    body: 'x',
    from: 'Tools <owner@example.com>',
  });
  expect(server.message(id)?.labelIds).toEqual(['SENT']);
});

test('a mailbox file gives its messages with their own dates', async () => {
  const one =
    'From a@b.com Sat Nov 21 2026\nSubject: one\nDate: Fri, 20 Nov 2026 10:00:00 +0100\n\n>From here on\nFrom: not a start\n\n';
  const two = 'From c@d.com Sat Nov 21 2026\r\nSubject: two\r\n\r\nsecond\r\n';
  const delivered = await server.deliverMbox(Buffer.from(one + two));
  expect(server.messages().map(({ subject, internalDate }) => [subject, internalDate])).toEqual([
    ['two', START],
    ['one', Date.UTC(2026, 10, 20, 9)],
  ]);
  expect(fromData(server.message(delivered[0]?.id ?? '')?.payload?.body.data ?? '')).toBe(
    'From here on\nFrom: not a start\n',
  );
});

test('clearing leaves nothing, and ids are not used again', async () => {
  const before = await server.deliver(mail({ Subject: 'before' }));
  server.clear();
  expect(server.messages()).toEqual([]);
  expect((await server.gmail(`messages/${before.id}`)).status).toBe(404);
  expect((await server.deliver(mail({ Subject: 'after' }))).id).not.toBe(before.id);
});
