type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Works on an empty tab of the claim's own, which is removed afterwards; the tab that was shown is shown again. */
export function onScratchTab<R>(work: (sheet: Sheet, spreadsheet: Spreadsheet) => R): R {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const shown = spreadsheet.getActiveSheet();
  const scratch = spreadsheet.insertSheet(`Claim ${Date.now()}`);
  try {
    return work(scratch, spreadsheet);
  } finally {
    flushWhatIsLeft();
    spreadsheet.deleteSheet(scratch);
    shown.activate();
  }
}

/** Also one that an execution has left behind when it was ended. */
export function isScratchTab(sheet: Sheet): boolean {
  return /^Claim \d{13}$/.test(sheet.getName());
}

/** The same under the locale and time zone that decide how text is read; those of the spreadsheet come back. */
export function onEnglishTab<R>(work: (sheet: Sheet, spreadsheet: Spreadsheet) => R): R {
  return onScratchTab((sheet, spreadsheet) => {
    const [locale, timeZone] = [spreadsheet.getSpreadsheetLocale(), spreadsheet.getSpreadsheetTimeZone()];
    try {
      if (locale !== 'en_US') spreadsheet.setSpreadsheetLocale('en_US');
      if (timeZone !== 'Etc/UTC') spreadsheet.setSpreadsheetTimeZone('Etc/UTC');
      return work(sheet, spreadsheet);
    } finally {
      flushWhatIsLeft();
      if (spreadsheet.getSpreadsheetLocale() !== locale) spreadsheet.setSpreadsheetLocale(locale);
      if (spreadsheet.getSpreadsheetTimeZone() !== timeZone) spreadsheet.setSpreadsheetTimeZone(timeZone);
    }
  });
}

/** A write that the sheet refuses late would otherwise refuse the cleaning up. */
function flushWhatIsLeft(): void {
  try {
    SpreadsheetApp.flush();
  } catch {
    // It was the claim's own business.
  }
}
