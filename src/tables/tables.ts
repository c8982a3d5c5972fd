export { ARCHIVE, archive } from './archive';
export { readBlock } from './block';
export { type Cell, textOf } from './cell';
export {
  boolean,
  type Column,
  choice,
  decimal,
  integer,
  json,
  lines,
  optionalBoolean,
  text,
  timestamp,
} from './columns';
export { compactRows } from './compact-rows';
export { completeTab, create, createKeyValues, createTab } from './create';
export { editedRows } from './edited-rows';
export { find } from './find';
export { findAll } from './find-all';
export { type AutoId, findByIdempotencyKey, type Insertion, insert } from './insert';
export {
  KEY_VALUE_COLUMNS,
  type KeyValues,
  keyValues,
  rangeOfValue,
  readValues,
  type Values,
  writeValues,
} from './key-values';
export { type ListPage, list, whereOf } from './list';
export { compaction, type MaintenanceTask } from './maintenance';
export { page } from './page';
export { pick } from './pick';
export { prefixedId } from './prefixed-id';
export { raiseTimestamps } from './raise-timestamps';
export { readColumns } from './read-columns';
export { remove, removeAll } from './remove';
export { writeValue } from './rows';
export { search } from './search';
export { select } from './select';
export { FULL, splitOldest } from './split-oldest';
export { columnNames, type Row, type Table, table } from './table';
export { Tabs } from './tabs';
export { truncateLog } from './truncate-log';
export { update, VersionConflict } from './update';
export { insertAll, NO_WRITE, updateAll, type Write, writeAll } from './write-all';
