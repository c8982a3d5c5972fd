import { type Realm, startRealm } from '../harness/realm';

type Files = GoogleAppsScript.Drive_v3.Drive.V3.Collection.FilesCollection;
declare const Drive: { Files: Files };

// Sources: platform facts 5.3 and 5.4.
describe('Drive advanced service', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm({ scopes: ['drive.file'] });
  });
  afterEach(() => realm.close());

  test('create uploads the blob and answers the fields that were asked for', async () => {
    const file = await realm.run(() => {
      const blob = Utilities.newBlob([0, -1, 13, 10], 'application/octet-stream', 'ignored.bin');
      return Drive.Files.create({ name: 'a.bin' }, blob, { fields: 'id,name,size,mimeType,md5Checksum' });
    });
    expect(file).toEqual({
      id: expect.any(String),
      name: 'a.bin',
      size: '4',
      mimeType: 'application/octet-stream',
      md5Checksum: 'a0768490dadf888828db23dd7d19e193',
    });
    expect([...realm.google.fileContent(file.id as string)]).toEqual([0, 255, 13, 10]);
  });

  test('a folder needs no blob, and files are listed by parent', async () => {
    const names = await realm.run(() => {
      const folder = Drive.Files.create({ name: 'f', mimeType: 'application/vnd.google-apps.folder' });
      const id = folder.id ?? '';
      Drive.Files.create({ name: 'a', parents: [id] }, Utilities.newBlob('x'));
      const list = Drive.Files.list({ q: `'${id}' in parents`, fields: 'files(name)', pageSize: 10 });
      return list.files?.map(({ name }) => name);
    });
    expect(names).toEqual(['a']);
  });

  test('update renames, get answers, remove makes it absent', async () => {
    const run = realm.run(() => {
      const { id = '' } = Drive.Files.create({ name: 'a' }, Utilities.newBlob('x'));
      Drive.Files.update({ name: 'b' }, id);
      if (Drive.Files.get(id).name !== 'b') throw new Error('not renamed');
      Drive.Files.remove(id);
      Drive.Files.get(id);
    });
    await expect(run).rejects.toThrow(
      /^API call to drive.files.get failed with error: File not found: \S+\.$/,
    );
  });

  test('without drive.file nothing is created', async () => {
    realm.services.grants.limit({ id: 'script-test' }, []);
    const run = realm.run(() => Drive.Files.create({ name: 'a' }));
    await expect(run).rejects.toMatchObject({ name: 'GoogleJsonResponseException' });
    expect(realm.google.files()).toEqual([]);
  });

  test('a megabyte costs 900 ms and its transfer', async () => {
    const { calls } = await realm.execute(() => {
      Drive.Files.create({ name: 'a' }, Utilities.newBlob('x'.repeat(1_000_000)));
    });
    expect(calls.map(({ method }) => method)).toEqual(['drive.files.create']);
    expect(calls[0]?.ms).toBeCloseTo(1000, -1);
  });
});
