import { type Claim, listClaims, refusal } from './claim';
import { MAIL_SPIKES, REFERENCE } from './sources';

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
