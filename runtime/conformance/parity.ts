/**
 * The script of `npm run parity`: it runs every case in an account, and ends in one text to copy. It contains nothing of the
 * desks. docs/parity.md says what it does and what it does not.
 */
import { type CheckedCase, checkCase, errorOf, isScratchTab, type Sheet } from './case';
import { CASES } from './cases';
import { ownAddress } from './web';

/** Properties put here become top-level functions of the script. */
declare const global: Record<string, unknown>;

const TAB = 'Parity';
const HEADER = ['id', 'status', 'came', "in Google's words"];
const ROWS_ABOVE = 2;

/** An execution may take six minutes. The next run continues. */
const TIME_BUDGET_MS = 4 * 60_000;

const MAX_CELL = 50_000;

/** The property with the case that is running: if it ends the execution, it is not run again. */
const RUNNING = 'parity.case';
/** The property with the spreadsheet's own locale and time zone, which are others while cases run. */
const SETTINGS = 'parity.settings';

/** Names that came after ES2020. */
const NEWER = [
  ...['Array.prototype.at', 'Object.hasOwn', 'Array.prototype.findLast', 'Array.prototype.toSorted'],
  ...['Array.fromAsync', 'Object.groupBy', 'Promise.withResolvers', 'Set.prototype.union', 'Promise.try'],
  ...['RegExp.escape', 'Error.isError', 'Uint8Array.fromBase64', 'Math.sumPrecise'],
];

const STARTED_AT = Date.now();

global.runParity = runParity;
global.doNothing = doNothing;
global.doGet = doGet;
global.doPost = doPost;

/** Runs, from the editor, the cases that have not been run, as far as permissions go. */
function runParity(): void {
  const start = Date.now();
  const sheet = findTab() ?? makeTab();
  reportInterruptedCase(sheet);
  keepSettings();
  const results = readResults(sheet);
  for (const one of CASES.filter(({ id }) => (results[id]?.status ?? 'not run') === 'not run')) {
    if (Date.now() - start > TIME_BUDGET_MS) break;
    properties().setProperty(RUNNING, one.id);
    append(sheet, checkCase(one));
  }
  properties().deleteProperty(RUNNING);
  restoreSettings();
  show(sheet, readResults(sheet));
}

/** The handler of the triggers that cases make and delete. */
function doNothing(): void {}

/** Answers when the script began to run, if it is deployed as a web app too. */
function doGet(): GoogleAppsScript.Content.TextOutput {
  return ContentService.createTextOutput(String(STARTED_AT));
}

/** Answers the type of the body, which a case asks for. */
function doPost({ postData }: GoogleAppsScript.Events.DoPost): GoogleAppsScript.Content.TextOutput {
  return ContentService.createTextOutput(postData.type);
}

function findTab(): Sheet | null {
  return SpreadsheetApp.getActiveSpreadsheet().getSheetByName(TAB);
}

function makeTab(): Sheet {
  const sheet = SpreadsheetApp.getActiveSpreadsheet().insertSheet(TAB);
  sheet.getRange('A:D').setNumberFormat('@').setWrapStrategy(SpreadsheetApp.WrapStrategy.CLIP);
  sheet.getRange(ROWS_ABOVE, 1, 1, HEADER.length).setValues([HEADER]);
  return sheet;
}

/** Reads the results by id; the later one of a case that was run twice. */
function readResults(sheet: Sheet): Record<string, CheckedCase> {
  const rows = sheet.getRange(ROWS_ABOVE, 1, sheet.getLastRow(), HEADER.length).getValues().slice(1);
  const results = rows
    .filter(([id]) => id)
    .map(([id, status, came, words]): [string, CheckedCase] => {
      return [id, { id, status, came, words: JSON.parse(words) }];
    });
  return Object.fromEntries(results);
}

/** No text starts with a character that would make it a formula. */
function append(sheet: Sheet, { id, status, came, words }: CheckedCase): void {
  const row = [id, status, JSON.stringify(came).slice(0, 5_000), JSON.stringify(words)];
  sheet.getRange(sheet.getLastRow() + 1, 1, 1, row.length).setValues([row]);
  SpreadsheetApp.flush();
}

