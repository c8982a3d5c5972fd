import { type Realm, startRealm } from '../../harness/realm';

// Source: developers.google.com/apps-script/reference/spreadsheet/text-finder; platform facts 6.3.
describe('TextFinder', () => {
  let realm: Realm;
  beforeAll(async () => {
    realm = startRealm();
    await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('B2:D4').setValues([
        ['Apple', 'pineapple', 'apple'],
        ['a.c', 'abc', 'café'],
        [1234.5, new Date(), '=HYPERLINK("https://example.com/x","shown")'],
      ]);
      sheet.getRange('B4').setNumberFormat('#,##0.00');
    });
  });
  afterAll(() => realm.close());

  type Options = Partial<
    Record<
      'matchCase' | 'matchEntireCell' | 'useRegularExpression' | 'matchFormulaText' | 'ignoreDiacritics',
      true
    >
  >;
  const CASES: [text: string, options: Options, found: string[]][] = [
    ['apple', {}, ['B2', 'C2', 'D2']],
    ['apple', { matchCase: true }, ['C2', 'D2']],
    ['apple', { matchEntireCell: true }, ['B2', 'D2']],
    ['apple', { matchEntireCell: true, matchCase: true }, ['D2']],
    ['a.c', {}, ['B3']],
    ['a.c', { useRegularExpression: true }, ['B3', 'C3']],
    ['cafe', {}, []],
    ['cafe', { ignoreDiacritics: true }, ['D3']],
    ['1,234.50', {}, ['B4']],
    ['1234', {}, []],
    ['11/21/2026', {}, ['C4']],
    ['example', {}, []],
    ['example', { matchFormulaText: true }, ['D4']],
    ['nowhere', {}, []],
  ];
  test.each(CASES)('%j with %j is found in %j', async (text, options, expected) => {
    const snippet = (wanted: string, names: (keyof Options)[]) => {
      const finder = SpreadsheetApp.getActiveSheet().createTextFinder(wanted);
      for (const name of names) finder[name](true);
      return finder.findAll().map((range) => range.getA1Notation());
    };
    expect(await realm.run(snippet, text, Object.keys(options) as (keyof Options)[])).toEqual(expected);
  });

  test('findNext goes on to null, findPrevious comes from the end', async () => {
    const snippet = () => {
      const finder = SpreadsheetApp.getActive().createTextFinder('apple');
      const next = [1, 2, 3, 4].map(() => finder.findNext()?.getA1Notation() ?? null);
      const last = SpreadsheetApp.getActiveSheet().getRange('B2:D2').createTextFinder('apple').findPrevious();
      return [next, last?.getA1Notation()];
    };
    expect(await realm.run(snippet)).toEqual([['B2', 'C2', 'D2', null], 'D2']);
  });

  test('replaceAllWith answers how many cells changed and reads the result as typed', async () => {
    const snippet = () => {
      const sheet = SpreadsheetApp.getActive().insertSheet();
      sheet.getRange('A1:A3').setValues([['n$1'], ['N$2'], ['x']]);
      const count = sheet.createTextFinder('n$').replaceAllWith('0');
      return [count, sheet.getRange('A1:A3').getValues().flat()];
    };
    expect(await realm.run(snippet)).toEqual([2, [1, 2, 'x']]);
  });

  test('no text leaves the sheet and the whole search is one call', async () => {
    const { calls } = await realm.execute(() => {
      SpreadsheetApp.getActive().getRange('B1:B1000').createTextFinder('apple').findAll();
    });
    expect(calls).toMatchObject([{ method: 'spreadsheet.find', cells: 1000, bytes: 0, ms: 800 + 300 + 4 }]);
  });
});
