import { editedRows } from '../tables/sheet';
import { invalidateCredentials } from './credential-cache';
import { DEVICES, KEYS, SESSIONS, USERS } from './tables';
import { endSessions } from './users';

export const ACCOUNT_TABS = [USERS, KEYS, SESSIONS, DEVICES];

/**
 * Handles the sheet's onEdit trigger: a role or an end that is typed by hand applies at once. Sessions of a user who is disabled,
 * or restored, end for good.
 */
export function onAccountEdit({ range }: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  const edited = range?.getSheet().getName();
  if (edited && !ACCOUNT_TABS.some(({ name }) => name === edited)) return;
  invalidateCredentials();
  if (!range || edited !== USERS.name) return;
  const touched = editedRows(USERS, 'disabledAt', range);
  if (touched.length > 0) endSessions(touched.map(({ id }) => id));
}
