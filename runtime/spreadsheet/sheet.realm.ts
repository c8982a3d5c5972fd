import { emulated } from '../realm/emulated';
import type { SheetRef } from './cells';
import { SheetLayout } from './sheet-layout.realm';

export function sheet({ book, sheet: id }: SheetRef): GoogleAppsScript.Spreadsheet.Sheet {
  return emulated(
    'Sheet',
    new SheetLayout({ book, sheet: id }) satisfies Partial<GoogleAppsScript.Spreadsheet.Sheet>,
  );
}
