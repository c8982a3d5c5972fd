export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The last part of an OAuth scope beyond `spreadsheets.currentonly`. */
export type Need = 'gmail.readonly' | 'drive.file' | 'script.scriptapp' | 'script.external_request';

/** One thing that is taken for granted about Google's services: a call, and what it comes to. */
export interface Case {
  /** Stable, from the service to the detail: `utilities.digest`. */
  id: string;
  /** The page that says so; `measured: ` before the page of somebody who tried it, `inferred: ` where none says so outright. */
  source: string;
  /** A case with a need is in the second part of the parity script; the first part asks for the sheet alone. */
  needs?: Need;
  /** Kinds, values and shapes as JSON, never Google's words: dates are texts, undefined is null. */
  expected: Json;
  /** Calls the services, and leaves nothing behind. */
  run(): unknown;
}

export interface CheckedCase {
  id: string;
  /** Not run: a permission is missing, or there is nothing to try it on. */
  status: 'holds' | 'differs' | 'not run';
  /** The difference, or the reason why it was not run. */
  came: Json;
  /** The words of the refusals, in the account's language. */
  words: string[];
}

export type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
export type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
export type Range = GoogleAppsScript.Spreadsheet.Range;

/** Sources that several services share. A measurement names who made it. */
export const REFERENCE = 'https://developers.google.com/apps-script/reference';
export const QUOTAS = 'https://developers.google.com/apps-script/guides/services/quotas';
export const MAIL_SPIKES =
  'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes/README.md';
export const REPO_TO_SHEETS =
  'measured: https://github.com/Joel-Fah/repo-to-sheets/blob/main/docs/features/sheet-service.md';
/** Tests that are written against Google, and run without it too. */
export const GAS_FAKES = 'measured: https://github.com/brucemcpherson/gas-fakes/tree/main/test';
export const PUBLIC_SCRIPTS = 'as public scripts and their tests have it';
export const INFERRED = 'inferred: no page says so';

/** Thrown by a case that has nothing to be tried on, such as a mailbox without mail. */
export class NothingToCheck extends Error {}

type MakeCase<A extends unknown[]> = (id: string, expected: Json, run: (...args: A) => unknown) => Case;

/** Makes cases of one service that share a source. */
export function casesOf(service: string, source: string, needs?: Need): MakeCase<[]> {
  return (id, expected, run) => ({ id: `${service}.${id}`, source, ...(needs && { needs }), expected, run });
}

/** The same, each on a new tab of an English spreadsheet. */
export function tabCasesOf(service: string, source: string): MakeCase<[Sheet, Spreadsheet]> {
  const make = casesOf(service, source);
  return (id, expected, run) => make(id, expected, () => onScratchTab(run));
}

const words: string[] = [];

/**
 * `Exception` where the call is refused as it should be. The message is in the account's language, so it is only asked for
 * marks that stand in it in any: a scope, a number, the name of an argument or a reason.
 */
export function errorOf(call: () => unknown, ...marks: string[]): string {
  try {
    call();
    return 'no error';
  } catch (error) {
    const { name, message, details } = error as Refusal;
    words.push(message);
    const said = [message.replace(/(\d)[.,\s](?=\d{3})/g, '$1'), details?.errors?.[0]?.reason].join(' ');
    const missing = marks.filter((mark) => !said.includes(mark)).map((mark) => `without ${mark}`);
    return [name, ...(details ? [details.code] : []), ...missing].join(' ');
  }
}

interface Refusal extends Error {
  /** The details of an error of the advanced services. */
  details?: { code: number; errors?: { reason?: string }[] };
}

/** Never throws: an unexpected error is what came. */
export function checkCase({ id, needs, expected, run }: Case): CheckedCase {
  if (needs && !isGranted(needs))
    return { id, status: 'not run', came: `The permission ${needs} is missing.`, words: [] };
  words.length = 0;
  try {
    const came = toJson(run());
    const isAsExpected = sorted(came) === sorted(expected);
    return isAsExpected
      ? { id, status: 'holds', came: null, words: [...words] }
      : { id, status: 'differs', came: differenceOf(came, expected), words: [...words] };
  } catch (error) {
    const status = error instanceof NothingToCheck ? 'not run' : 'differs';
    return { id, status, came: String(error), words: [...words] };
  }
}

/** Google's list of scopes may be null, so the scope is then asked for alone; one that the manifest lacks is refused. */
function isGranted(need: Need): boolean {
  const scope = `https://www.googleapis.com/auth/${need}`;
  const { FULL } = ScriptApp.AuthMode;
  const script = ScriptApp as unknown as Authorizer;
  const scopes = script.getAuthorizationInfo(FULL).getAuthorizedScopes();
  if (scopes) return scopes.includes(scope);
  try {
    return String(script.getAuthorizationInfo(FULL, [scope]).getAuthorizationStatus()) === 'NOT_REQUIRED';
  } catch {
    return false;
  }
}

/** The published types lack the form that asks for single scopes. */
export interface Authorizer {
  getAuthorizationInfo(
    mode: unknown,
    scopes?: string[],
  ): { getAuthorizationStatus(): unknown; getAuthorizedScopes(): string[] | null };
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? 'null') as Json;
}

/** Fields come in any order. */
function sorted(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

/** Returns the difference; of a table, the rows that differ. */
export function differenceOf(came: Json, expected: Json): Json {
  if (!isRecord(came) || !isRecord(expected)) return came;
  const names = Object.keys(expected).filter(
    (name) => sorted(came[name] ?? null) !== sorted(expected[name] ?? null),
  );
  return Object.fromEntries(names.map((name) => [name, came[name] ?? null]));
}

function isRecord(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads each row of a table, by the first of its cells. One that fails hides no other. */
export function tableOf<T extends readonly [string, ...unknown[]], R>(
  rows: readonly T[],
  read: (row: T) => R,
): Record<string, R | string> {
  return Object.fromEntries(
    rows.map((row) => {
      try {
        return [row[0], read(row)];
      } catch (error) {
        return [row[0], String(error)];
      }
    }),
  );
}

/** Works on a new tab, which is deleted afterwards; the active tab becomes active again. */
export function onScratchTab<R>(work: (sheet: Sheet, spreadsheet: Spreadsheet) => R): R {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const shown = spreadsheet.getActiveSheet();
  makeEnglish(spreadsheet);
  const scratch = spreadsheet.insertSheet(`Case ${Utilities.getUuid()}`);
  try {
    return work(scratch, spreadsheet);
  } finally {
    flushWhatIsLeft();
    spreadsheet.deleteSheet(scratch);
    shown.activate();
  }
}

/** Recognizes a scratch tab, also one that an execution left behind when it was cut off. */
export function isScratchTab(sheet: Sheet): boolean {
  return /^Case [0-9a-f-]{36}$/.test(sheet.getName());
}

/** The locale and the time zone decide how text is parsed. Who runs the cases puts the spreadsheet's own back. */
function makeEnglish(spreadsheet: Spreadsheet): void {
  if (spreadsheet.getSpreadsheetLocale() !== 'en_US') spreadsheet.setSpreadsheetLocale('en_US');
  if (spreadsheet.getSpreadsheetTimeZone() !== 'Etc/UTC') spreadsheet.setSpreadsheetTimeZone('Etc/UTC');
}

/** A write that fails late would otherwise make the cleaning up fail. */
function flushWhatIsLeft(): void {
  try {
    SpreadsheetApp.flush();
  } catch {
    // The case itself has reported it.
  }
}
