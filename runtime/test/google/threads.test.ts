import { mail, post, type Server, startServer } from './server';

// Source: developers.google.com/gmail/api/reference/rest/v1/users.threads
let server: Server;
beforeEach(() => {
  server = startServer();
});

/** Two messages about lunch, a minute apart, with one about dinner between them; answers the threads' ids. */
async function deliverLunchAndDinner(): Promise<{ lunch: string; dinner: string; newest: string }> {
  const first = await server.deliver(mail({ Subject: 'lunch', 'Message-ID': '<1@a>' }, 'first'));
  server.clock.now += 60_000;
  const dinner = await server.deliver(mail({ Subject: 'dinner' }));
  server.clock.now += 60_000;
  const reply = { Subject: 'Re: lunch', 'In-Reply-To': '<1@a>' };
  const second = await server.deliver(mail(reply, 'second'));
  return { lunch: first.threadId, dinner: dinner.threadId, newest: second.id };
}

test('a list has each thread once, that with the newest message first', async () => {
  const { lunch, dinner } = await deliverLunchAndDinner();
  const { body } = await server.gmail('threads');
  expect(body.threads).toEqual([
    { id: lunch, snippet: 'second', historyId: expect.stringMatching(/^\d+$/) },
    { id: dinner, snippet: expect.any(String), historyId: expect.stringMatching(/^\d+$/) },
  ]);
});

test('a page goes on where the one before ended', async () => {
  const { lunch, dinner } = await deliverLunchAndDinner();
  const first = await server.gmail('threads?maxResults=1');
  const second = await server.gmail(`threads?maxResults=1&pageToken=${first.body.nextPageToken}`);
  expect([first, second].map(({ body }) => body.threads[0].id)).toEqual([lunch, dinner]);
  expect(second.body.nextPageToken).toBeUndefined();
});

test('a thread has its messages, the oldest first, in the format that was asked for', async () => {
  const { lunch, newest } = await deliverLunchAndDinner();
  const { body } = await server.gmail(`threads/${lunch}?format=minimal`);
  expect(body).toMatchObject({ id: lunch, messages: [{ id: lunch, snippet: 'first' }, { id: newest }] });
  expect(body.messages[0].payload).toBeUndefined();
});

test('changed labels are those of all messages, and a thread in the trash is in no list', async () => {
  const { lunch, dinner } = await deliverLunchAndDinner();
  const { body } = await server.gmail(
    `threads/${lunch}/modify`,
    post({ addLabelIds: ['STARRED'], removeLabelIds: ['UNREAD'] }),
  );
  expect(body.messages.map(({ labelIds }: { labelIds: string[] }) => labelIds)).toEqual([
    ['INBOX', 'STARRED'],
    ['INBOX', 'STARRED'],
  ]);
  await server.gmail(`threads/${lunch}/trash`, post({}));
  const listed = async () => (await server.gmail('threads')).body.threads.map(({ id }: { id: string }) => id);
  expect(await listed()).toEqual([dinner]);
  await server.gmail(`threads/${lunch}/untrash`, post({}));
  expect(await listed()).toEqual([lunch, dinner]);
});

test.each([
  ['no-id', 400, 'Invalid id value'],
  ['0123456789abcdef', 404, 'Requested entity was not found.'],
])('the thread %s is refused', async (id, status, message) => {
  expect(await server.gmail(`threads/${id}`)).toMatchObject({ status, body: { error: { message } } });
});
