import { casesOf, errorOf, GAS_FAKES, INFERRED, MAIL_SPIKES, REFERENCE, tableOf } from './case';

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

const documented = casesOf('drive', 'https://developers.google.com/apps-script/advanced/drive', 'drive.file');
const measured = casesOf('drive', GAS_FAKES, 'drive.file');
const inferred = casesOf('drive', INFERRED, 'drive.file');

export const DRIVE = [
  documented(
    'create.answers-the-fields-asked-for',
    {
      name: 'case.bin',
      size: '4',
      mimeType: 'application/octet-stream',
      md5Checksum: 'a0768490dadf888828db23dd7d19e193',
    },
    () => {
      const blob = Utilities.newBlob([0, -1, 13, 10], 'application/octet-stream', 'ignored.bin');
      const fields = { fields: 'id,name,size,mimeType,md5Checksum' };
      const { id, ...file } = files().create({ name: 'case.bin' }, blob, fields);
      files().remove(id);
      return file;
    },
  ),
  measured('create.media-is-a-blob', false, () => {
    const create = () => files().remove(files().create({ name: 'case' }, 'text' as never).id);
    return errorOf(create) === 'no error';
  }),
  measured('update.content-brings-its-type', ['text/plain', 'text/csv'], () => {
    const fields = { fields: 'id,mimeType' };
    const { id, mimeType } = files().create({ name: 'case' }, Utilities.newBlob('a', 'text/plain'), fields);
    const updated = files().update({}, id, Utilities.newBlob('a,b', 'text/csv'), fields);
    files().remove(id);
    return [mimeType, updated.mimeType];
  }),
  inferred('copy.has-the-name-of-the-original', ['case', 'case', 'text/csv'], () =>
    inFolder((id) => {
      const file = files().create({ name: 'case', parents: [id] }, Utilities.newBlob('a', 'text/csv'));
      const { name, mimeType } = files().copy({}, file.id);
      const { files: found = [] } = files().list({ q: `"${id}" in parents`, fields: 'files(name)' });
      return [name, ...found.map((one) => one.name).slice(1), mimeType];
    }),
  ),
  casesOf('drive', 'https://developers.google.com/workspace/drive/api/reference/rest/v3/files', 'drive.file')(
    'trash.reaches-into-folders',
    { trashed: true, explicitlyTrashed: false },
    () =>
      inFolder((id) => {
        const file = files().create({ name: 'case', parents: [id] }, Utilities.newBlob('x'));
        files().update({ trashed: true }, id);
        const { trashed, explicitlyTrashed } = files().get(file.id, { fields: 'trashed,explicitlyTrashed' });
        return { trashed, explicitlyTrashed };
      }),
  ),
  documented('list.by-parent', ['case'], () =>
    inFolder((id) => {
      files().create({ name: 'case', parents: [id] }, Utilities.newBlob('x'));
      const { files: found } = files().list({ q: `'${id}' in parents`, fields: 'files(name)', pageSize: 10 });
      return found?.map(({ name }) => name);
    }),
  ),
  inferred('remove.makes-it-absent', ['renamed', 'GoogleJsonResponseException 404'], () => {
    const { id } = files().create({ name: 'case' }, Utilities.newBlob('x'));
    files().update({ name: 'renamed' }, id);
    const { name } = files().get(id);
    files().remove(id);
    return [name, errorOf(() => files().get(id), 'notFound')];
  }),
];

function inFolder<R>(work: (id: string) => R): R {
  const { id } = files().create({ name: 'cases', mimeType: FOLDER });
  try {
    return work(id);
  } finally {
    files().remove(id);
  }
}

/** Returns the files with types of our own, since the published ones mix two versions of the API. */
function files(): Files {
  return (Drive as unknown as { Files: Files }).Files;
}

const CHARSETS: [charset: string, bytes: number[], text: string][] = [
  ['windows-1252', [-128, 101], '€e'],
  ['ISO-8859-1', [-28, 98], 'äb'],
  ['Shift_JIS', [-126, -96], 'あ'],
  ['UTF-8', [97, -1, 98, -19, -96, -128], 'a\ufffdb\ufffd\ufffd\ufffd'],
];

