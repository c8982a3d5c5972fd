import { confirm, prompt, showMessage } from '../platform/dialog';
import { createKey, revoke } from './keys';
import { ROLES } from './roles';
import { createUser, disable, renewPassword } from './users';

// The functions of the sheet's menu. A secret is shown once, in a dialog, and written into no cell.

export function newUser(): void {
  const email = prompt('New user', 'Email address:');
  const role = email && prompt('New user', `Role (${ROLES.join(', ')}):`);
  const cafeId =
    role && prompt('New user', 'Cafe ID, for a manager or staff. Leave it empty for other roles:');
  if (!email || !role || cafeId === undefined) return;
  const { id, password } = createUser({ email, role, cafeId });
  showMessage(
    `${id} has been added`,
    `Password: ${password}\n\nYou will not see it again. Pass it on over a secure channel.`,
  );
}

export function newPassword(): void {
  const email = prompt('New password', 'Email address of the user:');
  if (!email) return;
  const { id, password } = renewPassword(email);
  showMessage(
    `${id} has a new password`,
    `Password: ${password}\n\nYou will not see it again. The old password no longer works.`,
  );
}

export function disableUser(): void {
  const email = prompt('Disable a user', 'Email address of the user:');
  if (!email) return;
  const id = disable(email);
  showMessage(
    `${id} is disabled`,
    'Password, sessions and API keys no longer work. To restore them, clear disabledAt.',
  );
}

export function newKey(): void {
  const email = prompt('New API key', 'Email address of the user the key acts for:');
  const name = email && prompt('New API key', 'What is the key for?');
  if (!email || !name) return;
  const allowsPlain = confirm(
    'New API key',
    'Allow this key in URLs (plain calls)? Anyone who sees such a URL has the key.',
  );
  const { id, token } = createKey({ email, name, allowsPlain });
  showMessage(
    `${id} has been created`,
    `API key: ${token}\n\nYou will not see it again. Store it like a password.`,
  );
}

export function revokeKey(): void {
  const id = prompt('Revoke an API key', 'Key ID, as in the Keys tab (K-1):')?.trim().toUpperCase();
  if (!id) return;
  revoke(id);
  showMessage(`${id} is revoked`, 'Requests with it are refused from now on.');
}
