import { createScript, toScriptFiles } from '../../execution/script';
import { type Realm, type Step, startRealm } from '../harness/realm';

/** What the sheet holds from A1 on; D1:D3 are dates. */
const CELLS = [
  [1, 'apple', '', '2026-01-02', 0.1],
  [2, 'Banana', true, '2026-01-09', 0.2],
  [3.5, '', '5', '2026-03-31 18:30', -7],
];

/** Google has an answer to each of them that this runtime does not know. */
const NOT_COMPUTED = [
  '=QUERY(A1:B3,"select A")',
  '=ARRAYFORMULA(A1:A3*2)',
  '={1,2}',
  '=A1:A3',
  '=-2^2',
  '=VLOOKUP(2,A1:B3,2)',
  '=MATCH(2,A1:A3)',
  '=IF(TRUE,OFFSET(A1,1,1),2)',
  '="on "&D1',
  '=LEN("\u{1f600}")',
];

describe('A formula', () => {
  let realm: Realm;
  beforeAll(async () => {
    realm = startRealm();
    await realm.run((cells: (string | number | boolean)[][]) => {
      const book = SpreadsheetApp.getActive();
      const sheet = book.getActiveSheet();
      sheet.getRange(1, 1, 3, 5).setValues(cells);
      sheet.getRange('C3').setNumberFormat('@').setValue('5');
      book.insertSheet('Other tab').getRange('A1').setValue('there');
      book.setNamedRange('nested', sheet.getRange('A1:A2'));
      sheet.activate();
    }, CELLS);
  });
  afterAll(() => realm.close());

  const valuesOf = (formulas: string[]) =>
    realm.run((texts: string[]) => {
      const column = SpreadsheetApp.getActiveSheet().getRange(1, 8, texts.length, 1);
      column.clear().setValues(texts.map((text) => [text]));
      const values = column.getValues().flat();
      column.clear();
      return values;
    }, formulas);

  test('that is not computed refuses to be read', async () => {
    const readAll = (text: string) => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const cell = sheet.getRange('H9').setValue(text);
      const tried = (read: () => unknown) => {
        try {
          return read();
        } catch (error) {
          return String(error);
        }
      };
      const result = [
        tried(() => cell.getValue()),
        tried(() => cell.getDisplayValue()),
        tried(() => sheet.createTextFinder('x').findAll()),
        tried(() => {
          sheet.getRange('H8:H9').sort(8);
          SpreadsheetApp.flush();
        }),
        tried(() => cell.getFormula()),
        tried(() => sheet.getRange('A1:G20').getValues().length),
        tried(() => sheet.getLastRow()),
      ];
      cell.clear();
      return result;
    };
    const reads = await realm.runEach(
      readAll,
      NOT_COMPUTED.map((formula): [string] => [formula]),
    );
    expect(reads).toEqual(
      NOT_COMPUTED.map((formula) => {
        const refused = expect.stringContaining(`Exception: Sheet1!H9: ${formula} is not computed here: `);
        return [refused, refused, refused, refused, formula, 20, 9];
      }),
    );
  });

  // A formula may call the functions of the script, which Google then runs.
  test('that calls a function of the script is not computed', async () => {
    const code =
      'function main() { return SpreadsheetApp.getActiveSheet().getRange("H9").setValue("=TWICE(2)").getValue(); }';
    const manifest = JSON.stringify({ oauthScopes: ['https://www.googleapis.com/auth/spreadsheets'] });
    const files = toScriptFiles({
      'appsscript.json': manifest,
      'Code.js': `${code}\nfunction twice(x) { return 2 * x; }`,
    });
    const { error } = await realm.runtime.run(
      createScript('test', () => files),
      'main',
      [],
    );
    expect(error?.message).toBe('Sheet1!H9: =TWICE(2) is not computed here: the custom function TWICE.');
    await realm.run(() => void SpreadsheetApp.getActiveSheet().getRange('H9').clear());
  });

  const FACTS: [fact: string, snippet: () => unknown, answer: unknown][] = [
    [
      'follows the cells that it refers to, on other sheets too',
      () => {
        const book = SpreadsheetApp.getActive();
        const [sheet, other] = book.getSheets() as [
          GoogleAppsScript.Spreadsheet.Sheet,
          GoogleAppsScript.Spreadsheet.Sheet,
        ];
        const cell = sheet.getRange('H1').setFormula("='Other tab'!B1*2");
        const before = cell.getValue();
        other.getRange('B1').setValue(21);
        const after = cell.getValue();
        cell.clear();
        return [before, after];
      },
      [0, 42],
    ],
    [
      'may end a long chain',
      () => {
        const range = SpreadsheetApp.getActiveSheet().getRange('H1:H1000');
        range.setValues(Array.from({ length: 1000 }, (_, index) => [index === 0 ? 1 : `=H${index}+1`]));
        const last = SpreadsheetApp.getActiveSheet().getRange('H1000').getValue();
        range.clear();
        return last;
      },
      1000,
    ],
    [
      'follows its cells when rows and columns are inserted, deleted and moved',
      () => {
        const book = SpreadsheetApp.getActive();
        const sheet = book.insertSheet('Moving');
        const cell = book.insertSheet('Formulas').getRange('A1');
        const steps: string[] = [];
        const step = (act: () => void) => {
          act();
          steps.push(cell.getFormula());
        };
        step(() => cell.setFormula('=SUM(Moving!A2:B4)+Moving!$C$3+Moving!A:A'));
        step(() => sheet.insertRowBefore(3));
        step(() => sheet.insertColumnBefore(1));
        step(() => sheet.deleteRow(2));
        step(() => sheet.deleteColumn(4));
        step(() => sheet.moveRows(sheet.getRange('2:4'), 10));
        step(() => sheet.setName('Has moved'));
        step(() => book.deleteSheet(sheet));
        book.deleteSheet(book.getSheetByName('Formulas') as GoogleAppsScript.Spreadsheet.Sheet);
        return steps;
      },
      [
        '=SUM(Moving!A2:B4)+Moving!$C$3+Moving!A:A',
        '=SUM(Moving!A2:B5)+Moving!$C$4+Moving!A:A',
        '=SUM(Moving!B2:C5)+Moving!$D$4+Moving!B:B',
        '=SUM(Moving!B2:C4)+Moving!$D$3+Moving!B:B',
        '=SUM(Moving!B2:C4)+#REF!+Moving!B:B',
        '=SUM(Moving!B7:C9)+#REF!+Moving!B:B',
        "=SUM('Has moved'!B7:C9)+#REF!+'Has moved'!B:B",
        '=SUM(#REF!)+#REF!+#REF!',
      ],
    ],
  ];

  test('follows what it refers to, and shows it', async () => {
    const told = await realm.runAll(...FACTS.map(([, snippet]): Step => [snippet]));
    expect(told.map((answer, at) => [FACTS[at]?.[0], answer])).toEqual(
      FACTS.map(([fact, , answer]) => [fact, answer]),
    );
  });

  const LOST: [string, (name: string) => void][] = [
    ['is removed', (name) => SpreadsheetApp.getActive().removeNamedRange(name)],
    ['removes itself', () => SpreadsheetApp.getActive().getNamedRanges()[0]?.remove()],
    ['goes with its sheet', () => SpreadsheetApp.getActive().deleteActiveSheet()],
    ['goes with its row', () => void SpreadsheetApp.getActiveSheet().deleteRow(1)],
    [
      'comes back',
      (name) => {
        const book = SpreadsheetApp.getActive();
        book.removeNamedRange(name);
        book.setNamedRange(name, book.getRange('Main!A3'));
      },
    ],
  ];

  test('is not computed with a named range that is removed, even where it comes back', async () => {
    const own = startRealm();
    const renew = () => {
      const book = SpreadsheetApp.getActive();
      for (const named of book.getNamedRanges()) named.remove();
      const old = book.getSheets();
      book.insertSheet();
      for (const sheet of old) book.deleteSheet(sheet);
    };
    const name = () => {
      const book = SpreadsheetApp.getActive();
      const main = SpreadsheetApp.getActiveSheet().setName('Main');
      const other = book.insertSheet('Other');
      book.setNamedRange('size', other.getRange('A1').setValue(1));
      main.getRange('A2').setFormula('=size');
    };
    const read = () => SpreadsheetApp.getActive().getRange('Main!A2').getValue();
    const nameAnew = () => {
      const book = SpreadsheetApp.getActive();
      const cell = book.getRange('Main!A2').clear();
      book.setNamedRange('size', book.getRange('Main!A3').setValue(7));
      return cell.setFormula('=size').getValue();
    };
    const told = await own.runAll(
      ...LOST.flatMap(([, lose]): Step[] => [[renew], [name], [lose, 'size'], [read], [nameAnew]]),
    );
    expect(LOST.map(([how], at) => [how, ...told.slice(5 * at + 3, 5 * at + 5)])).toEqual(
      LOST.map(([how]) => [how, expect.stringContaining('a named range that was removed'), 7]),
    );
    await own.close();
  });

  test('has the decimal sign and the separator of its locale', async () => {
    realm.spreadsheets.settings('sheet-test', { locale: 'de_DE' });
    const values = await valuesOf(['=1,5+1', '=SUM(1,5;2)', '=SUM(A1,A2)']);
    realm.spreadsheets.settings('sheet-test', { locale: 'en_US' });
    expect(values).toEqual([2.5, 3.5, '#ERROR!']);
  });

  test('shows itself to people where it is not computed', async () => {
    await realm.run(
      () =>
        void SpreadsheetApp.getActive().getSheetByName('Other tab')?.getRange('A3').setValue('=QUERY(A1)'),
    );
    const tab = realm.spreadsheets.grid('sheet-test').find(({ name }) => name === 'Other tab');
    expect(tab?.cells[2]?.[0]).toBe('=QUERY(A1)');
  });
});
