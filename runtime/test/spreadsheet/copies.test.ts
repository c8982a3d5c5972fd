import { type Realm, type Step, startRealm } from '../harness/realm';

type Type = keyof typeof SpreadsheetApp.CopyPasteType;

// Sources: developers.google.com/apps-script/reference/spreadsheet/copy-paste-type, .../range#copyTo(Range), and the tests
// of github.com/brucemcpherson/gas-fakes, which are written against Google.
describe('A copied range', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const begin = () => {
    const sheet = SpreadsheetApp.getActiveSheet();
    const source = sheet.getRange('A1:B2').setValues([
      [1, 2],
      [3, '=A1+1'],
    ]);
    source.setBackground('#ff0000').setNote('note').setBorder(true, true, true, true, true, true);
    sheet.getRange('D1:E2').setBackground('#cccccc').setFontSize(20);
    sheet.setColumnWidth(1, 300);
  };

  const read = () => {
    const target = SpreadsheetApp.getActiveSheet().getRange('D1:E2');
    const [corner] = [target.getCell(1, 1)];
    return [target.getValues(), corner.getBackground(), corner.getFontSize(), corner.getNote()];
  };
  const copy = (type: Type | null, transposed: boolean | null) => {
    const sheet = SpreadsheetApp.getActiveSheet();
    const [from, to] = [sheet.getRange('A1:B2'), sheet.getRange('D1')];
    if (type === null) from.copyTo(to);
    else from.copyTo(to, SpreadsheetApp.CopyPasteType[type], transposed ?? (undefined as never));
  };

  const ALL = [
    [
      [1, 2],
      [3, 2],
    ],
    '#ff0000',
    10,
    'note',
  ];
  const READ: [Type | null, boolean | null, unknown[]][] = [
    [null, null, ALL],
    ['PASTE_NORMAL', false, ALL],
    ['PASTE_NO_BORDERS', false, ALL],
    [
      'PASTE_VALUES',
      false,
      [
        [
          [1, 2],
          [3, 2],
        ],
        '#cccccc',
        20,
        '',
      ],
    ],
    [
      'PASTE_FORMULA',
      false,
      [
        [
          [1, 2],
          [3, 2],
        ],
        '#cccccc',
        20,
        '',
      ],
    ],
    [
      'PASTE_FORMAT',
      false,
      [
        [
          ['', ''],
          ['', ''],
        ],
        '#ff0000',
        10,
        '',
      ],
    ],
    [
      'PASTE_DATA_VALIDATION',
      false,
      [
        [
          ['', ''],
          ['', ''],
        ],
        '#cccccc',
        20,
        '',
      ],
    ],
    [
      'PASTE_VALUES',
      true,
      [
        [
          [1, 3],
          [2, 2],
        ],
        '#cccccc',
        20,
        '',
      ],
    ],
  ];
  test('has what its type says, transposed or not', async () => {
    const anew = () => void SpreadsheetApp.getActive().insertSheet();
    const told = await realm.runAll(
      ...READ.flatMap(([type, transposed]): Step[] => [[anew], [begin], [copy, type, transposed], [read]]),
    );
    const copies = told.filter((_, at) => at % 4 === 3);
    expect(copies.map((made, at) => [READ[at]?.[0], READ[at]?.[1], made])).toEqual(READ);
  });

  test('takes a type only together with transposed', async () => {
    const copyAll = () => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const copyTo = sheet.getRange('A1:B2').copyTo as (to: object, type: unknown) => void;
      copyTo.call(sheet.getRange('A1:B2'), sheet.getRange('D1'), SpreadsheetApp.CopyPasteType.PASTE_VALUES);
    };
    const [, , told] = await realm.runAll([begin], [copyAll], [read]);
    expect(told).toEqual(ALL);
  });

  test('gives its widths alone', async () => {
    const [, , told, width] = await realm.runAll(
      [begin],
      [copy, 'PASTE_COLUMN_WIDTHS', false],
      [read],
      [() => SpreadsheetApp.getActiveSheet().getColumnWidth(4)],
    );
    expect(told).toEqual([
      [
        ['', ''],
        ['', ''],
      ],
      '#cccccc',
      20,
      '',
    ]);
    expect(width).toBe(300);
  });

  test.each<[Type, boolean, string]>([
    ['PASTE_CONDITIONAL_FORMATTING', false, 'Range.copyTo with PASTE_CONDITIONAL_FORMATTING is not emulated'],
    ['PASTE_NORMAL', true, 'Range.copyTo that transposes formulas is not emulated'],
  ])('throws for %s, transposed %j', async (type, transposed, message) => {
    const told = await realm.runAll([begin], [copy, type, transposed], [() => SpreadsheetApp.flush()]);
    expect(told.join()).toContain(message);
  });

  test('to a larger target fills as many copies as fit', async () => {
    const fill = (target: string) => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('G1:K6').clear();
      sheet.getRange('A1:B2').copyTo(sheet.getRange(target), { formatOnly: true });
      const red = sheet
        .getRange('G1:K6')
        .getBackgrounds()
        .flatMap((row, r) => row.flatMap((color, c) => (color === '#ff0000' ? [[r, c]] : [])));
      const [lastRow = 0, lastColumn = 0] = red.at(-1) ?? [];
      return [`G1:${'GHIJK'[lastColumn]}${lastRow + 1}`, red.length];
    };
    const told = await realm.runAll([begin], [fill, 'G1'], [fill, 'G1:I4'], [fill, 'G1:G4']);
    expect(told.slice(1)).toEqual([
      ['G1:H2', 4],
      ['G1:H4', 8],
      ['G1:H4', 8],
    ]);
  });

  test('gives its looks by copyFormatToRange', async () => {
    const copyFormat = () => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A1:B2').copyFormatToRange(sheet, 7, 8, 1, 2);
      return [sheet.getRange('H2').getBackground(), sheet.getRange('H2').getValue()];
    };
    const [, looks] = await realm.runAll([begin], [copyFormat]);
    expect(looks).toEqual(['#ff0000', '']);
  });
});
