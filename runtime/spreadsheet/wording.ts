/** The first two of support.google.com/drive/answer/37603 */
export const LIMITS = { cellCharacters: 50_000, spreadsheetCells: 10_000_000, sheetName: 100 };

/** Google's error messages of SpreadsheetApp; source: platform facts 6.1-6.3 unless a line says otherwise. */
export const MESSAGES = {
  dataSize: (what: 'rows' | 'columns', given: number, expected: number) =>
    `The number of ${what} in the data does not match the number of ${what} in the range. The data has ${given} but the range has ${expected}.`,
  tooFew: (what: 'rows' | 'columns') => `The number of ${what} in the range must be at least 1.`,
  outsideGrid: 'The coordinates of the range are outside the dimensions of the sheet.',
  outOfBounds: (what: 'rows' | 'columns') => `Those ${what} are out of bounds.`,
  startTooSmall: (what: 'row' | 'column') => `The starting ${what} of the range is too small.`,
  noRange: 'Range not found',
  addressNotEmulated: (address: string) => `The address ${address} is not emulated here.`,
  noSheet: (id: number) => `Sheet ${id} not found`,
  cellTooLong: `Your input contains more than the maximum of ${LIMITS.cellCharacters} characters in a single cell.`,
  tooManyCells: `This action would increase the number of cells in the workbook above the limit of ${LIMITS.spreadsheetCells} cells.`,
  invalid: (cell: string) =>
    `The data you entered in cell ${cell} violates the data validation rules set on this cell.`,
  allowed: (values: string) => ` Please enter one of the following values: ${values}.`,
  protected:
    'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
  protectionsNotCopied: 'Spreadsheet.copy with protections is not emulated here.',
  protectionIsGone: 'A protection that was removed is not emulated here.',
  sheetName: 'A sheet without a name is not emulated here.',
  // Public scripts quote it, such as github.com/getodk/collect/issues/2918.
  sheetNameTooLong: `The sheet name cannot be greater than ${LIMITS.sheetName} characters.`,
  sheetIndex: 'A position of a sheet that is none is not emulated here.',
  sheetExists: (name: string) => `A sheet with the name "${name}" already exists. Please enter another name.`,
  lastSheet: "You can't remove all the sheets in a document.",
  lastVisibleDeleted: "You can't remove all the visible sheets in a document.",
  lastVisible: "You can't hide all the sheets in a document.",
  allRows: 'It is not possible to delete all non-frozen rows.',
  allColumns: 'It is not possible to delete all non-frozen columns.',
  frozen: (what: 'rows' | 'columns') => `You can't freeze all visible ${what} on the sheet.`,
  partOfMerge: 'You must select all cells in a merged range to merge or unmerge them.',
  mergesFrozen: (what: 'rows' | 'columns') => `You can't merge frozen and non-frozen ${what}.`,
  freezesMerge: (what: 'rows' | 'columns') =>
    `Sorry, you can't freeze ${what} which contain only part of a merged cell.`,
  mergesNotEmulated: (method: string) => `${method} over merged cells is not emulated here.`,
  moveNotEmulated: (method: string) =>
    `${method} over formulas, named or protected ranges, filters or conditional formats is not emulated here.`,
  namedRangeNotEmulated: (method: string) =>
    `${method} of a range that is gone or in another spreadsheet, or to a name that is taken or no name, is not emulated here.`,
  insertNotEmulated: 'Range.insertCells beyond the border of the sheet is not emulated here.',
  sizeNotEmulated: 'SpreadsheetApp.create without rows or columns is not emulated here.',
  copyNotEmulated:
    'A copy of a sheet whose formulas or rules lead to other cells, or with named ranges, is not emulated here.',
  emptyRow: 'Sheet.appendRow of nothing is not emulated here.',
  listNotEmulated: (method: string) =>
    `${method} of the cells that a data validation rule lists is not emulated here.`,
  ruleNotEmulated: (criteria: string) =>
    `Writing into a cell with a strict rule ${criteria} is not emulated here.`,
  chartIsGone: 'The chart is not on the sheet.',
  rulesNotCopied: 'Range.copyTo of looks from or to cells with conditional formats is not emulated here.',
  filterExists: "You can't create a filter in a sheet that already has a filter.",
  noUi: (method: string) => `Cannot call ${method}() from this context.`,
  transposeNotEmulated: 'Range.copyTo that transposes formulas is not emulated here.',
  otherSpreadsheet: 'Target range and source range must be on the same spreadsheet.',
  sortNotEmulated: 'Range.sort by a column outside of the range is not emulated here.',
  noDocument: "Document is missing (perhaps it was deleted, or you don't have read access?)",
  sortedFormula: (formula: string) =>
    `Sorting the formula ${formula}, which refers to its row, is not emulated here.`,
  replacedFormula: 'TextFinder.replaceAllWith on the result of a formula is not emulated here.',
  localeNotEmulated: (locale: string) => `The locale "${locale}" is not emulated here.`,
  badZone: (zone: string) => `Invalid argument: ${zone}`,
} as const;
