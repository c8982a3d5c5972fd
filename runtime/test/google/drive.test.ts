import { createHash } from 'node:crypto';
import { bytes, type Json, post, type Server, START, startServer } from './server';

let server: Server;

beforeEach(() => {
  server = startServer();
});

const FOLDER = 'application/vnd.google-apps.folder';

/** Every byte, line ends in every order, and something that looks like the boundary. */
const CONTENT = Buffer.concat([
  Uint8Array.from({ length: 256 }, (_, index) => index),
  bytes('\r\n--b2\r\n--\n\r\r\n'),
]);

async function create(metadata: object, fields = ''): Promise<Json> {
  return (await server.call(`/drive/v3/files?fields=${fields}`, post(metadata))).body;
}

async function upload(
  metadata: object,
  content: Uint8Array = CONTENT,
  query = '',
): Promise<{ status: number; body: Json }> {
  const head = `--b\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}\r\n--b\r\nContent-Type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, bytes('\r\n--b--\r\n')]);
  const headers = { 'content-type': 'multipart/related; boundary="b"' };
  return server.call(`/upload/drive/v3/files?uploadType=multipart${query}`, {
    method: 'POST',
    body,
    headers,
  });
}

async function names(q: string, more = ''): Promise<string[]> {
  const { body } = await server.call(`/drive/v3/files?orderBy=createdTime&q=${encodeURIComponent(q)}${more}`);
  return body.files.map(({ name }: Json) => name);
}

test('a multipart upload is stored byte for byte', async () => {
  const { body } = await upload({ name: 'ü.png' }, CONTENT, '&fields=id,name,mimeType,size,md5Checksum');
  const md5Checksum = createHash('md5').update(CONTENT).digest('hex');
  expect(body).toEqual({
    id: body.id,
    name: 'ü.png',
    mimeType: 'image/png',
    size: `${CONTENT.length}`,
    md5Checksum,
  });
  expect(Buffer.compare(server.fileContent(body.id), CONTENT)).toBe(0);
});

test('alt=media gives the content and its type', async () => {
  const { body } = await upload({ name: 'a', mimeType: 'text/csv' }, bytes('a,b\r\n'));
  const download = await server.call(`/drive/v3/files/${body.id}?alt=media`);
  expect([download.body, download.headers.get('content-type')]).toEqual(['a,b\r\n', 'text/csv']);
});

test('without `fields` an answer has four keys', async () => {
  const { body } = await upload({ name: 'a' });
  expect(body).toEqual({ kind: 'drive#file', id: body.id, name: 'a', mimeType: 'image/png' });
  expect((await server.call('/drive/v3/files')).body).toEqual({
    kind: 'drive#fileList',
    incompleteSearch: false,
    files: [body],
  });
});

test('uploadType=media takes the content alone', async () => {
  const init = { method: 'POST', body: 'plain', headers: { 'content-type': 'text/plain' } };
  const { body } = await server.call('/upload/drive/v3/files?uploadType=media', init);
  expect(body).toMatchObject({ name: 'Untitled', mimeType: 'text/plain' });
  expect(Buffer.from(server.fileContent(body.id)).toString()).toBe('plain');
});

test('a folder has no content, and files name it as their parent', async () => {
  const folder = await create({ name: 'Mail', mimeType: FOLDER }, '*');
  expect(folder).not.toHaveProperty('size');
  expect(folder.webViewLink).toBe(`https://drive.google.com/drive/folders/${folder.id}`);
  const { body } = await upload(
    { name: 'in', parents: [folder.id] },
    CONTENT,
    '&fields=parents,webViewLink,createdTime',
  );
  expect(body.parents).toEqual([folder.id]);
  expect(body.createdTime).toBe(new Date(START).toISOString());
  expect(body.webViewLink).toMatch(/^https:\/\/drive\.google\.com\/file\/d\/[\w-]+\/view/);
});

test('a file without parents is in the root', async () => {
  await create({ name: 'top' });
  const folder = await create({ name: 'folder', mimeType: FOLDER });
  await create({ name: 'below', parents: [folder.id] });
  expect(await names("'root' in parents")).toEqual(['top', 'folder']);
  expect(await names(`'${folder.id}' in parents`)).toEqual(['below']);
});

