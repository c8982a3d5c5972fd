import { findDeployedUrl, VERSION } from '../platform/build';
import { showMessage } from '../platform/dialog';
import { properties } from '../platform/platform';
import { reportProgress, toastingProgress } from '../platform/progress';
import { isInManifest } from '../platform/scopes';
import { ACCESS, boundSpreadsheet } from '../platform/spreadsheet';
import { TEXT_MARK } from '../tables/sheet';
import { toText } from './checks';
import { FOUNDATIONS, type Foundation } from './foundations';
import { showReport } from './health-tab';
import { findMissing, missingPermissions, type Permissions } from './permissions';

/** One thing that Sheetdesk needs of the Google account, and what was found there. */
interface AccountCheck {
  label: string;
  /** A note needs no action now. */
  status: 'ok' | 'note' | 'problem';
  expected: string;
  came: string;
  action?: string;
}

interface ScriptToCheck {
  script: 'desk' | 'api';
  /** The menu with the item Set up. */
  menu: string;
  permissions: Permissions;
  /** Steps that make the web app and the timer run once. */
  firstRun: { webApp: string; timer: string };
}

const TITLE = 'Account check';
const HEADER = ['Check', 'Expected', 'Actual', 'What to do'];
const TAB = { name: TITLE, property: 'accountCheck.tab', widths: [240, 320, 320, 420] };

const REPORT = 'Report it with the text at the end of this tab.';
/**
 * Tries what Sheetdesk needs of Google in this account, and shows the results in a tab, with all of them as one text to
 * copy. Without access to the spreadsheet the text is shown in a dialog.
 */
export function checkThisAccount(script: ScriptToCheck): void {
  const checks = toastingProgress(TITLE, () => listAccountChecks(script));
  const report = toReport(script, checks);
  try {
    showAccountChecks(checks, report);
  } catch (error) {
    showMessage(TITLE, `${report}\n\nThe spreadsheet could not be written: ${error}`);
  }
}

/** One check that fails stops no other. */
function listAccountChecks(script: ScriptToCheck): AccountCheck[] {
  const stored = properties().getProperties();
  return [
    guarded('Permissions', () => checkPermissions(script)),
    checkAccess('Spreadsheet in the web app', stored[ACCESS.web], script, script.firstRun.webApp),
    checkAccess('Spreadsheet in the timer', stored[ACCESS.trigger], script, script.firstRun.timer),
    guarded('Address of the web app', checkAddress),
    ...FOUNDATIONS.map((one, at) => {
      reportProgress(at, FOUNDATIONS.length);
      return guarded(one.label, () => checkFoundation(one, stored[TEXT_MARK], script));
    }),
    guarded('Time zone', checkTimeZone),
  ];
}

function guarded(label: string, check: () => Omit<AccountCheck, 'label'>): AccountCheck {
  try {
    return { label, ...check() };
  } catch (error) {
    return { label, status: 'note', expected: '', came: `Not checked: ${error}` };
  }
}

function checkPermissions({ permissions, menu }: ScriptToCheck): Omit<AccountCheck, 'label'> {
  const missing = missingPermissions(permissions);
  const asked = Object.keys(permissions).filter(isInManifest);
  const toNames = (some: string[]) => some.map((one) => permissions[one]?.[0]).join(', ') || 'none';
  const [expected, came] = [toNames(asked), toNames(asked.filter((one) => !missing.includes(one)))];
  if (missing.length === 0) return { status: 'ok', expected, came };
  const action = findMissing(permissions, menu).map(toText).join(' ');
  return { status: 'problem', expected, came, action };
}

/** Checks what the last run of that kind has stored, since the menu cannot try it. */
function checkAccess(
  label: string,
  access: string | undefined,
  { script, menu }: ScriptToCheck,
  firstRun: string,
): AccountCheck {
  const check = { label, expected: 'active, or opened by id', came: access ?? 'not seen yet' };
  if (access === undefined) return { ...check, status: 'note', action: `${firstRun} Then check again.` };
  if (access !== 'none') return { ...check, status: 'ok' };
  const action = `Google does not give the script its spreadsheet there. Run "npm run deploy -- --wide-sheets ${script}", then choose ${menu} > Set up.`;
  return { ...check, status: 'problem', action };
}

