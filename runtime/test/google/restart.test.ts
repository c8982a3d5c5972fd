import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mail, post, startServer } from './server';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'google-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a restart keeps mail, its search, its history and files', async () => {
  const file = path.join(folder, 'store.db');
  const before = startServer(file);
  const start = (await before.gmail('profile')).body.historyId;
  const { id } = await before.deliver(mail({ Subject: 'kept', 'Content-Type': 'a/b; name=x' }, 'content'));
  const stored = (await before.call('/drive/v3/files', post({ name: 'kept' }))).body;
  const reads = ['messages?q=subject:kept', `messages/${id}`, `history?startHistoryId=${start}`, 'profile'];
  const told = await Promise.all(reads.map(async (read) => (await before.gmail(read)).body));

  const after = startServer(file);
  expect(await Promise.all(reads.map(async (read) => (await after.gmail(read)).body))).toEqual(told);
  expect(after.files()).toMatchObject([{ id: stored.id, name: 'kept' }]);
  const { attachmentId } = told[1].payload.body;
  expect((await after.gmail(`messages/${id}/attachments/${attachmentId}`)).body.data).toBe('Y29udGVudA==');
  expect((await after.deliver(mail({}))).id).not.toBe(id);
});

test('an expired history stays expired', async () => {
  const file = path.join(folder, 'store.db');
  const before = startServer(file);
  const start = (await before.gmail('profile')).body.historyId;
  before.expireHistory();
  expect((await startServer(file).gmail(`history?startHistoryId=${start}`)).status).toBe(404);
});
