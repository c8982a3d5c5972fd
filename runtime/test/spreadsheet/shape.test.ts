import { type Realm, type Step, startRealm } from '../harness/realm';
import { expectFacts, renew, type SheetFact } from './sheet-facts';

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
    const merge = () => void SpreadsheetApp.getActiveSheet().getRange('A1:B2').merge();
    const parts = () =>
      ['A1', 'B2', 'A1:C3', 'C3'].map((a1) => SpreadsheetApp.getActiveSheet().getRange(a1).isPartOfMerge());
    const [, , values, areParts] = await realm.runAll([fill], [merge], [read], [parts]);
    expect(values).toEqual([
      ['A1', '', 'C1', 'D1'],
      ['', '', 'C2', 'D2'],
      ['A3', 'B3', 'C3', 'D3'],
      ['A4', 'B4', 'C4', 'D4'],
    ]);
    expect(areParts).toEqual([true, true, true, false]);
  });

  test('mergeAcross makes a block of each row, mergeVertically one of each column; a block moves and grows with rows and columns', async () => {
    const merge = () => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('D1:F2').mergeAcross();
      sheet.getRange('A5:B7').mergeVertically();
    };
    const move = () => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('B2:C4').merge();
      sheet.insertRowBefore(1);
      sheet.insertRowBefore(4);
      sheet.deleteColumn(3);
    };
    const [, merged, , , moved] = await realm.runAll([merge], [merges], [renew], [move], [merges]);
    expect(merged).toEqual(['D1:F1', 'D2:F2', 'A5:A7', 'B5:B7']);
    expect(moved).toEqual(['B3:B6']);
  });

  test('blocks come apart as a whole only', async () => {
    const MESSAGE = 'You must select all cells in a merged range to merge or unmerge them.';
    const apart = (a1: string) => void SpreadsheetApp.getActiveSheet().getRange(a1).breakApart();
    const merge = (a1: string) => void SpreadsheetApp.getActiveSheet().getRange(a1).merge();
    const [, ...told] = await realm.runAll(
      [merge, 'A1:B2'],
      [apart, 'A1'],
      [merge, 'B1:C1'],
      [apart, 'A1:C3'],
      [merges],
    );
    const refused = expect.stringContaining(MESSAGE);
    expect(told).toEqual([refused, refused, null, []]);
  });

  test('a block does not cross the frozen rows, nor do frozen rows end in a block', async () => {
    const freezeRow = () => SpreadsheetApp.getActiveSheet().setFrozenRows(1);
    const merge = () => void SpreadsheetApp.getActiveSheet().getRange('A1:A2').merge();
    const freeze = () => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('B3:C3').merge();
      sheet.setFrozenColumns(2);
    };
    const [, merged, frozen] = await realm.runAll([freezeRow], [merge], [freeze]);
    expect([merged, frozen]).toEqual([
      expect.stringContaining("You can't merge frozen and non-frozen rows"),
      expect.stringContaining("you can't freeze columns which contain only part of a merged cell"),
    ]);
  });

  const FACTS: readonly SheetFact[] = [
    [
      'a value for all of a block is its first cell',
      () => {
        const title = SpreadsheetApp.getActiveSheet().getRange('A1:C1').merge().setValue('Title');
        return title.getValues()[0];
      },
      ['Title', '', ''],
    ],
    [
      'cells do not move where formulas would have to follow',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        sheet.getRange('F1').setFormula('=A1');
        sheet.getRange('A1').deleteCells(SpreadsheetApp.Dimension.ROWS);
      },
      expect.stringMatching(/^Error: Range.deleteCells over formulas.* is not emulated/),
    ],
    [
      'cells move beside formulas that have nothing to do with them, and where some have been',
      () => {
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
      },
      [
        [
          ['', 2],
          [3, 4],
          [7, 6],
        ],
        12,
      ],
    ],
  ];

  test('a value of a block is its first cell, and cells move only where no formula has to follow', async () => {
    await expectFacts(realm, FACTS);
  });

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

  const REGIONS: [string, string, 'rows' | 'columns' | null][] = [
    ['C3', 'B2:D4', null],
    ['A1', 'A1', null],
    ['B1', 'B1:D4', null],
    ['E3', 'B2:E4', null],
    ['F6', 'F6:G7', null],
    ['C3', 'C2:C4', 'rows'],
    ['F7', 'F7:G7', 'columns'],
  ];

  test('the data region of a cell ends at blank rows and columns', async () => {
    const regionOf = (address: string, lines: string | null) => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('B2:D4').setValue(1);
      sheet.getRange('F6:G7').setValue(1);
      const range = sheet.getRange(address);
      const { ROWS, COLUMNS } = SpreadsheetApp.Dimension;
      const found = lines ? range.getDataRegion(lines === 'rows' ? ROWS : COLUMNS) : range.getDataRegion();
      return found.getA1Notation();
    };
    const found = await realm.runEach(
      regionOf,
      REGIONS.map(([a1, , dimension]): [string, string | null] => [a1, dimension]),
    );
    expect(found.map((region, at) => [REGIONS[at]?.[0], region, REGIONS[at]?.[2]])).toEqual(REGIONS);
  });

  type Direction = 'UP' | 'DOWN' | 'PREVIOUS' | 'NEXT';
  const NEXT: [string, Direction, string][] = [
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
  ];

  test('from a cell one gets to the next data cell in each direction', async () => {
    const next = (address: string, name: Direction) => {
      const sheet = SpreadsheetApp.getActiveSheet();
      for (const filled of ['B2', 'B5', 'D2:D4']) sheet.getRange(filled).setValue(1);
      return sheet.getRange(address).getNextDataCell(SpreadsheetApp.Direction[name]).getA1Notation();
    };
    const found = await realm.runEach(
      next,
      NEXT.map(([a1, direction]): [string, Direction] => [a1, direction]),
    );
    expect(found.map((cell, at) => [...(NEXT[at]?.slice(0, 2) ?? []), cell])).toEqual(NEXT);
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
  test('cells that are deleted or inserted move those behind', async () => {
    const steps = SHIFTS.flatMap(([, snippet]): Step[] => [[fill], [snippet], [read]]);
    const values = (await realm.runAll(...steps)).filter((_, at) => at % 3 === 2);
    expect(values.map((cells, at) => [SHIFTS[at]?.[0], cells])).toEqual(
      SHIFTS.map(([name, , expected]) => [name, expected]),
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

  const LEFT: [number[] | null, string, string[][]][] = [
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
  ];

  test('removeDuplicates compares all columns, or those that are named', async () => {
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
    const left = await realm.runEach(
      remove,
      LEFT.map(([columns]): [number[] | null] => [columns]),
    );
    expect(left).toEqual(LEFT.map(([, address, expected]) => [address, expected]));
  });
});
