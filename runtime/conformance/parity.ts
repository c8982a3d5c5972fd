/**
 * The script of `npm run parity`: it runs every claim about Google in an account, and writes the results into a tab. It
 * contains nothing of the desks. docs/parity.md says what it does and what it does not.
 */
import { type CheckedClaim, type Claim, checkClaim, isScratchTab } from './case';
import { CLAIMS } from './cases';

/** What is put here becomes a top-level function of the script. */
declare const global: Record<string, unknown>;

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const TAB = 'Parity';
const MARK = 'Sheetdesk parity';
const COLUMNS = ['id', 'status', 'expected', 'came', 'ms', 'source', 'inferred'];
const ROWS_ABOVE = 2;

/** An execution may take six minutes. The next click continues. */
const TIME_BUDGET_MS = 4 * 60_000;
const MAX_CHARACTERS = 5_000;

/** The property with the claim that is running, in case it ends the execution: then it is not run again. */
const RUNNING = 'parity.claim';

global.onOpen = onOpen;
global.runParity = runParity;
global.startOver = startOver;
global.doNothing = doNothing;
global.doPost = doPost;

function onOpen(): void {
  SpreadsheetApp.getUi()
    .createMenu('Parity')
    .addItem('Run', 'runParity')
    .addItem('Start over', 'startOver')
    .addToUi();
}

/** From the menu: runs the claims that have no row yet. */
function runParity(): void {
  const start = Date.now();
  const sheet = findTab() ?? makeTab();
  reportInterruptedClaim(sheet);
  const done = listDone(sheet);
  const left = CLAIMS.filter(({ id }) => !done.includes(id));
  for (const claim of left) {
    if (Date.now() - start > TIME_BUDGET_MS) break;
    properties().setProperty(RUNNING, claim.id);
    append(sheet, claim, checkClaim(claim));
  }
  properties().deleteProperty(RUNNING);
  sheet.activate();
  showSummary(sheet);
}

/** From the menu. */
function startOver(): void {
  const sheet = findTab();
  properties().deleteProperty(RUNNING);
  if (sheet) SpreadsheetApp.getActiveSpreadsheet().deleteSheet(sheet);
  runParity();
}

/** The handler of the triggers that claims make and delete. */
function doNothing(): void {}

/** Where the script is deployed as a web app too: answers the type of the body, which a claim asks for. */
function doPost({ postData }: GoogleAppsScript.Events.DoPost): GoogleAppsScript.Content.TextOutput {
  return ContentService.createTextOutput(postData.type);
}

function findTab(): Sheet | undefined {
  const tabs = SpreadsheetApp.getActiveSpreadsheet().getSheets();
  return tabs.find((tab) => tab.getRange('A1').getValue() === MARK);
}

function makeTab(): Sheet {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const name = spreadsheet.getSheetByName(TAB) ? `${TAB} ${Date.now()}` : TAB;
  const sheet = spreadsheet.insertSheet(name);
  const facts = [new Date().toISOString(), Session.getScriptTimeZone(), accountKind(), String(CLAIMS.length)];
  sheet.getRange('A:G').setNumberFormat('@');
  sheet.getRange(1, 1, ROWS_ABOVE, COLUMNS.length).setValues([[MARK, ...facts, '', ''], COLUMNS]);
  sheet.setFrozenRows(ROWS_ABOVE);
  return sheet;
}

/** By the domain of the mail address, which is not stored. */
function accountKind(): string {
  try {
    const { emailAddress = '' } = Gmail?.Users.getProfile('me') ?? {};
    return /@(gmail|googlemail)\.com$/.test(emailAddress) ? 'consumer' : 'workspace';
  } catch {
    return 'unknown';
  }
}

function listDone(sheet: Sheet): unknown[] {
  const count = sheet.getLastRow() - ROWS_ABOVE;
  return count > 0
    ? sheet
        .getRange(ROWS_ABOVE + 1, 1, count, 1)
        .getValues()
        .flat()
    : [];
}

function reportInterruptedClaim(sheet: Sheet): void {
  const id = properties().getProperty(RUNNING);
  const claim = CLAIMS.find((one) => one.id === id);
  if (!claim || listDone(sheet).includes(id)) return;
  removeScratchTabs();
  append(sheet, claim, {
    ...claim,
    status: 'not run',
    came: 'The execution ended while this was run.',
    ms: 0,
  });
}

function removeScratchTabs(): void {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  for (const tab of spreadsheet.getSheets()) if (isScratchTab(tab)) spreadsheet.deleteSheet(tab);
}

/** No text starts with a character that would make it a formula. */
function append(sheet: Sheet, { id, source, isInferred }: Claim, checked: CheckedClaim): void {
  const { status, expected, came, ms } = checked;
  const texts = [expected, came].map((value) => JSON.stringify(value).slice(0, MAX_CHARACTERS));
  const row = [id, status, ...texts, String(ms), source, isInferred ? 'yes' : 'no'];
  sheet.getRange(sheet.getLastRow() + 1, 1, 1, row.length).setValues([row]);
  SpreadsheetApp.flush();
}

function showSummary(sheet: Sheet): void {
  const count = listDone(sheet).length;
  const ui = SpreadsheetApp.getUi();
  const message =
    count < CLAIMS.length
      ? `${count} of ${CLAIMS.length} are done. Choose Parity > Run to continue.`
      : 'All are done. Choose File > Download > Comma Separated Values, then run "npm run parity -- --import <file>".';
  ui.alert('Parity', message, ui.ButtonSet.OK);
}

function properties(): GoogleAppsScript.Properties.Properties {
  return PropertiesService.getScriptProperties();
}
