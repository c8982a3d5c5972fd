import type { Execution } from './execution';
import { ServiceError } from './service';

/** An editor add-on is installed for its user, and enabled in a spreadsheet once somebody has used it there. */
export type AddOn = 'installed' | 'enabled';

export type AuthMode = 'NONE' | 'LIMITED' | 'FULL';

/** Source: developers.google.com/workspace/add-ons/concepts/editor-auth-lifecycle */
export function authModeOf({ kind, addOn }: Pick<Execution, 'kind' | 'addOn'>): AuthMode {
  if (kind !== 'simple trigger') return 'FULL';
  return addOn === 'installed' ? 'NONE' : 'LIMITED';
}

/** Checks the authorization. Only menus, the locale, Logger and Utilities work without it. */
export function assertAllowed(execution: Execution, method: string): void {
  if (authModeOf(execution) !== 'NONE' || ALWAYS.some((prefix) => method.startsWith(prefix))) return;
  // Google's message is not known.
  throw new ServiceError('You do not have permission to perform that action.');
}

const ALWAYS = ['console.', 'utilities.', 'spreadsheet.getUi', 'spreadsheet.addMenu', 'session.timeZone'];
