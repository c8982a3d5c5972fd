/** Tables as the owner of the sheet sees them: for Set up, Health, edits by hand, and messages that name a cell. */

export { spansOf, writeValue } from './grid/rows';
export { blockAt, Tab } from './grid/tab';
export { editedRows } from './read/find';
export { lastRowOf, nextNumberOf, type RawRows, readRawRows } from './read/raw-rows';
export { readCells, readTexts } from './read/select';
export { TEXT_MARK, useTextMark, withMark } from './schema/cell-text';
export { textOf } from './schema/column';
export { columnNames } from './schema/table';
export { createTabs, readSchema, schemaOf, setUpTabs, type TabSchema, warnOfEdits } from './write/migrate';
export { noteCells } from './write/note-cells';
export { listMissingRows, rangeOfValue } from './write/settings';
