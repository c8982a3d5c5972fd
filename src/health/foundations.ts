/** One thing that the desks cannot do without, tried in the owner's account. */
export interface Foundation {
  label: string;
  /** Expected result, as JSON. */
  expected: unknown;
  /** Calls the services, and leaves nothing behind. */
  run(): unknown;
  /** Steps for the owner where the result differs, unless it is to be reported. */
  action?: string;
  isAboutApostrophes?: boolean;
}

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const TRY_AGAIN = 'Check again in a minute: another run may have interfered. If it differs again, report it.';

/** Works on a new tab, which is deleted afterwards; the active tab becomes active again. */
function onScratchTab<R>(work: (sheet: Sheet) => R): R {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const shown = spreadsheet.getActiveSheet();
  const scratch = spreadsheet.insertSheet(`Check ${Date.now()}`);
  try {
    return work(scratch);
  } finally {
    spreadsheet.deleteSheet(scratch);
    shown.activate();
  }
}

/** The text that is read back from a plain text cell. */
function writtenAndRead(text: string): unknown {
  return onScratchTab((sheet) => {
    const cell = sheet.getRange('A1').setNumberFormat('@');
    cell.setValues([[text]]);
    SpreadsheetApp.flush();
    return cell.getValues()[0]?.[0];
  });
}

/** The menu item Check this account tries these; runtime/conformance tries the same and more on behalf of the local runtime. */
export const FOUNDATIONS: readonly Foundation[] = [
  {
    label: 'Text that begins with =',
    isAboutApostrophes: true,
    expected: '=1+1',
    run: () => writtenAndRead("'=1+1"),
  },
  {
    label: 'Text that begins with an apostrophe',
    isAboutApostrophes: true,
    expected: "'s Hertogenbosch",
    run: () => writtenAndRead("''s Hertogenbosch"),
  },
  {
    label: 'Text that looks like a number',
    expected: '007',
    run: () => writtenAndRead('007'),
  },
  {
    label: 'Dates',
    expected: '2026-07-01T12:30:15.000Z',
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1').setValue(new Date(Date.UTC(2026, 6, 1, 12, 30, 15)));
        SpreadsheetApp.flush();
        return sheet.getRange('A1').getValue();
      }),
  },
  {
    label: 'Lock',
    action: TRY_AGAIN,
    expected: [true, true, false],
    run: () => {
      const lock = LockService.getScriptLock();
      const isTaken = lock.tryLock(5_000);
      const isHeld = lock.hasLock();
      lock.releaseLock();
      return [isTaken, isHeld, lock.hasLock()];
    },
  },
  {
    label: 'Cache',
    action: TRY_AGAIN,
    expected: ['grüße 😀', null],
    run: () => {
      const cache = CacheService.getScriptCache();
      cache.put('claim', 'grüße 😀', 60);
      const value = cache.get('claim');
      cache.remove('claim');
      return [value, cache.get('claim')];
    },
  },
  {
    label: 'Script properties',
    action: TRY_AGAIN,
    expected: ['grüße 😀', null],
    run: () => {
      const properties = PropertiesService.getScriptProperties();
      properties.setProperty('claim', 'grüße 😀');
      const value = properties.getProperty('claim');
      properties.deleteProperty('claim');
      return [value, properties.getProperty('claim')];
    },
  },
  {
    label: 'Digest of é',
    expected: 'SplVfkAzw1Od4utlRyAXytX5VX96BiWgnxw/biumnEw=',
    run: () =>
      Utilities.base64Encode(
        Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, 'é', Utilities.Charset.UTF_8),
      ),
  },
];