function checkAddress(): Omit<AccountCheck, 'label'> {
  const deployed = findDeployedUrl();
  const came = ScriptApp.getService().getUrl() || 'none';
  if (deployed === undefined)
    return {
      status: 'note',
      expected: 'not built in',
      came,
      action: 'Nothing. Only "npm run deploy" builds the address in.',
    };
  if (came === deployed) return { status: 'ok', expected: deployed, came };
  return { status: 'note', expected: deployed, came, action: 'Nothing. Links use the expected address.' };
}

function checkTimeZone(): Omit<AccountCheck, 'label'> {
  const expected = Session.getScriptTimeZone();
  const came = boundSpreadsheet().getSpreadsheetTimeZone();
  if (came === expected) return { status: 'ok', expected, came };
  const action =
    'Nothing. Dates are stored as instants. The sheet shows them in the zone of File > Settings.';
  return { status: 'note', expected, came, action };
}

function checkFoundation(
  foundation: Foundation,
  textMark: string | undefined,
  script: ScriptToCheck,
): Omit<AccountCheck, 'label'> {
  const [expected, came] = [JSON.stringify(foundation.expected), JSON.stringify(foundation.run())];
  if (came === expected) return { status: 'ok', expected, came };
  return { expected, came, ...adviseOn(foundation, textMark, script) };
}

/** Set up finds out whether an apostrophe protects text in this account. */
function adviseOn(
  { isAboutApostrophes, action = REPORT }: Foundation,
  textMark: string | undefined,
  { menu }: ScriptToCheck,
): Pick<AccountCheck, 'status' | 'action'> {
  if (!isAboutApostrophes) return { status: 'problem', action };
  if (textMark === 'plain')
    return { status: 'note', action: 'Nothing. Text is written without an apostrophe here.' };
  return { status: 'problem', action: `Choose ${menu} > Set up, which finds out how to write text here.` };
}

/** Every text starts with a letter, quote or bracket, so that none needs the apostrophe that may not work here. */
function showAccountChecks(checks: readonly AccountCheck[], report: string): void {
  const rows = checks.map(({ label, status, expected, came, action = '' }) => ({
    cells: status === 'ok' ? [label, 'As expected', '', ''] : [label, expected, came, action],
    state: status === 'problem' ? ('problem' as const) : ('ok' as const),
  }));
  const sheet = showReport(TAB, [
    { cells: [TITLE, summaryOf(checks), '', ''] },
    { cells: HEADER },
    ...rows,
    { cells: ['Copy this text', report, '', ''] },
  ]);
  sheet.getRange(2, 1, 1, HEADER.length).setFontWeight('bold');
}

function summaryOf(checks: readonly AccountCheck[]): string {
  const count = (status: AccountCheck['status']) => checks.filter((check) => check.status === status).length;
  const [problems, notes] = [count('problem'), count('note')];
  const state =
    problems === 0 ? 'No problems' : `${problems} ${problems === 1 ? 'problem' : 'problems'}, in red`;
  return `${state}. ${count('ok')} of ${checks.length} as expected${notes > 0 ? `, ${notes} to note` : ''}.`;
}

/** Leaves out the ID of the web app, since the owner may post the report. */
function toReport({ script }: ScriptToCheck, checks: readonly AccountCheck[]): string {
  const lines = checks.map(({ label, status, expected, came, action }) =>
    status === 'ok'
      ? `ok: ${label}`
      : `${status}: ${label}. Expected: ${expected}. Actual: ${came}. ${action ?? ''}`,
  );
  const head = `Sheetdesk ${VERSION}, ${script}, ${new Date().toISOString()}. ${summaryOf(checks)}`;
  return [head, ...lines].join('\n').replace(/\/s\/[^/\s]+\//g, '/s/.../');
}
