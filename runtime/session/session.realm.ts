import { emulated } from '../realm/emulated';
import { caller } from '../realm/host';
import type { SessionCalls } from './calls';

const call = caller<SessionCalls>();

type Official = GoogleAppsScript.Base.Session;

export const session = emulated<Official>('Base.Session', {
  getActiveUser: () => user(call('session.activeUser')),
  getEffectiveUser: () => user(call('session.effectiveUser')),
  getActiveUserLocale: () => 'en',
  getScriptTimeZone: () => call('session.timeZone'),
  getTimeZone: () => call('session.timeZone'),
  getUser: () => user(call('session.activeUser')),
  getTemporaryActiveUserKey: () => call('session.temporaryKey'),
} satisfies Partial<Official>);

function user(email: string): GoogleAppsScript.Base.User {
  return emulated('Base.User', { getEmail: () => email, getUserLoginId: () => email, toString: () => email });
}
