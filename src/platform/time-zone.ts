import { perExecution } from './execution';
import { boundSpreadsheet } from './spreadsheet';

const known = perExecution(() => boundSpreadsheet().getSpreadsheetTimeZone());

/** The time zone in which the desk counts its days, `Europe/Berlin`: that of its spreadsheet. */
export function deskTimeZone(): string {
  return known.current;
}
