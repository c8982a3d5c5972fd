export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** One thing that this product takes for granted about Google's services: a call, and what it should return. */
export interface Claim {
  /** Stable, from the service to the detail: `utilities.digest.md5`. */
  id: string;
  /** The page that says so, or who measured it. */
  source: string;
  /** No source says so outright. */
  isInferred?: boolean;
  /** As JSON: dates are texts, and undefined is null. */
  expected: Json;
  /** Calls the services, and leaves nothing behind. */
  run(): unknown;
}

export interface CheckedClaim {
  id: string;
  /** Not run: a permission is missing, or there is nothing to try it on. */
  status: 'holds' | 'differs' | 'not run';
  expected: Json;
  /** Where it was not run, why. */
  came: Json;
  ms: number;
}

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Sources that several claims share. A measurement names who made it. */
export const REFERENCE = 'https://developers.google.com/apps-script/reference';
export const QUOTAS = 'https://developers.google.com/apps-script/guides/services/quotas';
export const TRIGGERS_GUIDE = 'https://developers.google.com/apps-script/guides/triggers/installable';
export const AUTHORIZATION = 'https://developers.google.com/apps-script/guides/services/authorization';
export const TEMPLATES = 'https://developers.google.com/apps-script/guides/html/templates';
export const V8 = 'https://developers.google.com/apps-script/guides/v8-runtime/migration';
export const VALUE_INPUT = 'https://developers.google.com/sheets/api/reference/rest/v4/ValueInputOption';
export const CACHE_LIMITS =
  'measured: https://justin.poehnelt.com/posts/exploring-apps-script-cacheservice-limits/';
export const CURRENT_ONLY = 'measured: https://justin.poehnelt.com/posts/apps-script-currentonly-scopes/';
export const MAIL_SPIKES =
  'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes/README.md';
export const REPO_TO_SHEETS =
  'measured: https://github.com/Joel-Fah/repo-to-sheets/blob/main/docs/features/sheet-service.md';
export const SHEETQUERY = 'measured: https://github.com/vlucas/sheetquery/issues/20';
/** Tests that are written against Google, and run without it too. */
export const GAS_FAKES = 'https://github.com/brucemcpherson/gas-fakes/tree/main/test';
export const PUBLIC_SCRIPTS = 'as public scripts and their tests have it';

/** Thrown by a claim that has nothing to be tried on, such as a mailbox without mail. */
export class NothingToCheck extends Error {}

/** Claims that share a source, unless one names its own. */
export function listClaims(source: string, claims: readonly Draft[]): Claim[] {
  return claims.map((claim) => ({ source, ...claim }));
}

type Draft = Pick<Claim, 'id' | 'expected' | 'run'> & Partial<Claim>;

/** Never throws: an unexpected error counts as what came. */
export function checkClaim({ id, expected, run }: Claim): CheckedClaim {
  const start = Date.now();
  const finish = (status: CheckedClaim['status'], came: Json) => ({
    id,
    status,
    expected,
    came,
    ms: Date.now() - start,
  });
  try {
    const came = toJson(run());
    return finish(sorted(came) === sorted(expected) ? 'holds' : 'differs', came);
  } catch (error) {
    const isNotRun = error instanceof NothingToCheck || NO_PERMISSION.test(String(error));
    return finish(
      isNotRun ? 'not run' : 'differs',
      error instanceof NothingToCheck ? error.message : describe(error),
    );
  }
}

/** Google's wordings for a missing permission. */
const NO_PERMISSION =
  /Authorization is required|do not have permission to call|permissions are not sufficient|insufficient authentication scopes/;

/** `Exception: Invalid argument: key` where the call is refused as it should be. */
export function refusal(call: () => unknown): string {
  try {
    call();
    return 'not refused';
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? 'null') as Json;
}

/** Fields come in any order. */
function sorted(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Works on a new tab, which is deleted afterwards; the active tab becomes active again. */
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

/** Also one that an execution left behind when it was cut off. */
export function isScratchTab(sheet: Sheet): boolean {
  return /^Claim \d{13}$/.test(sheet.getName());
}

/** The same in a known locale and time zone, which decide how text is parsed; the spreadsheet gets its own back. */
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

/** A write that fails late would otherwise make the cleaning up fail. */
function flushWhatIsLeft(): void {
  try {
    SpreadsheetApp.flush();
  } catch {
    // The claim itself has reported it.
  }
}
