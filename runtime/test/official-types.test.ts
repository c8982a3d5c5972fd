import { type Realm, type Step, startRealm } from './harness/realm';

/** What a script sees of Google's objects follows the published types: npmjs.com/package/@types/google-apps-script. */
describe('every name of the official types', () => {
  let realm: Realm;

  beforeAll(() => {
    realm = startRealm();
  });

  afterAll(() => realm.close());

  const FACTS: [fact: string, snippet: () => unknown, answer: unknown][] = [
    [
      'a name that Google does not have is undefined',
      () => {
        const names = [
          (SpreadsheetApp as unknown as Record<string, unknown>).isFake,
          (SpreadsheetApp.getActiveSheet() as unknown as Record<string, unknown>).isFake,
          (SpreadsheetApp.getActiveSheet().getRange('A1') as unknown as Record<string, unknown>).then,
          (SpreadsheetApp.WrapStrategy as unknown as Record<string, unknown>).NONE,
        ];
        return names.map((name) => typeof name);
      },
      Array(4).fill('undefined'),
    ],
    [
      'asking for what is not emulated is not using it',
      () => [typeof CalendarApp.getDefaultCalendar, typeof SpreadsheetApp.getActiveSheet().insertSlicer],
      ['function', 'function'],
    ],
    [
      'an advanced service that the manifest does not enable is no variable',
      () => [typeof Sheets, typeof Calendar],
      ['undefined', 'undefined'],
    ],
    [
      'enums have the official values, of services that are not emulated too',
      () => [
        CalendarApp.Weekday.SUNDAY === ScriptApp.WeekDay.SUNDAY,
        String(SpreadsheetApp.BandingTheme.LIGHT_GREY),
        SpreadsheetApp.SheetType.GRID.toString(),
      ],
      [true, 'LIGHT_GREY', 'GRID'],
    ],
    /** developers.google.com/apps-script/reference/spreadsheet/frequency-type, .../banding, .../boolean-criteria */
    [
      'what the reference has and the types lack exists too',
      () => {
        const app = SpreadsheetApp as unknown as { FrequencyType: object; SortOrder: object };
        const sheet = SpreadsheetApp.getActiveSheet() as unknown as { getDataSourceFormulas(): unknown };
        let refusal = '';
        try {
          sheet.getDataSourceFormulas();
        } catch (error) {
          refusal = String(error);
        }
        const { NUMBER_NOT_EQUAL_TO } = SpreadsheetApp.BooleanCriteria;
        return [Object.keys(app.FrequencyType), Object.keys(app.SortOrder), NUMBER_NOT_EQUAL_TO, refusal];
      },
      [
        ['FREQUENCY_TYPE_UNSUPPORTED', 'DAILY', 'WEEKLY', 'MONTHLY'],
        ['ASCENDING', 'DESCENDING'],
        'NUMBER_NOT_EQUAL_TO',
        'Exception: SpreadsheetApp.Sheet.getDataSourceFormulas exists on Google, and is not emulated here.',
      ],
    ],
    // brucemcpherson/gas-fakes, test/testenums.js
    [
      'the values of an enum are in order, and the enum answers as its first',
      () => {
        const { WrapStrategy } = SpreadsheetApp;
        const first = WrapStrategy as unknown as { name(): string; compareTo(other: unknown): number };
        const clip = WrapStrategy.CLIP as unknown as { ordinal(): number; compareTo(other: unknown): number };
        const order = [clip.ordinal(), clip.compareTo(WrapStrategy.WRAP), first.compareTo(WrapStrategy.WRAP)];
        return [Object.keys(WrapStrategy), order, first.name()];
      },
      [['WRAP', 'OVERFLOW', 'CLIP'], [2, 2, 0], 'WRAP'],
    ],
    [
      'the text of an object is the name of its type',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        return [sheet.getParent(), sheet, sheet.getRange('A1'), Utilities.newBlob('a'), SpreadsheetApp].map(
          String,
        );
      },
      ['Spreadsheet', 'Sheet', 'Range', 'Blob', 'SpreadsheetApp'],
    ],
    [
      'a script may use the name of a service that is not emulated for itself',
      () => {
        (globalThis as unknown as Record<string, unknown>).CalendarApp = 'mine';
        return CalendarApp;
      },
      'mine',
    ],
  ];

  test('is there as the reference has it', async () => {
    const told = await realm.runAll(...FACTS.map(([, snippet]): Step => [snippet]));
    expect(told.map((answer, at) => [FACTS[at]?.[0], answer])).toEqual(
      FACTS.map(([fact, , answer]) => [fact, answer]),
    );
  });

  const NOT_EMULATED: [string, () => unknown, string][] = [
    [
      'a method of an object',
      () => SpreadsheetApp.getActiveSheet().insertSlicer(SpreadsheetApp.getActiveRange(), 1, 1),
      'SpreadsheetApp.Sheet.insertSlicer',
    ],
    ['a method of a service', () => ScriptApp.getIdentityToken(), 'ScriptApp.getIdentityToken'],
    ['a service', () => CalendarApp.getDefaultCalendar(), 'CalendarApp.getDefaultCalendar'],
    ['a service of documents', () => DocumentApp.create('a'), 'DocumentApp.create'],
    ['a builder', () => CardService.newCardBuilder(), 'CardService.newCardBuilder'],
    ['a service of XML', () => XmlService.parse('<a/>'), 'XmlService.parse'],
    ['a part of a service', () => Maps.newGeocoder(), 'Maps.newGeocoder'],
    ['translation', () => LanguageApp.translate('a', 'en', 'de'), 'LanguageApp.translate'],
    ['charts', () => Charts.newPieChart(), 'Charts.newPieChart'],
    ['forms', () => FormApp.getActiveForm(), 'FormApp.getActiveForm'],
    ['slides', () => SlidesApp.getActivePresentation(), 'SlidesApp.getActivePresentation'],
  ];

  test('what is not emulated throws by its name', async () => {
    const told = await realm.runAll(...NOT_EMULATED.map(([, snippet]): Step => [snippet]));
    expect(told.map((error, at) => [NOT_EMULATED[at]?.[0], error])).toEqual(
      NOT_EMULATED.map(([what, , name]) => [
        what,
        `Exception: ${name} exists on Google, and is not emulated here.`,
      ]),
    );
  });
});

