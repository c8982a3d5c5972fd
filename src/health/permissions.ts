import { showMessage } from '../platform/dialog';
import { toProblem } from './checks';
import type { Finding } from './report';

const PREFIX = 'https://www.googleapis.com/auth/';

/** By the last part of the OAuth scope: what does not work without it. */
export type Permissions<C extends string = string> = Readonly<Record<C, string>>;

/**
 * Those of the manifest that the owner has not granted: the boxes of Google's consent screen start empty (platform facts
 * 4.2). To ask needs no permission.
 */
export function missingPermissions<C extends string>(permissions: Permissions<C>): C[] {
  const granted = authorization().getAuthorizedScopes();
  const missing = (Object.keys(permissions) as C[]).filter((permission) => !isGranted(permission, granted));
  return missing.filter(isInManifest);
}

/** Also false for one that the manifest does not have. */
export function hasPermission(permission: string): boolean {
  return isGranted(permission, authorization().getAuthorizedScopes()) && isInManifest(permission);
}

/** The manifest has one of them: the second with --wide-sheets (docs/deploy.md). */
export const SPREADSHEET_PERMISSIONS = ['spreadsheets.currentonly', 'spreadsheets'] as const;

/**
 * Google's list is null where nothing is granted, by the reference; in case it is null at other times, each permission is
 * asked for alone. Of the two for the spreadsheet, one that the manifest has no longer may still be granted.
 */
function isGranted(permission: string, granted: readonly string[] | null): boolean {
  const isGiven = (one: string) => (granted ? granted.includes(PREFIX + one) : needsNoGrant(one));
  const isForSpreadsheet = SPREADSHEET_PERMISSIONS.some((one) => one === permission);
  const isByOther = () => SPREADSHEET_PERMISSIONS.some((one) => isGiven(one) && isInManifest(one));
  return isGiven(permission) || (isForSpreadsheet && isByOther());
}

function needsNoGrant(permission: string): boolean {
  const { NOT_REQUIRED } = ScriptApp.AuthorizationStatus;
  return (
    isInManifest(permission) && authorization([PREFIX + permission]).getAuthorizationStatus() === NOT_REQUIRED
  );
}

/** For Health, each permission that is missing. `menu` has the item Set up. */
export function findMissing(permissions: Permissions, menu: string): Finding[] {
  return missingPermissions(permissions).map((permission) =>
    toProblem(
      `The permission ${permission} is missing, so ${permissions[permission]}.`,
      `Choose ${menu} > Set up and tick every box.`,
    ),
  );
}

/**
 * Whether all are granted. Otherwise Google is made to ask for those that are missing, which ends the execution. Its
 * documentation promises that in the script editor alone, so the message explains that way too.
 */
export function ensurePermissions<C extends string>(
  permissions: Permissions<C>,
  missing: readonly C[],
): boolean {
  if (missing.length === 0) return true;
  const lines = missing.map((permission) => `- ${permission}: without it ${permissions[permission]}.`);
  showMessage(
    'Permissions are missing',
    [
      'Google asks for them again now, with every box empty. Tick them all.',
      ...lines,
      'Then choose Set up again.',
      'If Google does not ask: choose Extensions > Apps Script, select the function setUp above the code and click Run.',
    ].join('\n\n'),
  );
  requestPermissions(missing);
  return missingPermissions(permissions).length === 0;
}

/** Makes Google ask for those that are missing, which ends the execution. */
export function requestPermissions(permissions: readonly string[]): void {
  ScriptApp.requireScopes(
    ScriptApp.AuthMode.FULL,
    permissions.map((permission) => PREFIX + permission),
  );
}

/** A deployment may do without some. Google throws for a scope that the manifest does not have. */
export function isInManifest(permission: string): boolean {
  try {
    authorization([PREFIX + permission]);
    return true;
  } catch {
    return false;
  }
}

/** The published types lack the form that asks for single scopes. */
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