describe('a search', () => {
  beforeEach(async () => {
    await create({ name: "it's", mimeType: 'text/plain', appProperties: { run: '1' } });
    server.clock.now += 1000;
    await create({
      name: 'Report 2026',
      mimeType: 'application/pdf',
      appProperties: { run: '2', kind: 'a' },
    });
    server.clock.now += 1000;
    const { id } = await create({ name: 'back\\slash', mimeType: 'text/plain' });
    await server.call(`/drive/v3/files/${id}`, { ...post({ trashed: true }), method: 'PATCH' });
  });

  test.each([
    ["name = 'it\\'s'", ["it's"]],
    ["name = 'back\\\\slash'", ['back\\slash']],
    ["name='Report 2026'", ['Report 2026']],
    ["name != 'Report 2026'", ["it's", 'back\\slash']],
    ["name contains 'rep'", ['Report 2026']],
    ["name contains '202'", ['Report 2026']],
    ["name contains 'port'", []],
    ["mimeType = 'text/plain'", ["it's", 'back\\slash']],
    ["mimeType = 'text/plain' and trashed = false", ["it's"]],
    ['trashed = true', ['back\\slash']],
    ['not trashed = true', ["it's", 'Report 2026']],
    ["appProperties has { key='run' and value='2' }", ['Report 2026']],
    ["appProperties has {key='run' and value='3'}", []],
    ["(name = 'it\\'s' or mimeType = 'application/pdf') and trashed = false", ["it's", 'Report 2026']],
    ["name = 'it\\'s' or mimeType = 'application/pdf' and trashed = true", ["it's"]],
    [`createdTime > '${new Date(START).toISOString()}'`, ['Report 2026', 'back\\slash']],
    ["'nowhere' in parents", []],
    ['', ["it's", 'Report 2026', 'back\\slash']],
  ])('for %s finds %j', async (q, expected) => {
    expect(await names(q)).toEqual(expected);
  });

  test.each(["name = 'open", 'name', 'nonsense = 1', "name = 'a' name", "(name = 'a'"])(
    'for %s is refused with 400',
    async (q) => {
      expect((await server.call(`/drive/v3/files?q=${encodeURIComponent(q)}`)).status).toBe(400);
    },
  );

  test('has pages, in the order asked for', async () => {
    const query =
      '/drive/v3/files?pageSize=2&orderBy=createdTime%20desc&fields=nextPageToken,files(name,appProperties)';
    const first = (await server.call(query)).body;
    expect(first.files).toEqual([
      { name: 'back\\slash' },
      { name: 'Report 2026', appProperties: { run: '2', kind: 'a' } },
    ]);
    const last = (await server.call(`${query}&pageToken=${first.nextPageToken}`)).body;
    expect(last).toEqual({ files: [{ name: "it's", appProperties: { run: '1' } }] });
  });
});

test('metadata changes key by key, and null removes a property', async () => {
  const { id } = await create({ name: 'a', appProperties: { one: '1', two: '2' } });
  const change = { ...post({ name: 'b', appProperties: { one: null, three: '3' } }), method: 'PATCH' };
  const { body } = await server.call(`/drive/v3/files/${id}?fields=name,appProperties,trashed`, change);
  expect(body).toEqual({ name: 'b', appProperties: { two: '2', three: '3' }, trashed: false });
});

test('parents change by parameters only', async () => {
  const folder = await create({ name: 'folder', mimeType: FOLDER });
  const { id } = await create({ name: 'a' });
  const patch = (query: string, body: object) =>
    server.call(`/drive/v3/files/${id}?${query}`, { ...post(body), method: 'PATCH' });
  expect((await patch('', { parents: [folder.id] })).status).toBe(403);
  const moved = await patch(`addParents=${folder.id}&removeParents=root&fields=parents`, {});
  expect(moved.body).toEqual({ parents: [folder.id] });
});

test('content is replaced by an upload to the file', async () => {
  const { body } = await upload({ name: 'a' });
  const init = { method: 'PATCH', body: 'new', headers: { 'content-type': 'text/plain' } };
  const updated = await server.call(
    `/upload/drive/v3/files/${body.id}?uploadType=media&fields=id,size`,
    init,
  );
  expect(updated.body).toEqual({ id: body.id, size: '3' });
});

