import type { Area } from '../../protocol/spreadsheet-cells';
import { call } from '../host';
import { emulated } from '../not-emulated';
import { range } from './range';

type Filter = GoogleAppsScript.Spreadsheet.Filter;

/** A filter only hides rows from people: scripts read them all the same, so its criteria are not kept. */
export function filter(area: Area): Filter {
  return emulated('Filter', {
    getRange: () => range(area),
    remove: () => call('spreadsheet.layout', area, { filter: null }),
  } satisfies Partial<Filter>);
}
