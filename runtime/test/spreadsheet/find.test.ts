import { type Realm, type Step, startRealm } from '../harness/realm';

describe('TextFinder', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  test('no text leaves the sheet and the whole search is one call', async () => {
    const { calls } = await realm.execute(() => {
      SpreadsheetApp.getActive().getRange('B1:B1000').createTextFinder('apple').findAll();
    });
    expect(calls).toMatchObject([{ method: 'spreadsheet.find', cells: 1000, bytes: 0, ms: 800 + 300 + 4 }]);
  });

  const EXPRESSIONS: [text: string, by: string][] = [
    ['(', 'x'],
    ['a(?=b)', 'x'],
    ['', 'x'],
    ['a', '$&'],
  ];

  test('an expression or a text that Google may replace otherwise is refused by name', async () => {
    const replace = (text: string, by: string) => {
      const finder = SpreadsheetApp.getActive().getRange('A1').setValue('ab').createTextFinder(text);
      finder.useRegularExpression(true).replaceAllWith(by);
    };
    const replaceWithout = () => {
      const finder = SpreadsheetApp.getActive().getRange('A1').setValue('café').createTextFinder('cafe');
      finder.ignoreDiacritics(true).replaceAllWith('tea');
    };
    const told = await realm.runAll(...EXPRESSIONS.map((expression): Step => [replace, ...expression]), [
      replaceWithout,
    ]);
    expect(told.slice(0, -1).map((error, at) => [EXPRESSIONS[at], error])).toEqual(
      EXPRESSIONS.map((expression) => [expression, expect.stringContaining('is not emulated here')]),
    );
    expect(told.at(-1)).toContain('TextFinder.replaceAllWith of text with diacritics');
  });
});
