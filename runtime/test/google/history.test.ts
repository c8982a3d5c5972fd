import { type Json, mail, post, type Server, startServer } from './server';

let server: Server;
let start: string;

beforeEach(async () => {
  server = startServer();
  await server.deliver(mail({ Subject: 'before' }));
  start = (await server.gmail('profile')).body.historyId;
});

async function history(query = '', from = start): Promise<{ status: number; body: Json }> {
  return server.gmail(`history?startHistoryId=${from}&${query}`);
}

async function deliver(labelIds = ['INBOX']): Promise<{ id: string; threadId: string }> {
  return server.deliver(mail({ Subject: 's' }), { labelIds });
}

test('an id that is up to date has no key `history`', async () => {
  expect((await history()).body).toEqual({ historyId: start });
});

test('a new message is a record with its labels at that moment', async () => {
  const message = await deliver();
  const { body } = await history('historyTypes=messageAdded&labelId=INBOX');
  const { id } = body.history[0];
  expect(body).toEqual({
    history: [{ id, messages: [message], messagesAdded: [{ message: { ...message, labelIds: ['INBOX'] } }] }],
    historyId: id,
  });
  expect(Number(id)).toBeGreaterThan(Number(start));
  await server.gmail(`messages/${message.id}/modify`, post({ removeLabelIds: ['INBOX'] }));
  expect(
    (await history('historyTypes=messageAdded')).body.history[0].messagesAdded[0].message.labelIds,
  ).toEqual(['INBOX']);
});

test("a record's id is where to go on from, exclusively", async () => {
  await deliver();
  const second = await deliver();
  const [first] = (await history()).body.history;
  const rest = (await history('', first.id)).body.history;
  expect(rest.map(({ messages }: Json) => messages[0].id)).toEqual([second.id]);
});

test('history ids grow by uneven steps', async () => {
  for (let count = 0; count < 4; count += 1) await deliver();
  const ids: number[] = (await history()).body.history.map(({ id }: Json) => Number(id));
  const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThan(0);
  expect(new Set(steps).size).toBeGreaterThan(1);
});

test('changes of other kinds are bare records when only new messages are asked for', async () => {
  const message = await deliver();
  await server.gmail(`messages/${message.id}/modify`, post({ addLabelIds: ['STARRED'] }));
  const { history: records } = (await history('historyTypes=messageAdded')).body;
  expect(records.map((record: Json) => Object.keys(record))).toEqual([
    ['id', 'messages', 'messagesAdded'],
    ['id', 'messages'],
  ]);
});

test('without types a record names every kind of change', async () => {
  const { id } = await deliver();
  await server.gmail(`messages/${id}/modify`, post({ addLabelIds: ['STARRED'], removeLabelIds: ['INBOX'] }));
  await server.gmail(`messages/${id}`, { method: 'DELETE' });
  const { history: records } = (await history()).body;
  expect(records.map((record: Json) => Object.keys(record)[2])).toEqual([
    'messagesAdded',
    'labelsAdded',
    'labelsRemoved',
    'messagesDeleted',
  ]);
  expect(records[1].labelsAdded[0].labelIds).toEqual(['STARRED']);
});

test('a message gone meanwhile is still in the history and answers 404', async () => {
  const { id } = await deliver();
  await server.gmail(`messages/${id}`, { method: 'DELETE' });
  expect((await history('historyTypes=messageAdded')).body.history[0].messagesAdded[0].message.id).toBe(id);
  expect((await server.gmail(`messages/${id}`)).status).toBe(404);
});

test('a label filters by the labels at that moment', async () => {
  const inbox = await deliver(['INBOX']);
  await deliver(['SENT']);
  const { history: records } = (await history('labelId=INBOX')).body;
  expect(records.map(({ messages }: Json) => messages[0])).toEqual([inbox]);
});

test('the page with the last record may name one more page, which is empty', async () => {
  await deliver();
  await deliver();
  const first = (await history('maxResults=2')).body;
  expect(first.history).toHaveLength(2);
  expect(first.nextPageToken).toEqual(expect.any(String));
  const last = (await history(`maxResults=2&pageToken=${first.nextPageToken}`)).body;
  expect(last).toEqual({ historyId: first.historyId });
});

test('pages follow each other without gap or repetition', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await deliver()).id);
  const seen: string[] = [];
  let token = '';
  do {
    const { body } = await history(`maxResults=2&pageToken=${token}`);
    seen.push(...(body.history ?? []).map(({ messages }: Json) => messages[0].id));
    token = body.nextPageToken ?? '';
  } while (token);
  expect(seen).toEqual(ids);
});

test('page token 0 gives an empty page that leads to the first', async () => {
  const { id } = await deliver();
  const { body } = await history('pageToken=0');
  expect(body).not.toHaveProperty('history');
  expect((await history(`pageToken=${body.nextPageToken}`)).body.history[0].messages[0].id).toBe(id);
});

const refusals: [string, string, number, string][] = [
  ['abc', '', 400, `Invalid value at 'start_history_id' (TYPE_UINT64), "abc"`],
  ['-1', '', 400, `Invalid value at 'start_history_id' (TYPE_UINT64), "-1"`],
  ['999999999999', '', 404, 'Requested entity was not found.'],
  ['0', '', 404, 'Requested entity was not found.'],
  ['', 'pageToken=nonsense', 400, 'Invalid pageToken'],
  ['', 'historyTypes=nonsense', 400, `Invalid value at 'history_types' (TYPE_ENUM), "nonsense"`],
];

test.each(refusals)('history from "%s" with "%s" is answered %i %s', async (from, query, status, message) => {
  const { status: actual, body } = await history(query, from || start);
  expect([actual, body.error.message]).toEqual([status, message]);
});

test('after an expiry every earlier id answers 404, and a new one works', async () => {
  const { historyId } = (await history()).body;
  server.expireHistory();
  for (const id of [start, historyId]) expect((await history('', id)).status).toBe(404);
  const fresh = (await server.gmail('profile')).body.historyId;
  expect((await history('', fresh)).body).toEqual({ historyId: fresh });
  const message = await deliver();
  expect((await history('', fresh)).body.history[0].messages).toEqual([message]);
});
