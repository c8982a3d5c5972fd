import { type Claim, checkClaim } from '../claims/claim';
import { FOUNDATIONS } from '../claims/foundations';
import { properties } from '../platform/platform';
import { ACCESS, boundSpreadsheet } from '../platform/spreadsheet';
import { TEXT_MARK } from '../platform/text-mark';
import { findDeployedUrl } from '../sheet/deployment';
import { isAskedFor, missingPermissions, type Permissions, permissionProblem } from './permissions';

/** One thing that Sheetdesk needs of the Google account, and how it was found there. */
export interface AccountCheck {
  label: string;
  /** A note needs nobody to do anything now. */
  status: 'ok' | 'note' | 'problem';
  expected: string;
  came: string;
  action?: string;
}

export interface ScriptToCheck {
  script: 'desk' | 'api';
  /** Where Set up is. */
  menu: string;
  permissions: Permissions;
  /** What the owner does so that the web app and the timer run once. */
  askWebApp: string;
  awaitTimer: string;
}

/** Tries each in turn; one that fails stops no other. */
export function listAccountChecks(script: ScriptToCheck): AccountCheck[] {
  const stored = properties().getProperties();
  return [
    guarded('Permissions', () => checkPermissions(script)),
    checkAccess('Spreadsheet in the web app', stored[ACCESS.web], script, script.askWebApp),
    checkAccess('Spreadsheet in the timer', stored[ACCESS.trigger], script, script.awaitTimer),
    guarded('Address of the web app', checkAddress),
    ...FOUNDATIONS.map((claim) => checkFoundation(claim, stored[TEXT_MARK], script)),
    guarded('Time zone', checkTimeZone),
  ];
}

function guarded(label: string, check: () => Omit<AccountCheck, 'label'>): AccountCheck {
  try {
    return { label, ...check() };
  } catch (error) {
    return { label, status: 'note', expected: '', came: notChecked(String(error)) };
  }
}

function checkPermissions({ permissions, menu }: ScriptToCheck): Omit<AccountCheck, 'label'> {
  const asked = Object.keys(permissions).filter(isAskedFor);
  const missing = missingPermissions(permissions);
  const granted = asked.filter((one) => !missing.includes(one));
  const [expected, came] = [asked.join(', '), granted.join(', ') || 'none'];
  if (missing.length === 0) return { status: 'ok', expected, came };
  const action = missing.map((one) => permissionProblem(permissions, one, menu)).join(' ');
  return { status: 'problem', expected, came, action };
}

/** The last run of that kind has stored how it got the spreadsheet, which the menu cannot try. */
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

const REPORT = 'Report it with the text at the end of this tab.';
const TRY_AGAIN =
  'Check again in a minute: another run may have been in the way. If it differs again, report it.';

/** By the claim's id. */
const WORDS: Record<string, { label: string; action?: string }> = {
  'foundations.text.apostrophe-protects': { label: 'Text that begins with =' },
  'foundations.text.apostrophe-is-kept-by-another': { label: 'Text that begins with an apostrophe' },
  'foundations.text.plain-cell-keeps-zeros': { label: 'Text that looks like a number' },
  'foundations.sheet.date-comes-back': { label: 'Dates' },
  'foundations.lock.is-held-until-released': { label: 'Lock', action: TRY_AGAIN },
  'foundations.cache.round-trip': { label: 'Cache', action: TRY_AGAIN },
  'foundations.properties.round-trip': { label: 'Script properties', action: TRY_AGAIN },
  'foundations.digest.is-of-utf8': { label: 'Digest of é' },
};

function checkFoundation(claim: Claim, textMark: string | undefined, script: ScriptToCheck): AccountCheck {
  const { status, expected, came } = checkClaim(claim);
  const words = WORDS[claim.id];
  const check = { label: words?.label ?? claim.id, expected: JSON.stringify(expected) };
  if (status === 'holds') return { ...check, status: 'ok', came: JSON.stringify(came) };
  if (status === 'not run') return { ...check, status: 'note', came: notChecked(String(came)) };
  return { ...check, came: JSON.stringify(came), ...cureOf(claim, textMark, script, words?.action) };
}

/** Set up finds out whether an apostrophe protects text in this account, and text is written accordingly. */
function cureOf(
  { id }: Claim,
  textMark: string | undefined,
  { menu }: ScriptToCheck,
  action = REPORT,
): Pick<AccountCheck, 'status' | 'action'> {
  if (!id.includes('.apostrophe-')) return { status: 'problem', action };
  if (textMark === 'plain')
    return { status: 'note', action: 'Nothing. Text is written without an apostrophe here.' };
  return { status: 'problem', action: `Choose ${menu} > Set up: it finds out how text survives here.` };
}

function notChecked(reason: string): string {
  return `Not checked: ${reason}`;
}
