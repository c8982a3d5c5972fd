import { showMessage } from '../platform/dialog';

const PREFIX = 'https://www.googleapis.com/auth/';

/** Permissions by the last part of their scopes, and what does not work without each. */
export type Permissions<C extends string = string> = Readonly<Record<C, string>>;

/**
 * Those that the manifest asks for and nobody has given: the boxes of Google's consent screen start unticked (platform
 * facts 4.2). Asking needs none of them.
 */
export function missingPermissions<C extends string>(permissions: Permissions<C>): C[] {
  const granted = authorization().getAuthorizedScopes();
  const missing = (Object.keys(permissions) as C[]).filter((permission) => !isGranted(permission, granted));
  return missing.filter(isAskedFor);
}

/** Also false where the manifest does not even ask for it. */
export function hasPermission(permission: string): boolean {
  return isGranted(permission, authorization().getAuthorizedScopes()) && isAskedFor(permission);
}

/** The manifest asks for one of them: the second with --wide-sheets (docs/deploy.md). */
export const SPREADSHEET_PERMISSIONS = ['spreadsheets.currentonly', 'spreadsheets'] as const;

/**
 * The reference has null for the list where nothing is granted; should Google answer null at other times, it is asked for
 * each permission alone. Of the two for the spreadsheet one may still be granted that the manifest asks for no longer.
 */
function isGranted(permission: string, granted: readonly string[] | null): boolean {
  const isGiven = (one: string) => (granted ? granted.includes(PREFIX + one) : needsNoConsent(one));
  const isForSpreadsheet = SPREADSHEET_PERMISSIONS.some((one) => one === permission);
  const isByOther = () => SPREADSHEET_PERMISSIONS.some((one) => isGiven(one) && isAskedFor(one));
  return isGiven(permission) || (isForSpreadsheet && isByOther());
}

function needsNoConsent(permission: string): boolean {
  const { NOT_REQUIRED } = ScriptApp.AuthorizationStatus;
  return (
    isAskedFor(permission) && authorization([PREFIX + permission]).getAuthorizationStatus() === NOT_REQUIRED
  );
}

/** `menu` is where Set up stands. */
export function permissionProblem<C extends string>(
  permissions: Permissions<C>,
  permission: C,
  menu: string,
): string {
  return `The permission ${permission} is missing, so ${permissions[permission]}: choose ${menu} > Set up and tick every box.`;
}

/**
 * Whether all of them are given. What is missing is told, and Google asked to ask for it again, which ends the execution:
 * the documentation says so of the script editor, so the message names the way through the editor too.
 */
export function demandPermissions<C extends string>(
  permissions: Permissions<C>,
  missing: readonly C[],
): boolean {
  if (missing.length === 0) return true;
  const lines = missing.map((permission) => `- ${permission}: without it ${permissions[permission]}.`);
  showMessage(
    'Permissions are missing',
    [
      'Google asks for them again now, and starts with every box empty: tick them all.',
      ...lines,
      'Then choose Set up once more.',
      'If Google does not ask: choose Extensions > Apps Script, select the function setUp above the code and click Run.',
    ].join('\n\n'),
  );
  requestPermissions(missing);
  return missingPermissions(permissions).length === 0;
}

/** Has Google ask for what is missing of them, which ends the execution. */
export function requestPermissions(permissions: readonly string[]): void {
  ScriptApp.requireScopes(
    ScriptApp.AuthMode.FULL,
    permissions.map((permission) => PREFIX + permission),
  );
}

/** A deployment may do without some: to name a scope that its manifest lacks is an error. */
export function isAskedFor(permission: string): boolean {
  try {
    authorization([PREFIX + permission]);
    return true;
  } catch {
    return false;
  }
}

/** The published types lack what answers scope by scope. */
interface Authorizer {
  getAuthorizationInfo(
    mode: GoogleAppsScript.Script.AuthMode,
    scopes?: string[],
  ): GoogleAppsScript.Script.AuthorizationInfo & { getAuthorizedScopes(): string[] | null };
}

function authorization(scopes?: string[]): ReturnType<Authorizer['getAuthorizationInfo']> {
  const { FULL } = ScriptApp.AuthMode;
  const script = ScriptApp as unknown as Authorizer;
  return scopes ? script.getAuthorizationInfo(FULL, scopes) : script.getAuthorizationInfo(FULL);
}