test('a deleted folder takes along what is in it', async () => {
  const folder = await create({ name: 'folder', mimeType: FOLDER });
  const below = await create({ name: 'below', mimeType: FOLDER, parents: [folder.id] });
  const { body } = await upload({ name: 'in', parents: [below.id] });
  expect((await server.call(`/drive/v3/files/${folder.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await server.call(`/drive/v3/files/${body.id}`)).status).toBe(404);
  expect(server.files()).toEqual([]);
});

test.each([
  ['GET', '/drive/v3/files/none', undefined],
  ['GET', '/drive/v3/files/none?alt=media', undefined],
  ['DELETE', '/drive/v3/files/none', undefined],
  ['PATCH', '/drive/v3/files/none', '{}'],
  ['POST', '/drive/v3/files', '{"parents":["none"]}'],
])('%s %s is answered 404 File not found', async (method, path, body) => {
  const answer = await server.call(path, body === undefined ? { method } : { method, body });
  expect([answer.status, answer.body.error.message]).toEqual([404, 'File not found: none.']);
});

test('the inspector sees files with their size and parents', async () => {
  const { body } = await upload({ name: 'a' }, bytes('12345'));
  expect(server.files()).toEqual([
    {
      id: body.id,
      name: 'a',
      mimeType: 'image/png',
      size: 5,
      parents: [expect.any(String)],
      createdTime: START,
    },
  ]);
});

// Sources: developers.google.com/workspace/drive/api/reference/rest/v3/files and /guides/ref-search-terms;
// the root's fields: test/testdrive.js of brucemcpherson/gas-fakes, which runs on Google too.
test('My Drive is a folder without parents, in no list, that nobody may change', async () => {
  const { body } = await server.call('/drive/v3/files/root?fields=name,mimeType,parents');
  expect(body).toEqual({ name: 'My Drive', mimeType: FOLDER });
  const change = { ...post({ starred: true }), method: 'PATCH' };
  expect((await server.call('/drive/v3/files/root', change)).status).toBe(403);
  expect(await names('')).toEqual([]);
});

test('what lies in a trashed folder is trashed, though not explicitly', async () => {
  const folder = await create({ name: 'folder', mimeType: FOLDER, trashed: true });
  const { id } = await create({ name: 'inside', parents: [folder.id] });
  const { body } = await server.call(`/drive/v3/files/${id}?fields=trashed,explicitlyTrashed`);
  expect(body).toEqual({ trashed: true, explicitlyTrashed: false });
  expect(await names('trashed = true')).toEqual(['folder', 'inside']);
  expect(await names('trashed = false')).toEqual([]);
});

test('a folder does not go into itself, nor into what it contains', async () => {
  const outer = await create({ name: 'outer', mimeType: FOLDER });
  const inner = await create({ name: 'inner', mimeType: FOLDER, parents: [outer.id] });
  for (const id of [outer.id, inner.id]) {
    const change = { ...post({}), method: 'PATCH' };
    const { status } = await server.call(`/drive/v3/files/${outer.id}?addParents=${id}`, change);
    expect(status).toBe(400);
  }
});

test('new content brings its type', async () => {
  const { id } = await create({ name: 'a', mimeType: 'text/plain' });
  const body = '%PDF-1.4';
  const headers = { 'content-type': 'application/pdf' };
  const upload = { method: 'PATCH', body, headers };
  const updated = await server.call(`/upload/drive/v3/files/${id}?uploadType=media`, upload);
  expect(updated.body.mimeType).toBe('application/pdf');
});

test('a copy has the content, the name and the folder of the original', async () => {
  const folder = await create({ name: 'folder', mimeType: FOLDER });
  const { body: original } = await upload({ name: 'a.png', parents: [folder.id] });
  const fields = '?fields=name,parents,md5Checksum,mimeType';
  const { body: copy } = await server.call(`/drive/v3/files/${original.id}/copy${fields}`, post({}));
  const { body: known } = await server.call(`/drive/v3/files/${original.id}${fields}`);
  expect(copy).toEqual(known);
});

test('a search for the owner finds all, and one in other quotes the same', async () => {
  await create({ name: "it's" });
  expect(await names('"me" in owners and name = "it\'s"')).toEqual(["it's"]);
  expect(await names("'somebody@example.com' in owners")).toEqual([]);
});

test.each(['name = x', 'title = "x"', 'name = "x" #', 'modifiedTime > "soon"', 'trashed = maybe'])(
  'the search %j is refused',
  async (q) => {
    const { status } = await server.call(`/drive/v3/files?q=${encodeURIComponent(q)}`);
    expect(status).toBe(400);
  },
);

test('a search for what only Google can do is refused by its name', async () => {
  const { status, body } = await server.call(
    `/drive/v3/files?q=${encodeURIComponent("fullText contains 'x'")}`,
  );
  expect([status, body.error.message]).toEqual([
    501,
    'The search term fullText exists on Google, and is not emulated here.',
  ]);
});

test('a time without a zone is UTC', async () => {
  await create({ name: 'a' });
  const before = new Date(START - 1000).toISOString().slice(0, 19);
  const after = new Date(START + 1000).toISOString().slice(0, 19);
  expect(await names(`modifiedTime > '${before}' and modifiedTime < '${after}'`)).toEqual(['a']);
});
