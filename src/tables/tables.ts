export { readBlock } from './grid/read-cells';
export { writeValue } from './grid/rows';
export { Tabs } from './grid/tabs';
export { editedRows, find, findAll, search } from './read/find';
export { type ListPage, list } from './read/list';
export { select, summarize } from './read/select';
export type { Condition, Where } from './read/where';
export {
  boolean,
  type Cell,
  type Column,
  choice,
  decimal,
  integer,
  json,
  lines,
  optionalBoolean,
  text,
  textOf,
  timestamp,
} from './schema/column';
export { columnNames, prefixedId, type Row, type Table, table } from './schema/table';
export { ARCHIVE, archive, FULL, splitOldest } from './write/archive';
export { type AutoId, findByIdempotencyKey, type Insertion, insert } from './write/insert';
export { compaction, compactRows, type MaintenanceTask, truncateLog } from './write/maintain';
export { createTab, makeTab } from './write/make-tabs';
export { migrate, readSchema, schemaOf, setUpTabs, type TabSchema } from './write/migrate';
export { remove, removeAll } from './write/remove';
export {
  type KeyValues,
  keyValues,
  rangeOfValue,
  readValues,
  type Values,
  writeValues,
} from './write/settings';
export { update, VersionConflict } from './write/update';
export { insertAll, NO_WRITE, raiseTimestamps, updateAll, type Write, writeAll } from './write/write-all';
