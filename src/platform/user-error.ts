/** An error whose message is meant for the person at the sheet or the page: what is wrong, and what to do. */
export class UserError extends Error {
  override name = 'UserError';
}

/** The sheet lacks a tab, a column or a setting. Set up makes it. */
export class LayoutError extends UserError {}

/** Google does not give the script its spreadsheet. */
export class SpreadsheetError extends UserError {
  override name = 'SpreadsheetError';
}

/** Nothing was done, and the same may well work in a moment. */
export class BusyError extends UserError {
  override name = 'BusyError';
}

/** Somebody sorts, inserts or deletes again and again while rows are looked for. */
export function rowsAreMoving(tab: string): BusyError {
  return new BusyError(`Rows of the ${tab} tab are being moved. Try again in a minute.`);
}
