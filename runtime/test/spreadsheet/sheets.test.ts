import { type Realm, type Step, startRealm } from '../harness/realm';
import { expectFacts, type SheetFact } from './sheet-facts';

// Sources: developers.google.com/apps-script/reference/spreadsheet/spreadsheet-app, .../spreadsheet, .../sheet
describe('SpreadsheetApp', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm({ scopes: ['spreadsheets', 'drive'] });
  });
  afterEach(() => realm.close());

  test('creates a spreadsheet of its own, which opens by id and by address', async () => {
    const id = await realm.run(() => {
      const made = SpreadsheetApp.create('Plan', 20, 4);
      made.getSheets()[0]?.getRange('A1').setValue('here');
      return made.getId();
    });
    const read = (id: string) => {
      const book = SpreadsheetApp.openByUrl(SpreadsheetApp.openById(id).getUrl());
      const sheet = book.getSheets()[0] as GoogleAppsScript.Spreadsheet.Sheet;
      const grid = [sheet.getMaxRows(), sheet.getMaxColumns(), sheet.getDataRange().getValues()];
      return [book.getName(), sheet.getName(), ...grid];
    };
    const readActive = () => SpreadsheetApp.getActive().getDataRange().getValues();
    expect(await realm.runAll([read, id], [readActive])).toEqual([
      ['Plan', 'Sheet1', 20, 4, [['here']]],
      [['']],
    ]);
  });

  test('every new spreadsheet has another id', async () => {
    const ids = await realm.run(() => ['A', 'A', 'B'].map((name) => SpreadsheetApp.create(name).getId()));
    expect(new Set(ids).size).toBe(3);
  });

  test('opens the file that DriveApp has of it', async () => {
    const name = await realm.run(() => {
      const file = DriveApp.getFileById(SpreadsheetApp.create('Plan').getId());
      return SpreadsheetApp.open(file.setName('Plan B')).getName();
    });
    expect(name).toBe('Plan B');
  });

  test('create needs the scope for all spreadsheets', async () => {
    const narrow = startRealm();
    const creating = narrow.run(() => SpreadsheetApp.create('Plan').getId());
    await expect(creating).rejects.toThrow(
      'Specified permissions are not sufficient to call SpreadsheetApp.create.',
    );
    await narrow.close();
  });

  test('setActiveSpreadsheet makes another one active in this execution', async () => {
    const names = await realm.run(() => {
      SpreadsheetApp.setActiveSpreadsheet(SpreadsheetApp.create('Plan'));
      return [SpreadsheetApp.getActive().getName(), SpreadsheetApp.getActiveSheet().getParent().getName()];
    });
    expect(names).toEqual(['Plan', 'Plan']);
    expect(await realm.run(() => SpreadsheetApp.getActive().getName())).toBe('Untitled spreadsheet');
  });
});

