import { type Realm, type Step, startRealm } from './harness/realm';

let realm: Realm;
beforeAll(() => {
  realm = startRealm({ scopes: ['drive'] });
});
afterAll(() => realm.close());

const FACTS: [fact: string, snippet: () => unknown, answer: unknown][] = [
  // Sources: developers.google.com/apps-script/reference/base/blob; test/testutilities.js of gas-fakes.
  [
    'a blob of a text is plain text without a name, one of bytes has neither type nor name',
    () =>
      [Utilities.newBlob('a'), Utilities.newBlob([97])].map((blob) => [
        ...[String(blob), blob.getName(), blob.getContentType(), blob.getDataAsString(), blob.isGoogleType()],
      ]),
    [
      ['Blob', null, 'text/plain', 'a', false],
      ['Blob', null, null, 'a', false],
    ],
  ],
  // Source: developers.google.com/apps-script/reference/utilities/utilities, "the content type of the blob - can be null"
  [
    'a blob whose type is null has none',
    () => Utilities.newBlob('a', null as never, 'a.txt').getContentType(),
    null,
  ],
  [
    'the setters answer the blob itself',
    () => {
      const blob = Utilities.newBlob('a', 'text/csv', 'a.pdf');
      const answers = [
        blob.setName('b.pdf'),
        blob.setContentTypeFromExtension(),
        blob.setBytes([200, -1]),
        blob.getBlob(),
      ].map((answer) => answer === blob);
      return [answers, blob.getName(), blob.getContentType(), blob.getBytes()];
    },
    [[true, true, true, true], 'b.pdf', 'application/pdf', [-56, -1]],
  ],
  [
    'a copy does not follow the original',
    () => {
      const blob = Utilities.newBlob('a', 'text/csv', 'a.csv');
      const copy = blob.copyBlob();
      blob.setName('b').setContentType(null).setDataFromString('b');
      return [copy, blob].map((one) => [one.getName(), one.getContentType(), one.getDataAsString()]);
    },
    [
      ['a.csv', 'text/csv', 'a'],
      ['b', null, 'b'],
    ],
  ],
  [
    'setDataFromString writes in a charset',
    () =>
      ['UTF-8', 'ISO-8859-1', 'US-ASCII'].map((charset) =>
        Utilities.newBlob('').setDataFromString('ä', charset).getBytes(),
      ),
    [[-61, -92], [-28], [63]],
  ],
  [
    'getAs its own type is a copy',
    () => {
      const blob = Utilities.newBlob('a', 'text/csv');
      const copy = blob.getAs('text/csv');
      blob.setDataFromString('b');
      return [
        copy.getDataAsString(),
        HtmlService.createHtmlOutput('<p>').getAs('text/html').getDataAsString(),
      ];
    },
    ['a', '<p>'],
  ],
  [
    'an advanced service takes blobs for content, and nothing else',
    () => (Drive as never as { Files: { create: (...a: unknown[]) => void } }).Files.create({}, 'a'),
    expect.stringContaining('The mediaData parameter only supports Blob types for upload.'),
  ],
];

test('a blob is what it was made of, until it is set to something else', async () => {
  const told = await realm.runAll(...FACTS.map(([, snippet]): Step => [snippet]));
  expect(told.map((answer, at) => [FACTS[at]?.[0], answer])).toEqual(
    FACTS.map(([fact, , answer]) => [fact, answer]),
  );
});

const TYPES: [name: string, type: string | null][] = [
  ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['A.PNG', 'image/png'],
  ['a', null],
  ['a.unheard', null],
];

test('the type of a name is that of its extension', async () => {
  const found = await realm.runEach(
    (called: string) =>
      Utilities.newBlob('a', 'text/html', called).setContentTypeFromExtension().getContentType(),
    TYPES.map(([name]): [string] => [name]),
  );
  expect(found.map((type, at) => [TYPES[at]?.[0], type])).toEqual(TYPES);
});

test('types of Google are those of its editors', async () => {
  const type = 'application/vnd.google-apps.document';
  const isGoogle = await realm.run((wanted) => Utilities.newBlob('', wanted).isGoogleType(), type);
  expect(isGoogle).toBe(true);
});

const REFUSED: [string, () => unknown, string][] = [
  ['an unknown charset', () => Utilities.newBlob('').setDataFromString('a', 'x-a'), 'Invalid argument: x-a'],
  [
    'a charset that only Google writes',
    () => Utilities.newBlob('').setDataFromString('a', 'Shift_JIS'),
    'Text in the charset Shift_JIS exists on Google, and is not emulated here.',
  ],
  [
    'a conversion',
    () => Utilities.newBlob('a').getAs('application/pdf'),
    'Blob.getAs from text/plain to application/pdf exists on Google, and is not emulated here.',
  ],
];

test('what cannot be written or converted is refused', async () => {
  const told = await realm.runAll(...REFUSED.map(([, snippet]): Step => [snippet]));
  expect(told).toEqual(REFUSED.map(([, , message]) => `Exception: ${message}`));
});
