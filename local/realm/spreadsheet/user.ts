import { emulated } from '../not-emulated';

export function user(email: string): GoogleAppsScript.Base.User {
  return emulated('User', { getEmail: () => email });
}
