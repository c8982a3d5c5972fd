import { type Realm, startRealm } from '../harness/realm';

// Sources: developers.google.com/apps-script/reference/spreadsheet/range#merge(), #getDataRegion(), #getNextDataCell(),
// #deleteCells(), #removeDuplicates(), and the tests of github.com/brucemcpherson/gas-fakes, which are written against Google.
describe('The shape of a sheet', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const fill = () => {
    const values = [1, 2, 3, 4].map((row) => ['A', 'B', 'C', 'D'].map((column) => `${column}${row}`));
    SpreadsheetApp.getActiveSheet().getRange('A1:D4').setValues(values);
  };
  const read = () => SpreadsheetApp.getActiveSheet().getRange('A1:D4').getValues();
  const merges = () =>
    SpreadsheetApp.getActiveSheet()
      .getRange('A1:Y20')
      .getMergedRanges()
      .map((range) => range.getA1Notation());

  test('merged cells keep the content of the first one', async () => {
    await realm.run(fill);
    await realm.run(() => void SpreadsheetApp.getActiveSheet().getRange('A1:B2').merge());
    expect(await realm.run(read)).toEqual([
      ['A1', '', 'C1', 'D1'],
      ['', '', 'C2', 'D2'],
      ['A3', 'B3', 'C3', 'D3'],
      ['A4', 'B4', 'C4', 'D4'],
    ]);
    const parts = () =>
      ['A1', 'B2', 'A1:C3', 'C3'].map((a1) => SpreadsheetApp.getActiveSheet().getRange(a1).isPartOfMerge());
    expect(await realm.run(parts)).toEqual([true, true, true, false]);
  });

  test('mergeAcross makes a block of each row, mergeVertically one of each column', async () => {
    await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('D1:F2').mergeAcross();
      sheet.getRange('A5:B7').mergeVertically();
    });
    expect(await realm.run(merges)).toEqual(['D1:F1', 'D2:F2', 'A5:A7', 'B5:B7']);
  });

  test('blocks come apart as a whole only', async () => {
    await realm.run(() => void SpreadsheetApp.getActiveSheet().getRange('A1:B2').merge());
    const MESSAGE = 'You must select all cells in a merged range to merge or unmerge them.';
    const apart = (a1: string) => void SpreadsheetApp.getActiveSheet().getRange(a1).breakApart();
    await expect(realm.run(apart, 'A1')).rejects.toThrow(MESSAGE);
    const join = () => void SpreadsheetApp.getActiveSheet().getRange('B1:C1').merge();
    await expect(realm.run(join)).rejects.toThrow(MESSAGE);
    await realm.run(apart, 'A1:C3');
    expect(await realm.run(merges)).toEqual([]);
  });

  test('a block does not cross the frozen rows, nor do frozen rows end in a block', async () => {
    await realm.run(() => SpreadsheetApp.getActiveSheet().setFrozenRows(1));
    const merge = () => void SpreadsheetApp.getActiveSheet().getRange('A1:A2').merge();
    await expect(realm.run(merge)).rejects.toThrow("You can't merge frozen and non-frozen rows");
    const freeze = () => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('B3:C3').merge();
      sheet.setFrozenColumns(2);
    };
    await expect(realm.run(freeze)).rejects.toThrow(
      "you can't freeze columns which contain only part of a merged cell",
    );
  });

  test('a block moves and grows with rows and columns', async () => {
    await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('B2:C4').merge();
      sheet.insertRowBefore(1);
      sheet.insertRowBefore(4);
      sheet.deleteColumn(3);
    });
    expect(await realm.run(merges)).toEqual(['B3:B6']);
  });

  test('a value for all of a block is its first cell', async () => {
    const row = await realm.run(() => {
      const title = SpreadsheetApp.getActiveSheet().getRange('A1:C1').merge().setValue('Title');
      return title.getValues()[0];
    });
    expect(row).toEqual(['Title', '', '']);
  });

  test.each<[string, () => void]>([
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
  ])('%s over merged cells throws by its name', async (method, snippet) => {
    await realm.run(() => void SpreadsheetApp.getActiveSheet().getRange('A1:B2').merge());
    await expect(realm.run(snippet)).rejects.toThrow(`${method} over merged cells is not emulated here.`);
  });

  test.each<[string, string, 'rows' | 'columns' | null]>([
    ['C3', 'B2:D4', null],
    ['A1', 'A1', null],
    ['B1', 'B1:D4', null],
    ['E3', 'B2:E4', null],
    ['F6', 'F6:G7', null],
    ['C3', 'C2:C4', 'rows'],
    ['F7', 'F7:G7', 'columns'],
  ])('the data region of %s is %s (%j)', async (a1, region, dimension) => {
    const regionOf = (address: string, lines: string | null) => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('B2:D4').setValue(1);
      sheet.getRange('F6:G7').setValue(1);
      const range = sheet.getRange(address);
      const { ROWS, COLUMNS } = SpreadsheetApp.Dimension;
      const found = lines ? range.getDataRegion(lines === 'rows' ? ROWS : COLUMNS) : range.getDataRegion();
      return found.getA1Notation();
    };
    expect(await realm.run(regionOf, a1, dimension)).toBe(region);
  });

  test.each<[string, 'UP' | 'DOWN' | 'PREVIOUS' | 'NEXT', string]>([
    ['B1', 'DOWN', 'B2'],
    ['B2', 'DOWN', 'B5'],
    ['D2', 'DOWN', 'D4'],
    ['B5', 'DOWN', 'B1000'],
    ['A1000', 'DOWN', 'A1000'],
    ['B4', 'UP', 'B2'],
    ['D4', 'UP', 'D2'],
    ['B2', 'UP', 'B1'],
    ['A2', 'NEXT', 'B2'],
    ['B2', 'NEXT', 'D2'],
    ['D2', 'NEXT', 'Z2'],
    ['E2', 'PREVIOUS', 'D2'],
    ['B2', 'PREVIOUS', 'A2'],
  ])('from %s the next data cell %s is %s', async (a1, direction, found) => {
    const next = (address: string, name: 'UP' | 'DOWN' | 'PREVIOUS' | 'NEXT') => {
      const sheet = SpreadsheetApp.getActiveSheet();
      for (const filled of ['B2', 'B5', 'D2:D4']) sheet.getRange(filled).setValue(1);
      return sheet.getRange(address).getNextDataCell(SpreadsheetApp.Direction[name]).getA1Notation();
    };
    expect(await realm.run(next, a1, direction)).toBe(found);
  });

  const SHIFTS: [string, () => void, string[][]][] = [
    [
      'deleteCells(COLUMNS)',
      () => SpreadsheetApp.getActiveSheet().getRange('B2:C3').deleteCells(SpreadsheetApp.Dimension.COLUMNS),
      [
        ['A1', 'B1', 'C1', 'D1'],
        ['A2', 'D2', '', ''],
        ['A3', 'D3', '', ''],
        ['A4', 'B4', 'C4', 'D4'],
      ],
    ],
    [
      'deleteCells(ROWS)',
      () => SpreadsheetApp.getActiveSheet().getRange('B2:C3').deleteCells(SpreadsheetApp.Dimension.ROWS),
      [
        ['A1', 'B1', 'C1', 'D1'],
        ['A2', 'B4', 'C4', 'D2'],
        ['A3', '', '', 'D3'],
        ['A4', '', '', 'D4'],
      ],
    ],
    [
      'insertCells(COLUMNS)',
      () =>
        void SpreadsheetApp.getActiveSheet().getRange('B2:C2').insertCells(SpreadsheetApp.Dimension.COLUMNS),
      [
        ['A1', 'B1', 'C1', 'D1'],
        ['A2', '', '', 'B2'],
        ['A3', 'B3', 'C3', 'D3'],
        ['A4', 'B4', 'C4', 'D4'],
      ],
    ],
    [
      'insertCells(ROWS)',
      () => void SpreadsheetApp.getActiveSheet().getRange('B2:B3').insertCells(SpreadsheetApp.Dimension.ROWS),
      [
        ['A1', 'B1', 'C1', 'D1'],
        ['A2', '', 'C2', 'D2'],
        ['A3', '', 'C3', 'D3'],
        ['A4', 'B2', 'C4', 'D4'],
      ],
    ],
  ];
  test.each(SHIFTS)('%s moves the cells behind', async (_, snippet, expected) => {
    await realm.run(fill);
    await realm.run(snippet);
    expect(await realm.run(read)).toEqual(expected);
  });

  test('cells do not move where formulas would have to follow', async () => {
    const moving = realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('F1').setFormula('=A1');
      sheet.getRange('A1').deleteCells(SpreadsheetApp.Dimension.ROWS);
    });
    await expect(moving).rejects.toThrow(/^Range.deleteCells over formulas.* is not emulated/);
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
  test.each(LED)('cells do not move where those behind %s', async (_, lead) => {
    await realm.run(lead);
    const move = () =>
      SpreadsheetApp.getActiveSheet().getRange('A1').deleteCells(SpreadsheetApp.Dimension.ROWS);
    await expect(realm.run(move)).rejects.toThrow(/^Range.deleteCells over formulas.* is not emulated/);
  });

  test('cells move beside formulas that have nothing to do with them, and where some have been', async () => {
    const values = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A1:B3').setValues([
        [1, 2],
        [3, 4],
        [5, 6],
      ]);
      sheet.getRange('A3').setFormula('=B1').setValue(7);
      const sum = sheet.getRange('C1').setFormula('=SUM(B1:B3)');
      sheet.getRange('A1').deleteCells(SpreadsheetApp.Dimension.ROWS);
      sheet.getRange('A1').insertCells(SpreadsheetApp.Dimension.ROWS);
      return [sheet.getRange('A1:B3').getValues(), sum.getValue()];
    });
    expect(values).toEqual([
      [
        ['', 2],
        [3, 4],
        [7, 6],
      ],
      12,
    ]);
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

  test.each<[number[] | null, string, string[][]]>([
    [
      null,
      'A1:B3',
      [
        ['foo', 'bar'],
        ['bar', 'foo'],
        ['foo', 'foo'],
        ['', ''],
      ],
    ],
    [
      [2],
      'A1:B2',
      [
        ['foo', 'bar'],
        ['bar', 'foo'],
        ['', ''],
        ['', ''],
      ],
    ],
  ])('removeDuplicates by %j leaves %s', async (columns, left, expected) => {
    const remove = (compared: number[] | null) => {
      const range = SpreadsheetApp.getActiveSheet().getRange('A1:B4');
      range.setValues([
        ['foo', 'bar'],
        ['bar', 'foo'],
        ['foo', 'foo'],
        ['Bar', 'FOO'],
      ]);
      const kept = compared ? range.removeDuplicates(compared) : range.removeDuplicates();
      return [kept.getA1Notation(), range.getValues()];
    };
    expect(await realm.run(remove, columns)).toEqual([left, expected]);
  });
});
