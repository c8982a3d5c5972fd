/** An error whose message the user reads in the sheet or on the page: what is wrong, and what to do. */
export class UserError extends Error {
  override name = 'UserError';
}

/** A tab, a column or a setting is missing. Set up makes it. */
export class LayoutError extends UserError {}

/** A whole table is missing. */
export class MissingTableError extends LayoutError {}

/** Google does not give the script its spreadsheet. */
export class SpreadsheetError extends UserError {
  override name = 'SpreadsheetError';
}

/** Nothing was done, and a retry may well work. */
export class BusyError extends UserError {
  override name = 'BusyError';
}

/** Rows keep being sorted, inserted or deleted while they are searched. */
export function rowsAreMoving(tab: string): BusyError {
  return new BusyError(`Rows of the ${tab} tab are being moved. Try again in a minute.`);
}
