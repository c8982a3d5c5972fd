import { SCRIPT_NAME } from './build';
import * as cache from './cache';
import { perExecution } from './execution';
import { errorMessage, properties } from './platform';
import { hasPermission } from './scopes';
import { SpreadsheetError, UserError } from './user-error';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** Way in which an execution got its spreadsheet. */
export type SpreadsheetAccess = 'active' | 'by id' | 'none';

const ID = 'spreadsheetId';
/** Kinds of execution that Google may treat differently, with the property that stores how each got the spreadsheet. */
export const ACCESS = { web: 'spreadsheet.web', trigger: 'spreadsheet.trigger' } as const;

/** Tells the owner how a script gets a spreadsheet that it does not get. */
export const ACCESS_REMEDY = `Run "npm run deploy -- --wide-sheets ${SCRIPT_NAME}", then choose Set up in the spreadsheet and allow the access that Google asks for.`;

/** Opened once in an execution. */
const opened = perExecution(() => findActive() ?? openById(cachedSpreadsheetId()));

/**
 * The spreadsheet that the script is bound to. A web app gets no active spreadsheet by Google's guide
 * (developers.google.com/apps-script/guides/bound), but does in practice. Where it does not, the spreadsheet is opened by
 * the ID that Set up has stored, which needs the scope `spreadsheets`.
 *
 * @throws SpreadsheetError that says what to do
 */
export function boundSpreadsheet(): Spreadsheet {
  return opened.current;
}

/** Stores, at Set up, which spreadsheet is the script's. */
export function storeSpreadsheetId(): void {
  properties().setProperty(ID, boundSpreadsheet().getId());
  // Nothing is cached as a rule, and to look is faster than to remove.
  if (cache.getText(ID) !== undefined) cache.invalidate(ID);
}

/** Empty before Set up. */
export function readSpreadsheetId(
  { [ID]: id = '' }: Record<string, string> = properties().getProperties(),
): string {
  return id;
}

/**
 * A script is bound to one desk: what it stores about mail and cases belongs to the spreadsheet in which it was set up
 * first. A copy of that spreadsheet brings a script of its own, which has stored nothing.
 *
 * @throws UserError where the open spreadsheet is another one than that with this id
 */
export function assertBoundSpreadsheet(id: string): void {
  if (id === '' || id === boundSpreadsheet().getId()) return;
  throw new UserError(
    `The desk of this script is in another spreadsheet: https://docs.google.com/spreadsheets/d/${id}/edit. ` +
      'Continue there. For a second desk, copy that spreadsheet (File > Make a copy): the copy has a script of its own. ' +
      "If it no longer exists, delete this script's properties in its Project Settings.",
  );
}

/** Tells whether Set up has stored the ID. */
export function knowsSpreadsheet(): boolean {
  return cachedSpreadsheetId() !== '';
}

/** Cached, so that executions do not use up the day's reads of properties. */
function cachedSpreadsheetId(): string {
  const cached = cache.getText(ID);
  if (cached !== undefined) return cached;
  const id = readSpreadsheetId();
  if (id !== '') cache.setText(ID, id, cache.MAX_TTL_S);
  return id;
}

/** Returns the address, even where the script itself may not open it. */
export function spreadsheetUrl(): string {
  return `https://docs.google.com/spreadsheets/d/${findActive()?.getId() ?? readSpreadsheetId()}/edit`;
}

/** Lists for Health the kinds of execution that do not get the spreadsheet. */
export function listAccessProblems(stored: Readonly<Record<string, string>>): string[] {
  return Object.entries(ACCESS)
    .filter(([, name]) => stored[name] === 'none')
    .map(([kind]) => `The ${kind === 'web' ? 'web app' : 'timer'} gets no spreadsheet.`);
}

/** Finds out how this execution gets the spreadsheet, and stores it for the account check where it differs from `known`. */
export function recordAccess(kind: keyof typeof ACCESS, known: string | undefined): SpreadsheetAccess {
  const access = currentAccess();
  if (known !== access) properties().setProperty(ACCESS[kind], access);
  return access;
}

function currentAccess(): SpreadsheetAccess {
  if (findActive()) return 'active';
  try {
    boundSpreadsheet();
    return 'by id';
  } catch {
    // The error is thrown where the spreadsheet is needed.
    return 'none';
  }
}

/** Null where there is none, whatever the types say. */
function findActive(): Spreadsheet | null {
  return SpreadsheetApp.getActiveSpreadsheet();
}

function openById(id: string): Spreadsheet {
  if (id === '')
    throw new SpreadsheetError('The script does not know its spreadsheet yet. Open it and choose Set up.');
  try {
    return SpreadsheetApp.openById(id);
  } catch (cause) {
    if (hasPermission('spreadsheets')) throw cause;
    throw new SpreadsheetError(
      `Google does not give this script its spreadsheet here. ${ACCESS_REMEDY} Google said: ${errorMessage(cause)}`,
    );
  }
}
