import { showMessage } from '../platform/dialog';
import { isGranted, isInManifest, listGranted, PREFIX } from '../platform/scopes';
import { toProblem } from './checks';
import type { Finding } from './report';

/** Consequences of a missing permission, by the last part of the OAuth scope. */
export type Permissions<C extends string = string> = Readonly<Record<C, string>>;

/**
 * Lists permissions of the manifest that the owner has not granted: the boxes of Google's consent screen start empty
 * (platform facts 4.2). To ask needs no permission.
 */
export function missingPermissions<C extends string>(permissions: Permissions<C>): C[] {
  const granted = listGranted();
  const missing = (Object.keys(permissions) as C[]).filter((permission) => !isGranted(permission, granted));
  return missing.filter(isInManifest);
}

/** Finds each permission that is missing, for Health. `menu` has the item Set up. */
export function findMissing(permissions: Permissions, menu: string): Finding[] {
  return missingPermissions(permissions).map((permission) =>
    toProblem(
      `The permission ${permission} is missing, so ${permissions[permission]}.`,
      `Choose ${menu} > Set up and tick every box.`,
    ),
  );
}

/**
 * Returns true if all are granted. Otherwise Google is made to ask for those that are missing, which ends the execution. Its
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
