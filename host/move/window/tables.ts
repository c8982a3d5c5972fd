import { column, table } from '../../../src/tables/tables';
import type { WireRow } from '../../../src/window/protocol';

/** The known state of the owner's sheet: a row for each of its tabs that both sides change. */
export const WINDOW_TABS = table({
  name: 'Window tabs',
  key: 'id',
  columns: {
    /** The name of the tab. */
    id: column.text(),
    /** The tab's rows when it was sent last, and as it was to become then. */
    seen: column.json<WireRow[]>([]),
    offered: column.json<WireRow[]>([]),
    version: column.integer(),
  },
  edited: [],
});
