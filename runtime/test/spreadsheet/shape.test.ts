import { type Realm, type Step, startRealm } from '../harness/realm';
import { renew } from './sheet-facts';

// Sources: developers.google.com/apps-script/reference/spreadsheet/range#merge(), #getDataRegion(), #getNextDataCell(),
// #deleteCells(), #removeDuplicates(), and the tests of github.com/brucemcpherson/gas-fakes, which are written against Google.
describe('The shape of a sheet', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const OVER_MERGED: [string, () => void][] = [
    ['Writing', () => void SpreadsheetApp.getActiveSheet().getRange('B1').setValue('hidden')],
    ['Range.sort', () => void SpreadsheetApp.getActiveSheet().getRange('A1:B4').sort(1)],
    [
      'Range.copyTo',
      () =>
        SpreadsheetApp.getActiveSheet()
          .getRange('A1:B1')
          .copyTo(SpreadsheetApp.getActiveSheet().getRange('A9')),
    ],
    [
      'Sheet.moveRows',
      () => SpreadsheetApp.getActiveSheet().moveRows(SpreadsheetApp.getActiveSheet().getRange('A1'), 5),
    ],
  ];

  test('what is not emulated over merged cells throws by its name', async () => {
    const merge = () => void SpreadsheetApp.getActiveSheet().getRange('A1:B2').merge();
    const flushing = OVER_MERGED.flatMap(([, snippet]): Step[] => [
      [snippet],
      [() => SpreadsheetApp.flush()],
    ]);
    const [, ...told] = await realm.runAll([merge], ...flushing);
    const errors = told.filter((answer) => typeof answer === 'string');
    expect(errors).toEqual(
      OVER_MERGED.map(([method]) =>
        expect.stringContaining(`${method} over merged cells is not emulated here.`),
      ),
    );
  });

  const LED: [string, () => void][] = [
    ['are formulas', () => void SpreadsheetApp.getActiveSheet().getRange('A9').setFormula('=1+1')],
    ['are referred to', () => void SpreadsheetApp.getActiveSheet().getRange('F1').setFormula('=SUM(A8:B8)')],
    [
      'are referred to from another sheet',
      () => {
        const book = SpreadsheetApp.getActive();
        const [first] = book.getSheets();
        book.insertSheet().getRange('A1').setFormula(`=${first?.getName()}!A:A`);
        first?.activate();
      },
    ],
  ];
  test('cells do not move where those behind are formulas, or are referred to', async () => {
    const move = () => {
      SpreadsheetApp.getActiveSheet().getRange('A1').deleteCells(SpreadsheetApp.Dimension.ROWS);
      SpreadsheetApp.flush();
    };
    const steps = LED.flatMap(([, lead]): Step[] => [[renew], [lead], [move]]);
    const told = (await realm.runAll(...steps)).filter((_, at) => at % 3 === 2);
    expect(told.map((error, at) => [LED[at]?.[0], error])).toEqual(
      LED.map(([which]) => [
        which,
        expect.stringMatching(/Range.deleteCells over formulas.* is not emulated/),
      ]),
    );
  });

  test('randomize keeps every row whole', async () => {
    const rows = await realm.run(() => {
      const values = Array.from({ length: 20 }, (_, index) => [index, index]);
      return SpreadsheetApp.getActiveSheet().getRange('A1:B20').setValues(values).randomize().getValues();
    });
    const order = rows.map(([first]) => Number(first));
    expect(rows.every(([first, second]) => first === second)).toBe(true);
    expect(order).not.toEqual([...order].sort((a, b) => a - b));
    expect([...order].sort((a, b) => a - b)).toEqual([...Array(20).keys()]);
  });
});
