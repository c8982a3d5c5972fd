import { agree, ask, tell } from '../sheet/dialog';
import { addKey, revoke } from './keys';
import { ROLES } from './roles';
import { addUser, disable, renewPassword } from './users';

/** The functions of the sheet's menu. What is secret appears in a dialog, once, and stands in no cell. */
export function newUser(): void {
  const email = ask('New user', 'Email address:');
  const role = email && ask('New user', `Role (${ROLES.join(', ')}):`);
  const cafeId = role && ask('New user', 'The id of the cafe, for a manager or staff; else leave it empty:');
  if (!email || !role || cafeId === undefined) return;
  const { id, password } = addUser({ email, role, cafeId });
  tell(`${id} has been added`, `Password: ${password}\n\nIt is shown only now. Pass it on by a safe way.`);
}

export function newPassword(): void {
  const email = ask('New password', 'Email address of the user:');
  if (!email) return;
  const { id, password } = renewPassword(email);
  tell(`${id} has a new password`, `Password: ${password}\n\nIt is shown only now. The old one is void.`);
}

export function disableUser(): void {
  const email = ask('Disable a user', 'Email address of the user:');
  if (!email) return;
  const id = disable(email);
  tell(
    `${id} is disabled`,
    'Password, sessions and API keys are refused. To allow them again, clear disabledAt.',
  );
}

export function newKey(): void {
  const email = ask('New API key', 'Email address of the user whom the key acts for:');
  const name = email && ask('New API key', 'What is the key for?');
  if (!email || !name) return;
  const { id, token } = addKey({ email, name, allowsPlain: confirmsPlain() });
  tell(`${id} has been made`, `API key: ${token}\n\nIt is shown only now. Keep it like a password.`);
}

export function revokeKey(): void {
  const id = ask('Revoke an API key', 'Its id, as in the tab Keys (K-1):')?.trim().toUpperCase();
  if (!id) return;
  revoke(id);
  tell(`${id} is revoked`, 'Requests with it are refused from now on.');
}

function confirmsPlain(): boolean {
  return agree(
    'New API key',
    'May the key stand in an address (plain calls)? Whoever sees the address then has the key.',
  );
}
