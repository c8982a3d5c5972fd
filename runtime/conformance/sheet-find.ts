import { INFERRED, REFERENCE, type Sheet, tabCasesOf, tableOf } from './case';

type Option =
  | 'matchCase'
  | 'matchEntireCell'
  | 'useRegularExpression'
  | 'matchFormulaText'
  | 'ignoreDiacritics';

const SEARCHES: [name: string, text: string, options: Option[], found: string[]][] = [
  ['anywhere in any case', 'apple', [], ['B2', 'C2', 'D2']],
  ['in this case', 'apple', ['matchCase'], ['C2', 'D2']],
  ['whole cell', 'apple', ['matchEntireCell'], ['B2', 'D2']],
  ['whole cell in this case', 'apple', ['matchEntireCell', 'matchCase'], ['D2']],
  ['dot is a dot', 'a.c', [], ['B3']],
  ['dot in an expression', 'a.c', ['useRegularExpression'], ['B3', 'C3']],
  [
    'classes of letters in an expression',
    '[cC][aA\u00E0-\u00E5][fF][eE\u00C9\u00E9][\u0300-\u036F]*',
    ['useRegularExpression'],
    ['D3'],
  ],
  ['accents matter', 'cafe', [], []],
  ['accents ignored', 'cafe', ['ignoreDiacritics'], ['D3']],
  ['number as shown', '1,234.50', [], ['B4']],
  ['number as stored', '1234', [], []],
  ['date as shown', '11/21/2026', [], ['C4']],
  ['formula is not looked at', 'example', [], []],
  ['formula when asked', 'example', ['matchFormulaText'], ['D4']],
  ['nowhere', 'nowhere', [], []],
];

const documented = tabCasesOf('sheet-find', `${REFERENCE}/spreadsheet/text-finder`);

export const SHEET_FIND = [
  documented(
    'finds',
    tableOf(SEARCHES, ([, , , found]) => found),
    (sheet) => {
      fill(sheet);
      return tableOf(SEARCHES, ([, text, options]) => {
        const finder = sheet.createTextFinder(text);
        for (const option of options) finder[option](true);
        return finder.findAll().map((range) => range.getA1Notation());
      });
    },
  ),
  documented(
    'next-ends-with-null-and-previous-begins-at-the-end',
    [['B2', 'C2', 'D2', null], 'D2'],
    (sheet) => {
      fill(sheet);
      const finder = sheet.createTextFinder('apple');
      const next = [1, 2, 3, 4].map(() => finder.findNext()?.getA1Notation());
      return [next, sheet.getRange('B2:D2').createTextFinder('apple').findPrevious()?.getA1Notation()];
    },
  ),
  tabCasesOf('sheet-find', INFERRED)('replacements-are-counted-by-occurrence', [3, ['b-b', 'b']], (sheet) => {
    const range = sheet.getRange('A1:A2').setValues([['a-a'], ['a']]);
    return [sheet.createTextFinder('a').replaceAllWith('b'), range.getValues().flat()];
  }),
  documented('replacement-names-groups', [1, '1b'], (sheet) => {
    const cell = sheet.getRange('A1').setValue('b1');
    const finder = cell.createTextFinder('([a-z])([0-9])').useRegularExpression(true).matchEntireCell(true);
    return [finder.replaceAllWith('$2$1'), cell.getValue()];
  }),
  documented('replaced-text-is-read-as-typed', [2, [1, 2, 'x']], (sheet) => {
    const range = sheet.getRange('A1:A3').setValues([['n$1'], ['N$2'], ['x']]);
    return [sheet.createTextFinder('n$').replaceAllWith('0'), range.getValues().flat()];
  }),
];

function fill(sheet: Sheet): void {
  sheet.getRange('B2:D4').setValues([
    ['Apple', 'pineapple', 'apple'],
    ['a.c', 'abc', 'café'],
    [1234.5, new Date(Date.UTC(2026, 10, 21, 9)), '=HYPERLINK("https://example.com/x","shown")'],
  ]);
  sheet.getRange('B4').setNumberFormat('#,##0.00');
}
