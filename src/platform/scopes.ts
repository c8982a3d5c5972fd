/** Permissions that the owner has given the script, by the last part of the OAuth scope. To ask needs no permission. */

export const PREFIX = 'https://www.googleapis.com/auth/';

/** Returns false for a permission that the manifest lacks, too. */
export function hasPermission(permission: string): boolean {
  return isGranted(permission, listGranted()) && isInManifest(permission);
}

/** The manifest has one of them: the second with --wide-sheets (docs/deploy.md). */
export const SPREADSHEET_PERMISSIONS = ['spreadsheets.currentonly', 'spreadsheets'] as const;

/**
 * Google's list is null where nothing is granted, by the reference; in case it is null at other times, each permission is
 * asked for alone. Of the two for the spreadsheet, one that the manifest has no longer may still be granted.
 */
export function isGranted(permission: string, granted: readonly string[] | null): boolean {
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

/** A deployment may do without some. Google throws for a scope that the manifest does not have. */
export function isInManifest(permission: string): boolean {
  try {
    authorization([PREFIX + permission]);
    return true;
  } catch {
    return false;
  }
}

/** Null where Google gives no list. */
export function listGranted(): readonly string[] | null {
  return authorization().getAuthorizedScopes();
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
