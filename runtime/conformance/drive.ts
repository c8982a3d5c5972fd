import { type Claim, listClaims, MAIL_SPIKES, PUBLIC_SCRIPTS, REFERENCE, refusal } from './case';

interface File {
  id: string;
  name: string;
  mimeType?: string;
  trashed?: boolean;
  explicitlyTrashed?: boolean;
}

interface Files {
  create(resource: object, content?: GoogleAppsScript.Base.Blob, options?: object): File;
  list(options: object): { files?: File[] };
  update(resource: object, id: string, content?: GoogleAppsScript.Base.Blob, options?: object): File;
  copy(resource: object, id: string): File;
  get(id: string, options?: object): File;
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
    id: 'drive.create.media-is-a-blob',
    source: 'measured: https://github.com/brucemcpherson/gas-fakes/blob/main/test/testdrive.js',
    expected: 'The mediaData parameter only supports Blob types for upload.',
    run: () => messageOf(() => files().create({ name: 'claim' }, 'text' as never)),
  },
  {
    id: 'drive.update.content-brings-its-type',
    source: 'measured: https://github.com/brucemcpherson/gas-fakes/blob/main/test/testdrive.js',
    expected: ['text/plain', 'text/csv'],
    run: () => {
      const fields = { fields: 'id,mimeType' };
      const { id, mimeType } = files().create(
        { name: 'claim' },
        Utilities.newBlob('a', 'text/plain'),
        fields,
      );
      const updated = files().update({}, id, Utilities.newBlob('a,b', 'text/csv'), fields);
      files().remove(id);
      return [mimeType, updated.mimeType];
    },
  },
  {
    id: 'drive.copy.has-the-name-of-the-original',
    isInferred: true,
    expected: ['claim', 'claim', 'text/csv'],
    run: () => {
      const { id } = files().create({ name: 'claims', mimeType: FOLDER });
      const file = files().create({ name: 'claim', parents: [id] }, Utilities.newBlob('a', 'text/csv'));
      const { name, mimeType } = files().copy({}, file.id);
      const { files: found } = files().list({ q: `"${id}" in parents`, fields: 'files(name)' });
      files().remove(id);
      return [name, ...(found ?? []).map((one) => one.name).slice(1), mimeType];
    },
  },
  {
    id: 'drive.trash.reaches-into-folders',
    source: 'https://developers.google.com/workspace/drive/api/reference/rest/v3/files',
    expected: { trashed: true, explicitlyTrashed: false },
    run: () => {
      const { id } = files().create({ name: 'claims', mimeType: FOLDER });
      const file = files().create({ name: 'claim', parents: [id] }, Utilities.newBlob('x'));
      files().update({ trashed: true }, id);
      const { trashed, explicitlyTrashed } = files().get(file.id, { fields: 'trashed,explicitlyTrashed' });
      files().remove(id);
      return { trashed, explicitlyTrashed };
    },
  },
  {
    id: 'drive.app.takes-more-than-drive-file',
    source: PUBLIC_SCRIPTS,
    expected: [
      'Specified permissions are not sufficient to call DriveApp.getRootFolder. Required permissions: (https://www.googleapis.com/auth/drive.readonly || https://www.googleapis.com/auth/drive)',
      'Specified permissions are not sufficient to call DriveApp.createFolder. Required permissions: https://www.googleapis.com/auth/drive',
    ],
    run: () => [
      messageOf(() => DriveApp.getRootFolder()),
      messageOf(() => DriveApp.createFolder('claims').setTrashed(true)),
    ],
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
    id: 'blob.content-type.is-null-without-a-known-extension',
    expected: [null, null, null],
    run: () =>
      ['a', 'a.', 'a.claim'].map((name) =>
        Utilities.newBlob('a', 'text/plain', name).setContentTypeFromExtension().getContentType(),
      ),
  },
  {
    id: 'blob.setters.answer-the-blob-itself',
    expected: [true, true, true, true, 'b', null, [98]],
    run: () => {
      const blob = Utilities.newBlob('a');
      const copy = blob.copyBlob();
      const answers = [
        blob.setName('b'),
        blob.setContentType(null),
        blob.setBytes([97]),
        blob.setDataFromString('b'),
      ];
      const isCopied = copy.getDataAsString() === 'a' && copy.getName() === null;
      const [name, type, bytes] = [blob.getName(), blob.getContentType(), blob.getBytes()];
      return [
        ...answers.map((answer) => answer.getBytes().length === 1).slice(1),
        isCopied,
        name,
        type,
        bytes,
      ];
    },
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
