import { showMessage } from '../platform/dialog';
import { type FirstStep, TO_SHOW_STEPS } from '../platform/first-steps';
import { isGranted, isInManifest, listGranted, PREFIX } from '../platform/scopes';
import type { Finding } from './report';

/** Says what a permission allows, and what happens without it, by the last part of the OAuth scope. */
export type Permissions<C extends string = string> = Readonly<
  Record<C, readonly [name: string, consequence: string]>
>;

const NO_SHEET = 'the sheet cannot be read or written';

/** The permissions of which a manifest has one. */
export const FOR_THE_SHEET = {
  'spreadsheets.currentonly': ['Use this sheet', NO_SHEET],
  spreadsheets: ['Use all your sheets', NO_SHEET],
} as const satisfies Permissions;

/** The permission for timers. */
export const BY_ITSELF = 'Run by itself';

/** Shows the first steps; all else works without it. */
export const FOR_STEPS = {
  [TO_SHOW_STEPS]: ['Show a sidebar', 'the first steps are not shown'],
} as const satisfies Permissions;

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
export function findMissing<C extends string>(
  permissions: Permissions<C>,
  menu: string,
  state: Finding['state'] = 'problem',
): Finding[] {
  return missingPermissions(permissions).map((permission) => {
    const [name, consequence] = permissions[permission];
    const sentence = `The permission "${name}" is missing, so ${consequence}.`;
    return { state, sentence, cure: `Choose ${menu} > Set up and tick every box.` };
  });
}

/** The first of the first steps: which permissions Google has asked for. */
export function toPermissionsStep(permissions: Permissions): FirstStep {
  const asked = Object.entries(permissions).filter(([permission]) => isInManifest(permission));
  const lines = asked.map(([, one]) => explain(one));
  return {
    title: 'Set up',
    isDone: true,
    text: ['Google has asked for these permissions.', ...lines].join('\n'),
  };
}

function explain([name, consequence]: Permissions[string]): string {
  return `${name}: without it ${consequence}.`;
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
  const lines = missing.map((permission) => `- ${explain(permissions[permission])}`);
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
