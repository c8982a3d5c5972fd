import type { SheetRef } from '../../protocol/spreadsheet-cells';
import { emulated } from '../not-emulated';
import { SheetLayout } from './sheet-layout';

export function sheet({ book, sheet: id }: SheetRef): GoogleAppsScript.Spreadsheet.Sheet {
  return emulated(
    'Sheet',
    new SheetLayout({ book, sheet: id }) satisfies Partial<GoogleAppsScript.Spreadsheet.Sheet>,
  );
}