describe('Sheets', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm({ scopes: ['spreadsheets', 'drive'] });
  });
  afterEach(() => realm.close());

  const names = () =>
    SpreadsheetApp.getActive()
      .getSheets()
      .map((sheet) => sheet.getName());

  test('a template is copied under the new name', async () => {
    const copy = () => {
      const book = SpreadsheetApp.getActive();
      const template = book.getActiveSheet();
      template.getRange('B2:C2').setValue('x').merge();
      const made = book.insertSheet('New', 0, { template });
      const merged = made.getRange('A1:D4').getMergedRanges();
      return [
        made.getIndex(),
        made.getRange('B2').getValue(),
        merged.map((range) => range.getSheet().getName()),
      ];
    };
    expect(await realm.runAll([copy], [names])).toEqual([
      [1, 'x', ['New']],
      ['New', 'Sheet1'],
    ]);
  });

  test('duplicateActiveSheet puts the copy beside the original and makes it active', async () => {
    const duplicate = () => {
      const book = SpreadsheetApp.getActive();
      const first = book.getActiveSheet();
      book.insertSheet('Last');
      first.activate();
      book.duplicateActiveSheet();
      return book.getActiveSheet().getName();
    };
    expect(await realm.runAll([duplicate], [names])).toEqual([
      'Copy of Sheet1',
      ['Sheet1', 'Copy of Sheet1', 'Last'],
    ]);
  });

  test('copyTo another spreadsheet takes cells and looks along', async () => {
    const copy = () => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet
        .getRange('A1:B1')
        .setValues([['x', '=1+1']])
        .setBackground('#ff0000');
      const other = SpreadsheetApp.create('Other');
      const made = sheet.copyTo(other);
      const row = made.getRange('A1:B1');
      const listed = other.getSheets().map((one) => one.getName());
      return [made.getParent().getName(), listed, row.getValues(), row.getFormulas(), row.getBackground()];
    };
    expect(await realm.runAll([copy], [names])).toEqual([
      ['Other', ['Sheet1', 'Copy of Sheet1'], [['x', 2]], [['', '=1+1']], '#ff0000'],
      ['Sheet1'],
    ]);
  });

  const FACTS: readonly SheetFact[] = [
    [
      'a copy whose formulas lead to other sheets throws',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        sheet.getRange('A1').setFormula('=Other!A1');
        sheet.copyTo(SpreadsheetApp.create('Other'));
      },
      expect.stringMatching(/^Error: A copy of a sheet whose formulas .* is not emulated/),
    ],
    [
      'what cannot be made here is not there',
      () => {
        const book = SpreadsheetApp.getActive();
        const sheet = book.getActiveSheet();
        const lists = [sheet.getCharts(), sheet.getImages(), sheet.getDrawings(), sheet.getPivotTables()];
        return [
          book.getFormUrl(),
          sheet.getFormUrl(),
          sheet.asDataSourceSheet(),
          lists,
          String(sheet.getType()),
        ];
      },
      [null, null, null, [[], [], [], []], 'GRID'],
    ],
    [
      'a copy of a spreadsheet has its sheets, names and merged cells',
      () => {
        const book = SpreadsheetApp.getActive();
        const sheet = book.getActiveSheet();
        sheet.getRange('A1:B1').setValue('x').merge();
        book.setNamedRange('title', sheet.getRange('A1:B1'));
        const copy = book.copy('Backup');
        const named = copy.getRangeByName('title') as GoogleAppsScript.Spreadsheet.Range;
        sheet.getRange('A1').setValue('y');
        const parents = [named, ...named.getMergedRanges()].map((range) =>
          range.getSheet().getParent().getName(),
        );
        return [copy.getName(), named.getValue(), parents];
      },
      ['Backup', 'x', ['Backup', 'Backup']],
    ],
  ];

  test('spreadsheets are copied, and have no charts', async () => {
    await expectFacts(realm, FACTS);
  });

  const REFUSED: [string, () => void, string][] = [
    [
      'deleting the last visible sheet',
      () => {
        const book = SpreadsheetApp.getActive();
        const [first] = book.getSheets();
        book.insertSheet('Hidden').hideSheet();
        if (first) book.deleteSheet(first);
      },
      "You can't remove all the visible sheets in a document.",
    ],
    [
      'copying a range into another spreadsheet',
      () => {
        const target = SpreadsheetApp.create('Other').getRange('A1');
        SpreadsheetApp.getActiveSheet().getRange('A1').copyTo(target);
      },
      'Target range and source range must be on the same spreadsheet.',
    ],
    [
      'sorting by a column outside',
      () => void SpreadsheetApp.getActiveSheet().getRange('A1:B2').sort(3),
      'Range.sort by a column outside of the range is not emulated',
    ],
    [
      'deleting a sheet of another spreadsheet',
      () => SpreadsheetApp.getActive().deleteSheet(SpreadsheetApp.create('Other').getActiveSheet()),
      "Spreadsheet.deleteSheet with another spreadsheet's is not emulated",
    ],
  ];
  test('what would leave no sheet, or reach into another spreadsheet, is refused', async () => {
    const told = await realm.runAll(...REFUSED.map(([, snippet]): Step => [snippet]));
    expect(told.map((error, at) => [REFUSED[at]?.[0], error])).toEqual(
      REFUSED.map(([what, , message]) => [what, expect.stringContaining(message)]),
    );
  });

  test('without an active spreadsheet there is no active sheet either', async () => {
    const web = startRealm({ doubts: new Set(['no-active-spreadsheet']) });
    const { returned } = await web.execute(
      () => [SpreadsheetApp.getActive(), SpreadsheetApp.getActiveSheet()],
      [],
      {
        kind: 'web app',
      } as object,
    );
    expect(returned).toMatchObject({ json: '[null,null]' });
    await web.close();
  });
});
