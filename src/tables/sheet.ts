/** Tables as the owner of the sheet sees them: for Set up, Health, edits by hand, and messages that name a cell. */

export { writeValue } from './grid/rows';
export { Tab } from './grid/tab';
export { editedRows } from './read/find';
export { readTexts } from './read/select';
export { TEXT_MARK, useTextMark } from './schema/cell-text';
export { columnNames } from './schema/table';
export { createTabs, readSchema, schemaOf, setUpTabs, type TabSchema } from './write/migrate';
export { listMissingRows, rangeOfValue } from './write/settings';
