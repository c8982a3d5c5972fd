import { ORDERS } from '../cafe/tables';
import { LEADS } from '../leads/tables';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { isTestMode } from '../platform/test-mode';
import { TEST_MODE_ON } from './desks';

/** Marks the first cell of the tabs that show what is simulated. A note of the owner's own stays. */
export function noteTestMode(): void {
  const isOn = isTestMode();
  for (const { name } of [ORDERS, LEADS]) {
    const cell = boundSpreadsheet().getSheetByName(name)?.getRange('A1');
    const note = cell?.getNote();
    if (isOn && note === '') cell?.setNote(TEST_MODE_ON);
    if (!isOn && note === TEST_MODE_ON) cell?.clearNote();
  }
}
