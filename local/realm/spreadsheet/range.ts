import type { Area } from '../../protocol/spreadsheet-cells';
import { emulated } from '../not-emulated';
import { RangeShape } from './range-shape';

export function range(area: Area): GoogleAppsScript.Spreadsheet.Range {
  return emulated('Range', new RangeShape(area) satisfies Partial<GoogleAppsScript.Spreadsheet.Range>);
}