const WRITTEN: [charset: string, bytes: number[]][] = [
  ['UTF-8', [-61, -92]],
  ['ISO-8859-1', [-28]],
  ['US-ASCII', [63]],
];

const EXTENSIONS: [name: string, type: string | null][] = [
  ['a.pdf', 'application/pdf'],
  ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['A.PNG', 'image/png'],
  ['a', null],
  ['a.', null],
  ['a.case', null],
  ['a.constructor', null],
];

const ofBlobs = casesOf('blob', `${REFERENCE}/base/blob`);
const seen = casesOf('blob', MAIL_SPIKES);

export const BLOB = [
  seen('bytes.are-signed', [-56, -56, 127, 0], () => Utilities.newBlob([200, -56, 127, 0]).getBytes()),
  ofBlobs('text.is-utf8', [97, -30, -126, -84, -16, -97, -104, -128], () =>
    Utilities.newBlob('a€😀').getBytes(),
  ),
  casesOf('blob', GAS_FAKES)(
    'new.of-a-text-is-plain-and-of-bytes-has-no-type',
    [
      ['Blob', null, 'text/plain', 'a', false],
      ['Blob', null, null, 'a', false],
      ['Blob', 'a.txt', null, 'a', false],
    ],
    () =>
      [Utilities.newBlob('a'), Utilities.newBlob([97]), Utilities.newBlob('a', null as never, 'a.txt')].map(
        (blob) => {
          const names = [String(blob), blob.getName(), blob.getContentType()];
          return [...names, blob.getDataAsString(), blob.isGoogleType()];
        },
      ),
  ),
  ofBlobs(
    'charsets.are-read',
    tableOf(CHARSETS, ([, , text]) => text),
    () => tableOf(CHARSETS, ([charset, bytes]) => Utilities.newBlob(bytes).getDataAsString(charset)),
  ),
  ofBlobs(
    'charsets.are-written',
    tableOf(WRITTEN, ([, bytes]) => bytes),
    () => tableOf(WRITTEN, ([charset]) => Utilities.newBlob('').setDataFromString('ä', charset).getBytes()),
  ),
  seen('charsets.unknown-ones-are-refused', ['Exception', 'Exception'], () => [
    errorOf(() => Utilities.newBlob('a').getDataAsString('x-unknown'), 'x-unknown'),
    errorOf(() => Utilities.newBlob('').setDataFromString('a', 'x-unknown'), 'x-unknown'),
  ]),
  ofBlobs('type.is-that-of-the-extension', Object.fromEntries(EXTENSIONS), () =>
    tableOf(EXTENSIONS, ([name]) =>
      Utilities.newBlob('a', 'text/html', name).setContentTypeFromExtension().getContentType(),
    ),
  ),
  ofBlobs('type.of-googles-editors', true, () =>
    Utilities.newBlob('', 'application/vnd.google-apps.document').isGoogleType(),
  ),
  ofBlobs(
    'setters.answer-the-blob-itself',
    [[true, true, true, true], 'b.pdf', 'application/pdf', [-56]],
    () => {
      const blob = Utilities.newBlob('a', 'text/csv', 'a.txt');
      const same = [
        blob.setName('b.pdf'),
        blob.setContentTypeFromExtension(),
        blob.setBytes([200]),
        blob.getBlob(),
      ];
      return [same.map((one) => one === blob), blob.getName(), blob.getContentType(), blob.getBytes()];
    },
  ),
  ofBlobs(
    'copies.do-not-follow-the-original',
    [
      ['a.csv', 'text/csv', 'a'],
      ['a.csv', 'text/csv', 'a'],
      ['b', null, 'b'],
    ],
    () => {
      const blob = Utilities.newBlob('a', 'text/csv', 'a.csv');
      const copies = [blob.copyBlob(), blob.getAs('text/csv')];
      blob.setName('b').setContentType(null).setDataFromString('b');
      return [...copies, blob].map((one) => [one.getName(), one.getContentType(), one.getDataAsString()]);
    },
  ),
];
