import { mail, post, type Server, startServer } from './server';

let server: Server;
beforeEach(() => {
  server = startServer();
});

const raw = Buffer.from(mail({ Subject: 's' })).toString('base64url');
const UNKNOWN = {
  status: 400,
  body: {
    error: {
      code: 400,
      message: 'Invalid label: Label_9',
      status: 'INVALID_ARGUMENT',
      errors: [{ message: 'Invalid label: Label_9', domain: 'global', reason: 'invalidArgument' }],
    },
  },
};

describe('a label that does not exist', () => {
  test.each(['messages', 'messages/import'])('is refused by %s', async (path) => {
    const init = post({ raw, labelIds: ['INBOX', 'Label_9'] });
    expect(await server.gmail(path, init)).toMatchObject(UNKNOWN);
    const { call } = server;
    const upload = await call(
      `/upload/gmail/v1/users/me/${path}?uploadType=resumable`,
      post({ labelIds: ['Label_9'] }),
    );
    const { pathname, search } = new URL(upload.headers.get('location') ?? '');
    expect(await call(pathname + search, { method: 'PUT', body: 'From: a@b.com\r\n\r\nx' })).toMatchObject(
      UNKNOWN,
    );
    expect(server.messages()).toEqual([]);
  });

  test('is refused where messages are listed', async () => {
    expect(await server.gmail('messages?labelIds=INBOX&labelIds=Label_9')).toMatchObject(UNKNOWN);
    expect((await server.gmail('messages?labelIds=INBOX')).status).toBe(200);
  });

  test.each(['addLabelIds', 'removeLabelIds'])('is refused in %s', async (field) => {
    const { id } = await server.deliver(mail({ Subject: 's' }));
    const init = post({ [field]: ['Label_9'] });
    expect(await server.gmail(`messages/${id}/modify`, init)).toMatchObject(UNKNOWN);
  });
});

test.each(['SPAM', 'IMPORTANT', 'CATEGORY_PERSONAL', 'CATEGORY_PROMOTIONS', 'SENT'])(
  'a message may come in with %s',
  async (label) => {
    const { status, body } = await server.gmail('messages', post({ raw, labelIds: [label] }));
    expect([status, body.labelIds]).toEqual([200, [label]]);
  },
);

describe('a label that was made', () => {
  const make = (name: unknown) => server.gmail('labels', post({ name }));

  test('has a number, and its name is found in the list and in searches', async () => {
    const { status, body } = await make('Big customers');
    expect([status, body]).toEqual([200, { id: 'Label_1', name: 'Big customers', type: 'user' }]);
    const inserted = await server.gmail('messages', post({ raw, labelIds: [body.id] }));
    expect(inserted.body.labelIds).toEqual(['Label_1']);
    expect((await server.gmail('labels')).body.labels.at(-1)).toEqual(body);
    for (const query of ['labelIds=Label_1', 'q=label:big-customers'])
      expect((await server.gmail(`messages?${query}`)).body.messages).toMatchObject([
        { id: inserted.body.id },
      ]);
  });

  test.each([
    ['twice', 'big customers', 409, 'Label name exists or conflicts'],
    ["with a system label's name", 'Inbox', 400, 'Invalid label name'],
    ['without a name', '', 400, 'Invalid label name'],
  ])('is refused %s', async (_, name, status, message) => {
    await make('Big customers');
    const answer = await make(name);
    const { error } = answer.body;
    expect([answer.status, error.message]).toEqual([status, message]);
    expect(error.status).toBe(status === 409 ? 'ABORTED' : 'INVALID_ARGUMENT');
  });
});

test('a label that a message brought along exists', async () => {
  await server.deliver(mail({ Subject: 's' }), { labelIds: ['Label_9'] });
  expect((await server.gmail('messages?labelIds=Label_9')).body.messages).toHaveLength(1);
});
