import * as cache from './cache';
import { classifyError } from './google-errors';
import { errorMessage, properties } from './platform';
import { SpreadsheetError } from './user-error';

/** Put in by the build: `desk` or `api`. */
declare const SHEETDESK_SCRIPT: string;

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** How an execution got its spreadsheet. */
export type SpreadsheetAccess = 'active' | 'by id' | 'none';

const ID = 'spreadsheetId';
/** The property for each kind of execution that Google may treat otherwise. */
export const ACCESS = { web: 'spreadsheet.web', trigger: 'spreadsheet.trigger' } as const;

const CURE = `Run "npm run deploy -- --wide-sheets ${SHEETDESK_SCRIPT}", then choose Set up in the spreadsheet and allow the access that Google asks for.`;

/** An execution opens it once. */
let opened: Spreadsheet | undefined;

/**
 * The spreadsheet that the script is bound to. Google's guide denies web apps the active one
 * (developers.google.com/apps-script/guides/bound), where others got it: without it the spreadsheet is opened by the id
 * that Set up has stored, which takes the scope `spreadsheets`.
 *
 * @throws SpreadsheetError that names the cure
 */
export function boundSpreadsheet(): Spreadsheet {
  opened ??= findActive() ?? openById(cachedSpreadsheetId());
  return opened;
}

/** For Set up: from now on this spreadsheet is the script's, also where Google does not say which it is. */
export function storeSpreadsheetId(): void {
  properties().setProperty(ID, boundSpreadsheet().getId());
  // As a rule nothing is cached, and to look is faster than to remove.
  if (cache.getText(ID) !== undefined) cache.invalidate(ID);
}

/** Empty before Set up. */
export function readSpreadsheetId(
  { [ID]: id = '' }: Record<string, string> = properties().getProperties(),
): string {
  return id;
}

/** Whether Set up has stored which it is. */
export function knowsSpreadsheet(): boolean {
  return cachedSpreadsheetId() !== '';
}

/** The cache spares the day's reads of properties, which every execution would make here. */
function cachedSpreadsheetId(): string {
  const cached = cache.getText(ID);
  if (cached !== undefined) return cached;
  const id = readSpreadsheetId();
  if (id !== '') cache.setText(ID, id, cache.MAX_TTL_S);
  return id;
}

/** Where people open it, also where the script may not. */
export function spreadsheetUrl(): string {
  return `https://docs.google.com/spreadsheets/d/${findActive()?.getId() ?? readSpreadsheetId()}/edit`;
}

/** For Health: what a kind of execution can do nothing about; empty where each gets the spreadsheet. */
export function listAccessProblems(stored: Readonly<Record<string, string>>): string[] {
  return Object.entries(ACCESS)
    .filter(([, name]) => stored[name] === 'none')
    .map(([kind]) => `The ${kind === 'web' ? 'web app' : 'timer'} gets no spreadsheet. ${CURE}`);
}

/** How this kind of execution gets the spreadsheet, which is stored for the account check where it differs from `known`. */
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
    // Whatever it was: whoever needs the spreadsheet is told it.
    return 'none';
  }
}

/** The types promise one in any case. */
function findActive(): Spreadsheet | null {
  return SpreadsheetApp.getActiveSpreadsheet();
}

function openById(id: string): Spreadsheet {
  if (id === '')
    throw new SpreadsheetError('The script does not know its spreadsheet yet. Open it and choose Set up.');
  try {
    return SpreadsheetApp.openById(id);
  } catch (cause) {
    if (classifyError(cause) !== 'permission') throw cause;
    throw new SpreadsheetError(
      `Google does not give this script its spreadsheet here. ${CURE} Google said: ${errorMessage(cause)}`,
    );
  }
}
