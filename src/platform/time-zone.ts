import { boundSpreadsheet } from './spreadsheet';

/** The time zone in which the desk counts its days, `Europe/Berlin`: that of its spreadsheet. */
export function deskTimeZone(): string {
  return boundSpreadsheet().getSpreadsheetTimeZone();
}
