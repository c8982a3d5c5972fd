import { testLong } from '../harness/extent';
import { type Desk, startTracking, TOKEN } from '../harness/local';
import { compose } from '../harness/mail';
import { saying } from '../harness/words';

const UPLOAD = { method: 'POST', path: /upload\/drive/ };

describe('attachments', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking();
  });
  afterEach(() => desk.close());

  const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256));
  const withFiles = (...attachments: { filename: string; content: Buffer | string }[]) =>
    compose({ attachments });
  const listed = (row = -1) => JSON.parse(String(desk.rows('Messages').at(row)?.attachments));
  const stored = () =>
    desk.google.files().filter(({ mimeType }) => mimeType !== 'application/vnd.google-apps.folder');
  const folders = () =>
    desk.google.files().filter(({ mimeType }) => mimeType === 'application/vnd.google-apps.folder');

  test('are stored byte for byte under case number and name, listed in the row, and lie in one folder, which is made once', async () => {
    await desk.deliver(await withFiles({ filename: 'photo.bin', content: bytes }));
    await desk.run('checkMail');
    const [file] = stored();
    expect(file?.name).toBe('CASE-0001_photo.bin');
    expect(listed()).toEqual([{ name: 'photo.bin', driveId: file?.id, size: 5_000 }]);
    expect(Buffer.from(desk.google.fileContent(file?.id ?? ''))).toEqual(bytes);
    for (let index = 1; index < 3; index++) {
      // It is found again where the script's properties are gone.
      if (index === 2) desk.clearProperties();
      await desk.deliver(await withFiles({ filename: `${index}.txt`, content: 'x' }));
      await desk.run('checkMail');
    }
    expect(folders()).toHaveLength(1);
    expect(stored().map(({ parents }) => parents)).toEqual(Array(3).fill([folders()[0]?.id]));
  });

  test('never go into a folder in the trash: a new one is made, and Health counts what lies there', async () => {
    const arrive = async (filename: string) => {
      await desk.deliver(await withFiles({ filename, content: 'x' }));
      return desk.execute('checkMail');
    };
    await arrive('old.txt');
    const [old] = folders();
    const trash = {
      method: 'PATCH',
      body: '{"trashed":true}',
      headers: { 'Content-Type': 'application/json' },
    };
    const url = `http://localhost/drive/v3/files/${old?.id}`;
    const headers = { ...trash.headers, Authorization: `Bearer ${TOKEN}` };
    const moved = await desk.google.app.fetch(new Request(url, { ...trash, headers }));
    expect(moved.status).toBe(200);
    const check = await arrive('new.txt');
    const kept = folders().filter(({ id }) => id !== old?.id);
    expect(kept).toHaveLength(1);
    const [file] = stored().filter(({ name }) => name.endsWith('new.txt'));
    expect(file?.parents).toEqual([kept[0]?.id]);
    expect(JSON.stringify(await desk.run('getHealth'))).toContain(
      '1 attachment is in the trash of Google Drive, which is emptied after 30 days.',
    );
    // A look at the old folder, one for another, the new one, and the file.
    expect(check.count('drive.')).toBe(4);
  });

  test('keep their names, also two of the same one', async () => {
    const names = ['Größe & Maß.txt', '数据.csv', "it's.txt", '../../etc/passwd', '=SUM(A1).csv'];
    await desk.deliver(
      await withFiles({ filename: 'a.txt', content: 'one' }, { filename: 'a.txt', content: 'two' }),
      { internalDate: desk.now() + 1_000 },
    );
    await desk.deliver(await withFiles(...names.map((filename) => ({ filename, content: 'x' }))));
    await desk.run('checkMail');
    const contents = listed(1).map(({ driveId }: { driveId: string }) =>
      Buffer.from(desk.google.fileContent(driveId)).toString(),
    );
    expect(contents).toEqual(['one', 'two']);
    expect(listed(0).map(({ name }: { name: string }) => name)).toEqual(names);
    expect(
      stored()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...names.map((name) => `CASE-0001_${name}`), 'CASE-0002_a.txt', 'CASE-0002_a.txt'].sort());
  });

  const fileOf = (name: string) => ({ name, driveId: expect.any(String), size: 3 });
  const missing = (name: string, words: string) => ({
    ...fileOf(name),
    driveId: null,
    partId: expect.any(String),
    error: saying(words),
  });
  const two = () => withFiles({ filename: 'a.txt', content: 'one' }, { filename: 'b.txt', content: 'two' });

  test('that cannot be stored do not stop the message or each other, and follow later', async () => {
    await desk.deliver(await two());
    desk.google.fail({ ...UPLOAD, status: 500, message: 'Backend error.', times: 2 });
    expect(await desk.run('checkMail')).toMatchObject({ ok: true, newMessages: 1 });
    expect(listed()).toEqual([missing('a.txt', 'Backend error.'), fileOf('b.txt')]);
    await desk.run('checkMail');
    expect(listed()).toEqual([fileOf('a.txt'), fileOf('b.txt')]);
    expect(stored()).toHaveLength(2);
    expect(desk.setting('failed')).toBe('[]');
  });

  test('wait together while the storage is full: one attempt a check is enough', async () => {
    await desk.deliver(await two());
    const reason = 'storageQuotaExceeded';
    desk.google.fail({ ...UPLOAD, status: 403, reason, message: 'The storage is full.' });
    const check = await desk.execute('checkMail');
    expect(check.count('drive.files.create')).toBe(2);
    expect(listed()).toEqual([
      missing('a.txt', 'The storage is full.'),
      missing('b.txt', 'The storage is full.'),
    ]);
    await desk.run('checkMail');
    expect(listed()).toEqual([fileOf('a.txt'), fileOf('b.txt')]);
  });

  test('are not doubled when the answer of the storage is lost', async () => {
    await desk.deliver(await withFiles({ filename: 'a.txt', content: 'one' }));
    desk.google.fail({ ...UPLOAD, malformed: true, times: 1 });
    await desk.runAll(['checkMail'], ['checkMail']);
    expect(listed()).toEqual([fileOf('a.txt')]);
    expect(stored()).toHaveLength(1);
  });

  test('an inline image with a name is an attachment, one without is not', async () => {
    const image = {
      cid: 'logo',
      content: bytes,
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
    };
    await desk.deliver(
      await compose({ html: '<img src="cid:logo">', attachments: [{ ...image, filename: 'logo.png' }] }),
    );
    await desk.deliver(
      await compose({ html: '<img src="cid:logo">', attachments: [{ ...image, filename: false }] }),
    );
    await desk.run('checkMail');
    expect(stored().map(({ name }) => name)).toEqual(['CASE-0001_logo.png']);
  });

  const text = (name: string, content: string | Buffer, contentType = 'text/plain') => ({
    filename: name,
    content,
    contentType,
  });
  const bodyOf = async (...attachments: object[]) => {
    await desk.deliver(await compose({ text: '', attachments }));
    const check = await desk.execute('checkMail');
    return {
      body: String(desk.rows('Messages').at(-1)?.body),
      reads: check.count('gmail.messages.attachments.get'),
    };
  };

  test('are shown in the body as well where they are the only text', async () => {
    const { body, reads } = await bodyOf(
      text('hello.txt', 'Hello'),
      text('more.html', '<p>More</p>', 'text/html'),
    );
    expect(body).toBe('Hello\n\nMore');
    expect(listed()).toMatchObject([{ name: 'hello.txt' }, { name: 'more.html' }]);
    expect(reads).toBe(4);
  });

  test('are decoded from their own charset where they are shown', async () => {
    const latin = Buffer.from('Gr\xfc\xdfe', 'latin1');
    const { body } = await bodyOf(
      text('hello.txt', latin, 'text/plain; charset=iso-8859-1'),
      text('again.txt', 'Grüße', 'text/plain; charset=x-unknown'),
    );
    expect(body).toBe('Grüße\n\nGrüße');
  });

  const NOT_SHOWN: [string, object, RegExp][] = [
    [
      'there is other text',
      { text: 'See the file.', attachments: [text('a.txt', 'Hello')] },
      /^See the file\.\s*$/,
    ],
    ['they are no text', { text: '', attachments: [text('a.csv', 'a,b', 'text/csv')] }, /^\s*$/],
    ['they are long', { text: '', attachments: [text('a.txt', 'Hello '.repeat(20_000))] }, /^\s*$/],
  ];

  test('are not shown in the body where there is other text, or they are no text or long', async () => {
    for (const [why, mail] of NOT_SHOWN) await desk.deliver(await compose({ subject: why, ...mail }));
    const check = await desk.execute('checkMail');
    const bodies = new Map(desk.rows('Messages').map(({ subject, body }) => [subject, body]));
    expect(NOT_SHOWN.map(([why]) => [why, bodies.get(why)])).toEqual(
      NOT_SHOWN.map(([why, , expected]) => [why, expect.stringMatching(expected)]),
    );
    expect(check.count('gmail.messages.attachments.get')).toBe(NOT_SHOWN.length);
  });

  testLong('that cannot be fetched to be shown do not stop the message, and are stored later', async () => {
    const fault = { method: 'GET', path: /attachments/, status: 500, message: 'Backend error.', times: 4 };
    desk.google.fail(fault);
    expect((await bodyOf(text('a.txt', 'one'))).body.trim()).toBe('');
    expect(listed()).toEqual([missing('a.txt', 'Backend error.')]);
    await desk.run('checkMail');
    expect(listed()).toEqual([fileOf('a.txt')]);
  });

  test('that the quota keeps from being shown make the message wait for the next check', async () => {
    const reason = { reason: 'rateLimitExceeded', message: 'Quota exceeded for quota metric.' };
    desk.google.fail({ method: 'GET', path: /attachments/, status: 403, ...reason, times: 4 });
    await bodyOf(text('a.txt', 'one'));
    expect(desk.rows('Messages')).toEqual([]);
    await desk.run('checkMail');
    expect(desk.rows('Messages')).toMatchObject([{ body: 'one' }]);
    expect(listed()).toEqual([fileOf('a.txt')]);
  });

  testLong('that follow later are listed also where somebody has overwritten the list', async () => {
    await desk.deliver(await two());
    desk.google.fail({ ...UPLOAD, status: 500, message: 'Backend error.', times: 2 });
    await desk.run('checkMail');
    desk.edit('Messages', 'F2', 'oops');
    await desk.run('checkMail');
    expect(listed()).toEqual([fileOf('a.txt')]);
  });
});
