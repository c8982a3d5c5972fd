import { type Claim, listClaims, MAIL_SPIKES, REFERENCE, refusal } from './claim';

interface File {
  id: string;
  name: string;
}

interface Files {
  create(resource: object, content?: GoogleAppsScript.Base.Blob, options?: object): File;
  list(options: object): { files?: File[] };
  update(resource: object, id: string): File;
  get(id: string): File;
  remove(id: string): void;
}

const FOLDER = 'application/vnd.google-apps.folder';

export const DRIVE: Claim[] = listClaims('https://developers.google.com/apps-script/advanced/drive', [
  {
    id: 'drive.create.answers-the-fields-asked-for',
    expected: {
      name: 'claim.bin',
      size: '4',
      mimeType: 'application/octet-stream',
      md5Checksum: 'a0768490dadf888828db23dd7d19e193',
    },
    run: () => {
      const blob = Utilities.newBlob([0, -1, 13, 10], 'application/octet-stream', 'ignored.bin');
      const fields = { fields: 'id,name,size,mimeType,md5Checksum' };
      const { id, ...file } = files().create({ name: 'claim.bin' }, blob, fields);
      files().remove(id);
      return file;
    },
  },
  {
    id: 'drive.list.by-parent',
    expected: ['claim'],
    run: () => {
      const { id } = files().create({ name: 'claims', mimeType: FOLDER });
      files().create({ name: 'claim', parents: [id] }, Utilities.newBlob('x'));
      const { files: found } = files().list({ q: `'${id}' in parents`, fields: 'files(name)', pageSize: 10 });
      files().remove(id);
      return found?.map(({ name }) => name);
    },
  },
  {
    id: 'drive.remove.makes-it-absent',
    isInferred: true,
    expected: ['renamed', 'API call to drive.files.get failed with error: File not found: <id>.'],
    run: () => {
      const { id } = files().create({ name: 'claim' }, Utilities.newBlob('x'));
      files().update({ name: 'renamed' }, id);
      const { name } = files().get(id);
      files().remove(id);
      return [name, messageOf(() => files().get(id)).replace(id, '<id>')];
    },
  },
]);

const CHARSETS: [name: string, charset: string, bytes: number[], text: string][] = [
  ['windows-1252', 'windows-1252', [-128, 101], '€e'],
  ['iso-8859-1', 'ISO-8859-1', [-28, 98], 'äb'],
  ['shift-jis', 'Shift_JIS', [-126, -96], 'あ'],
  ['broken-utf8', 'UTF-8', [97, -1, 98], 'a\ufffdb'],
  ['surrogate-in-utf8', 'UTF-8', [-19, -96, -128], '\ufffd\ufffd\ufffd'],
];

export const BLOB: Claim[] = listClaims(`${REFERENCE}/base/blob`, [
  {
    id: 'blob.bytes.are-signed',
    source: MAIL_SPIKES,
    expected: [-56, -56, 127, 0],
    run: () => Utilities.newBlob([200, -56, 127, 0]).getBytes(),
  },
  {
    id: 'blob.text.is-utf8',
    expected: [[97, -30, -126, -84, -16, -97, -104, -128], 'a€😀', 'note.txt', 'text/plain'],
    run: () => {
      const blob = Utilities.newBlob('a€😀', 'text/plain', 'note.txt');
      return [blob.getBytes(), blob.getDataAsString(), blob.getName(), blob.copyBlob().getContentType()];
    },
  },
  ...CHARSETS.map(([name, charset, bytes, expected]) => ({
    id: `blob.charset.${name}`,
    expected,
    run: () => Utilities.newBlob(bytes).getDataAsString(charset),
  })),
  {
    id: 'blob.charset.unknown-is-refused',
    source: MAIL_SPIKES,
    expected: 'Exception: Invalid argument: x-unknown',
    run: () => refusal(() => Utilities.newBlob('a').getDataAsString('x-unknown')),
  },
  {
    id: 'blob.content-type.follows-the-name',
    expected: 'application/pdf',
    run: () =>
      Utilities.newBlob('a', undefined as never, 'a.pdf')
        .setContentTypeFromExtension()
        .getContentType(),
  },
]);

/** With types of our own, since the published ones mix two versions of the API. */
function files(): Files {
  return (Drive as unknown as { Files: Files }).Files;
}

function messageOf(call: () => unknown): string {
  try {
    return `not refused: ${JSON.stringify(call())}`;
  } catch (error) {
    return (error as Error).message;
  }
}
