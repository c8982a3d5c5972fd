import { emulated } from '../realm/emulated';
import type { Area } from './cells';
import { RangeShape } from './range-shape.realm';

export function range(area: Area): GoogleAppsScript.Spreadsheet.Range {
  return emulated('Range', new RangeShape(area) satisfies Partial<GoogleAppsScript.Spreadsheet.Range>);
}