function reportInterruptedCase(sheet: Sheet): void {
  const id = properties().getProperty(RUNNING);
  if (!id) return;
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  for (const tab of spreadsheet.getSheets()) if (isScratchTab(tab)) spreadsheet.deleteSheet(tab);
  append(sheet, { id, status: 'differs', came: 'The execution ended while this was run.', words: [] });
}

/** An execution that was cut off has left its own. */
function keepSettings(): void {
  if (properties().getProperty(SETTINGS)) return;
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const settings = [spreadsheet.getSpreadsheetLocale(), spreadsheet.getSpreadsheetTimeZone()];
  properties().setProperty(SETTINGS, JSON.stringify(settings));
}

function restoreSettings(): void {
  const [locale, timeZone] = JSON.parse(properties().getProperty(SETTINGS) ?? '[]');
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  spreadsheet.setSpreadsheetLocale(locale);
  spreadsheet.setSpreadsheetTimeZone(timeZone);
  properties().deleteProperty(SETTINGS);
}

/** The first cell has the text to copy once every case has a result. */
function show(sheet: Sheet, results: Record<string, CheckedCase>): void {
  const left = CASES.filter(({ id }) => !results[id]).length;
  const text =
    left > 0
      ? `${left} of ${CASES.length} cases are left. Run runParity again.`
      : toText(Object.values(results));
  sheet.getRange('A1').setValue(text).activate();
  SpreadsheetApp.getActiveSpreadsheet().toast(left > 0 ? text : 'All done. Copy cell A1 of the tab Parity.');
}

/** Short enough for a cell, also where everything differs. */
function toText(results: readonly CheckedCase[]): string {
  const facts = readFacts();
  const [text = ''] = [1_000, 150]
    .map((length) => {
      const having = (status: string) =>
        results
          .filter((result) => result.status === status)
          .map(({ id, came }) => ({ id, came: String(came).slice(0, length) }));
      const words = results
        .filter((result) => result.words.length > 0)
        .map((result) => [result.id, [...new Set(result.words)]]);
      return JSON.stringify({
        ...facts,
        cases: CASES.length,
        holds: having('holds').length,
        differs: having('differs'),
        notRun: having('not run'),
        words: length > 150 ? Object.fromEntries(words) : {},
      });
    })
    .filter((one) => one.length < MAX_CELL);
  return text;
}

/** Reads the facts of this account, whatever the cases come to. */
function readFacts() {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  return {
    sheetdeskParity: 1,
    date: new Date().toISOString(),
    language: Session.getActiveUserLocale(),
    locale: spreadsheet.getSpreadsheetLocale(),
    timeZone: Session.getScriptTimeZone(),
    account: accountKind(),
    newerNames: NEWER.filter((name) => errorOf(() => new Function(`return ${name}.name`)()) === 'no error'),
    compileMs: Object.fromEntries(
      [10, 600, 2_000].map((kilobytes) => [`${kilobytes} kB`, compileMs(kilobytes)]),
    ),
    startMs: startMs(),
  };
}

/** Tells the kind of account by the domain of the mail address, which is not stored. */
function accountKind(): string {
  try {
    const { emailAddress = '' } = Gmail?.Users.getProfile('me') ?? {};
    return /@(gmail|googlemail)\.com$/.test(emailAddress) ? 'consumer' : 'workspace';
  } catch {
    return 'unknown';
  }
}

/** Measures how long that much code is compiled. Google also has to fetch it, which no script sees. */
function compileMs(kilobytes: number): number {
  const lines: string[] = [];
  for (let length = 0; length < kilobytes * 1_000; length += 50)
    lines.push(`function f${length}(a) { return [a, ${length}, "${length}"]; }`.padEnd(49));
  const start = Date.now();
  new Function(lines.join('\n'));
  return Date.now() - start;
}

/** Measures the time from a request to this script's web app to its first line, if it is deployed as one. */
function startMs(): number | null {
  try {
    const start = Date.now();
    return Number(UrlFetchApp.fetch(ownAddress()).getContentText()) - start;
  } catch {
    return null;
  }
}

function properties(): GoogleAppsScript.Properties.Properties {
  return PropertiesService.getScriptProperties();
}