describe('arguments, before a service runs', () => {
  let realm: Realm;

  beforeAll(() => {
    realm = startRealm();
  });

  afterAll(() => realm.close());

  const MISMATCH = (kinds: string, method: string) =>
    `Exception: The parameters (${kinds}) don't match the method signature for ${method}.`;
  const sheet = 'SpreadsheetApp.Sheet';

  const REFUSED: [string, () => unknown, string][] = [
    [
      'too few',
      () => (SpreadsheetApp.getActiveSheet().getRange as () => unknown)(),
      MISMATCH('', `${sheet}.getRange`),
    ],
    [
      'undefined where a number is wanted',
      () => SpreadsheetApp.getActiveSheet().getRange(1, 1, undefined as never),
      MISMATCH('number,number,null', `${sheet}.getRange`),
    ],
    [
      'a text where a number is wanted',
      () => SpreadsheetApp.getActiveSheet().getRange('A' as never, 1),
      MISMATCH('String,number', `${sheet}.getRange`),
    ],
    [
      'an object of another type',
      () =>
        SpreadsheetApp.getActive().setActiveSheet(SpreadsheetApp.getActiveSheet().getRange('A1') as never),
      MISMATCH('SpreadsheetApp.Range', 'SpreadsheetApp.Spreadsheet.setActiveSheet'),
    ],
    ['a plain object', () => SpreadsheetApp.open({} as never), MISMATCH('(class)', 'SpreadsheetApp.open')],
    [
      'an object that has no text',
      () => SpreadsheetApp.getActive().rename(Object.create(null)),
      MISMATCH('(class)', 'SpreadsheetApp.Spreadsheet.rename'),
    ],
    [
      'one of several that has no text',
      () => SpreadsheetApp.getActiveSheet().getRangeList([Object.create(null)]),
      'Exception: Cannot convert (class) to String.',
    ],
    [
      'a text for a checkbox of the show of links',
      () =>
        SpreadsheetApp.getActiveSheet()
          .getRange('A1')
          .setShowHyperlink(null as never),
      MISMATCH('null', 'SpreadsheetApp.Range.setShowHyperlink'),
    ],
    [
      'a text for notes of many cells',
      () =>
        SpreadsheetApp.getActiveSheet()
          .getRange('A1')
          .setNotes('foo' as never),
      MISMATCH('String', 'SpreadsheetApp.Range.setNotes'),
    ],
    [
      'bytes and a text',
      () => Utilities.computeHmacSha256Signature([1] as never, 'a'),
      MISMATCH('number[],String', 'Utilities.computeHmacSha256Signature'),
    ],
    [
      'a text that is missing',
      () => SpreadsheetApp.openById(undefined as never),
      'Exception: Invalid argument: id',
    ],
    ['an id that is null', () => DriveApp.getFileById(null as never), 'Exception: Invalid argument: id'],
    [
      'words for a time',
      () => Utilities.sleep('rubbish' as never),
      'Exception: Cannot convert rubbish to int.',
    ],
  ];

  test('are refused in Google’s words', async () => {
    const told = await realm.runAll(...REFUSED.map(([, snippet]): Step => [snippet]));
    expect(told.map((error, at) => [REFUSED[at]?.[0], error])).toEqual(
      REFUSED.map(([what, , words]) => [what, words]),
    );
  });

  const CONVERTED: [fact: string, snippet: () => unknown, answer: unknown][] = [
    [
      'numbers, booleans and arrays become text where text is wanted',
      () => {
        const properties = PropertiesService.getScriptProperties();
        properties.setProperty('number', 5 as never);
        properties.setProperty('array', ['a', 'b'] as never);
        properties.setProperty('boolean', true as never);
        return properties.getProperties();
      },
      { number: '5', array: 'a,b', boolean: 'true' },
    ],
    // Inferred: numbers cross as Java's, whose conversion to int truncates.
    [
      'a whole number loses what is behind the point',
      () => SpreadsheetApp.getActiveSheet().getRange(2.9, 1.5).getA1Notation(),
      'A2',
    ],
    ['a text becomes a number where nothing else is possible', () => Utilities.sleep('1' as never), null],
  ];

  test('become what is wanted where they can', async () => {
    const told = await realm.runAll(...CONVERTED.map(([, snippet]): Step => [snippet]));
    expect(told.map((answer, at) => [CONVERTED[at]?.[0], answer])).toEqual(
      CONVERTED.map(([fact, , answer]) => [fact, answer]),
    );
  });

  test('an object becomes its text where nothing but text is possible', async () => {
    const set = () => SpreadsheetApp.getActive().rename(Utilities.newBlob('a') as never);
    const [, name] = await realm.runAll([set], [() => SpreadsheetApp.getActive().getName()]);
    expect(name).toBe('Blob');
  });

  test('the stack of an error begins in the script', async () => {
    const { error } = await realm.execute(() => SpreadsheetApp.openById(undefined as never));
    expect(error?.stack).toContain('Code:');
    expect(error?.stack).not.toContain('realm');
  });
});
