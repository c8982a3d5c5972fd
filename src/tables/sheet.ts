/**
 * Parts that only a sheet has: tables as their owner sees them, for Set up, Health, edits by hand and messages that name a cell;
 * and for the case desk, which always stays in its sheet, settings by name and writes of a few columns.
 */

export { spansOf, writeValue } from './grid/rows';
export { blockAt, Tab, visiting } from './grid/tab';
export { editedIds, editedRows } from './read/find';
export { rowsChanged } from './read/kept-columns';
export {
  lastRowOf,
  nextNumberOf,
  type RawRows,
  type RowCells,
  readCells,
  readRawRows,
  readTexts,
} from './read/raw-rows';
export { TEXT_MARK, useTextMark, withMark } from './schema/cell-text';
export { textOf } from './schema/column';
export { keyValues, type Values } from './schema/key-values';
export { columnNames, tabColumns } from './schema/table';
export {
  createTabs,
  migrate,
  readSchema,
  schemaOf,
  setUpTabs,
  type TabSchema,
  warnOfEdits,
} from './write/migrate';
export { noteCells } from './write/note-cells';
export { raiseTimestamps } from './write/raise-timestamps';
export { listMissingRows, rangeOfValue, readValues, writeValues } from './write/settings';
export { setInRows } from './write/update-rows';
