import { emulated } from '../realm/emulated';

export type Person = string | GoogleAppsScript.Base.User;

export function user(email: string): GoogleAppsScript.Base.User {
  return emulated('Base.User', { getEmail: () => email });
}

export function emailOf(person: Person): string {
  return typeof person === 'string' ? person : person.getEmail();
}
