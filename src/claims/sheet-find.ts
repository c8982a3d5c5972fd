import { type Claim, listClaims } from './claim';
import { onEnglishTab } from './scratch-tab';
import { REFERENCE } from './sources';

type Option =
  | 'matchCase'
  | 'matchEntireCell'
  | 'useRegularExpression'
  | 'matchFormulaText'
  | 'ignoreDiacritics';

const SEARCHES: [name: string, text: string, options: Option[], found: string[]][] = [
  ['anywhere-in-any-case', 'apple', [], ['B2', 'C2', 'D2']],
  ['in-this-case', 'apple', ['matchCase'], ['C2', 'D2']],
  ['whole-cell', 'apple', ['matchEntireCell'], ['B2', 'D2']],
  ['whole-cell-in-this-case', 'apple', ['matchEntireCell', 'matchCase'], ['D2']],
  ['dot-is-a-dot', 'a.c', [], ['B3']],
  ['dot-in-an-expression', 'a.c', ['useRegularExpression'], ['B3', 'C3']],
  ['accents-matter', 'cafe', [], []],
  ['accents-ignored', 'cafe', ['ignoreDiacritics'], ['D3']],
  ['number-as-shown', '1,234.50', [], ['B4']],
  ['number-as-stored', '1234', [], []],
  ['date-as-shown', '11/21/2026', [], ['C4']],
  ['formula-is-not-looked-at', 'example', [], []],
  ['formula-when-asked', 'example', ['matchFormulaText'], ['D4']],
  ['nowhere', 'nowhere', [], []],
];

export const SHEET_FIND: Claim[] = listClaims(`${REFERENCE}/spreadsheet/text-finder`, [
  ...SEARCHES.map(([name, text, options, expected]) => ({
    id: `sheet-find.${name}`,
    expected,
    run: () =>
      inFruit((sheet) => {
        const finder = sheet.createTextFinder(text);
        for (const option of options) finder[option](true);
        return finder.findAll().map((range) => range.getA1Notation());
      }),
  })),
  {
    id: 'sheet-find.next-ends-with-null-and-previous-begins-at-the-end',
    expected: [['B2', 'C2', 'D2', null], 'D2'],
    run: () =>
      inFruit((sheet) => {
        const finder = sheet.createTextFinder('apple');
        const next = [1, 2, 3, 4].map(() => finder.findNext()?.getA1Notation());
        return [next, sheet.getRange('B2:D2').createTextFinder('apple').findPrevious()?.getA1Notation()];
      }),
  },
  {
    id: 'sheet-find.replaced-text-is-read-as-typed',
    expected: [2, [1, 2, 'x']],
    run: () =>
      onEnglishTab((sheet) => {
        sheet.getRange('A1:A3').setValues([['n$1'], ['N$2'], ['x']]);
        const count = sheet.createTextFinder('n$').replaceAllWith('0');
        return [count, sheet.getRange('A1:A3').getValues().flat()];
      }),
  },
]);

function inFruit<R>(work: (sheet: GoogleAppsScript.Spreadsheet.Sheet) => R): R {
  return onEnglishTab((sheet) => {
    sheet.getRange('B2:D4').setValues([
      ['Apple', 'pineapple', 'apple'],
      ['a.c', 'abc', 'café'],
      [1234.5, new Date(Date.UTC(2026, 10, 21, 9)), '=HYPERLINK("https://example.com/x","shown")'],
    ]);
    sheet.getRange('B4').setNumberFormat('#,##0.00');
    return work(sheet);
  });
}
