import { emulated } from '../realm/emulated';
import { call } from '../realm/host';
import type { Area } from './cells';
import { toRange } from './references.realm';

type Filter = GoogleAppsScript.Spreadsheet.Filter;

/** A filter hides rows from people only: scripts read them all, so its criteria are not stored. */
export function filter(area: Area): Filter {
  return emulated('Spreadsheet.Filter', {
    getRange: () => toRange(area),
    remove: () => call('spreadsheet.layout', area, { filter: null }),
  } satisfies Partial<Filter>);
}
