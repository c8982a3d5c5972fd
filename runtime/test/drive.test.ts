import { type Realm, startRealm } from './harness/realm';

type Files = GoogleAppsScript.Drive_v3.Drive.V3.Collection.FilesCollection;
declare const Drive: { Files: Files };

// Sources: platform facts 5.3.
describe('Drive advanced service', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm({ scopes: ['drive.file'] });
  });
  afterEach(() => realm.close());

  test('create uploads the bytes of the blob', async () => {
    const id = await realm.run(() => {
      const blob = Utilities.newBlob([0, -1, 13, 10], 'application/octet-stream');
      return Drive.Files.create({ name: 'a.bin' }, blob, { fields: 'id' }).id as string;
    });
    expect([...realm.google.fileContent(id)]).toEqual([0, 255, 13, 10]);
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
