import { invalidateCredentials } from './credential-cache';
import { KEYS, SESSIONS, USERS } from './tables';

export const ACCOUNT_TABS = [USERS, KEYS, SESSIONS];

/** From the sheet's onEdit trigger: a role or an end that is typed by hand applies at once. */
export function onAccountEdit({ range }: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  const edited = range?.getSheet().getName();
  if (!edited || ACCOUNT_TABS.some(({ name }) => name === edited)) invalidateCredentials();
}
