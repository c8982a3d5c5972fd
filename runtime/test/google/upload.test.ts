import { bytes, type Json, mail, post, type Server, START, startServer } from './server';

let server: Server;

beforeEach(() => {
  server = startServer();
});

const DATE = Date.UTC(2026, 10, 1, 12);
const RAW = mail({ Subject: 'gr\xfcn', Date: 'Sun, 1 Nov 2026 12:00:00 +0000' }, 'b\xf6dy');
const ENCODED = Buffer.from(RAW).toString('base64url');

type Way = (method: string, metadata: object) => Promise<{ status: number; body: Json }>;

function related(metadata: object, type: string, content: Uint8Array): RequestInit {
  const head = `--b\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n--b\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([bytes(head), content, bytes('\r\n--b--')]);
  return { method: 'POST', body, headers: { 'content-type': 'multipart/related; boundary=b' } };
}

async function resume(
  path: string,
  metadata: object,
  chunks: Uint8Array[],
): Promise<{ status: number; body: Json }> {
  const { headers } = await server.call(`${path}uploadType=resumable`, post(metadata));
  const { pathname, search } = new URL(headers.get('location') ?? '');
  const total = Buffer.concat(chunks).length;
  let sent = 0;
  let last: { status: number; body: Json } = { status: 0, body: '' };
  for (const body of chunks) {
    const range = { 'content-range': `bytes ${sent}-${sent + body.length - 1}/${total}` };
    last = await server.call(pathname + search, {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: range,
    });
    sent += body.length;
    if (sent < total) expect(last.status).toBe(308);
  }
  return last;
}

const UPLOAD = '/upload/gmail/v1/users/me/messages';

const ways: [string, Way][] = [
  ['JSON', (method, metadata) => server.gmail(`messages${method}`, post({ ...metadata, raw: ENCODED }))],
  [
    'multipart',
    (method, metadata) =>
      server.call(
        `${UPLOAD}${method}${method.includes('?') ? '&' : '?'}uploadType=multipart`,
        related(metadata, 'message/rfc822', RAW),
      ),
  ],
  [
    'resumable',
    (method, metadata) =>
      resume(`${UPLOAD}${method}${method.includes('?') ? '&' : '?'}`, metadata, [
        Buffer.from(RAW.subarray(0, -1)),
        Buffer.from(RAW.subarray(-1)),
      ]),
  ],
];

describe.each(ways)('a message taken in by %s', (_, take) => {
  test('is stored byte for byte', async () => {
    const { body } = await take('', {});
    expect((await server.gmail(`messages/${body.id}?format=raw`)).body.raw.replace(/=+$/, '')).toBe(ENCODED);
  });

  test('answers with id, thread and labels', async () => {
    const { body } = await take('', { labelIds: ['STARRED'] });
    expect(body).toEqual({ id: expect.any(String), threadId: body.id, labelIds: ['STARRED'] });
  });

  test('without labels is unread in the inbox', async () => {
    expect((await take('/import', {})).body.labelIds).toEqual(['INBOX', 'UNREAD']);
  });

  test.each([
    ['', START],
    ['/import', DATE],
    ['?internalDateSource=dateHeader', DATE],
    ['/import?internalDateSource=receivedTime', START],
  ])('by messages%s is dated %i', async (method, expected) => {
    const { body } = await take(method, {});
    expect(server.message(body.id)?.internalDate).toBe(String(expected));
  });

  test('joins the thread that it names', async () => {
    const { threadId } = await server.deliver(mail({ Subject: 'first' }));
    expect((await take('', { threadId })).body.threadId).toBe(threadId);
    expect((await take('', { threadId: '00000000000000aa' })).status).toBe(404);
  });
});

test('uploadType=media takes the bytes alone', async () => {
  const init = { method: 'POST', body: Buffer.from(RAW), headers: { 'content-type': 'message/rfc822' } };
  const { body } = await server.call(`${UPLOAD}?uploadType=media`, init);
  expect(server.messages()).toMatchObject([{ id: body.id, subject: 'grün', snippet: 'bödy' }]);
});

test('a message sent by REST is in the sent mail', async () => {
  const raw = Buffer.from(mail({ To: 'b@b.com', Subject: 's' })).toString('base64');
  expect((await server.gmail('messages/send', post({ raw }))).body.labelIds).toEqual(['SENT']);
});

test('a date that cannot be read is the time of arrival', async () => {
  const raw = Buffer.from(mail({ Date: 'Pn, 29 paX 2007' })).toString('base64url');
  const { body } = await server.gmail('messages/import', post({ raw }));
  expect(server.message(body.id)?.internalDate).toBe(String(START));
});

const refusals: [string, RequestInit, number][] = [
  ['/gmail/v1/users/me/messages', post({}), 400],
  ['/gmail/v1/users/me/messages', post({ raw: 7 }), 400],
  ['/gmail/v1/users/me/messages', { method: 'POST', body: '{' }, 400],
  [`${UPLOAD}?uploadType=odd`, post({}), 400],
  [`${UPLOAD}?uploadType=multipart`, post({}), 400],
  [`${UPLOAD}?uploadType=resumable&upload_id=none`, { method: 'PUT', body: 'x' }, 404],
];

test.each(refusals)('%s with %j is refused with %i', async (path, init, status) => {
  const { status: actual, body } = await server.call(path, init);
  expect([actual, body.error.code]).toEqual([status, status]);
  expect(server.messages()).toEqual([]);
});

const BASE64 = (raw: string) =>
  `Invalid value at 'message.raw' (TYPE_BYTES), Base64 decoding failed for "${raw}"`;
const NO_RAW = "'raw' RFC822 payload message string or uploading message via /upload/* URL required";

describe.each(['messages', 'messages/import', 'messages/send'])('POST %s', (path) => {
  test.each([
    [undefined, NO_RAW],
    ['', NO_RAW],
    ['not base64!', BASE64('not base64!')],
    ['Zm9v\n', BASE64('Zm9v\n')],
    ['Zm9vY', BASE64('Zm9vY')],
    ['Zm8=Zm8=', BASE64('Zm8=Zm8=')],
    ['Zm9vYg=', BASE64('Zm9vYg=')],
  ])('refuses raw %j', async (raw, message) => {
    const { status, body } = await server.gmail(path, post({ raw }));
    expect([status, body.error.status, body.error.message]).toEqual([400, 'INVALID_ARGUMENT', message]);
    expect(server.messages()).toEqual([]);
  });

  test.each(['Zm9vYg', 'Zm9vYg==', '_-8', '/+8='])('takes raw %j', async (raw) => {
    expect((await server.gmail(path, post({ raw }))).status).toBe(200);
  });
});
