import { hasEnded, USERS } from '../../src/accounts/tables';
import { getKnownUser, getUser, promptForRights, toRights, withoutCached } from '../../src/accounts/users';
import { askForCafe } from '../../src/cafe/cafes';
import { prompt, showMessage } from '../../src/platform/dialog';
import { UserError } from '../../src/platform/user-error';
import { NEVER, update } from '../../src/tables/tables';

const EMAIL = 'Email address of the user:';

/** Does what editing the Users tab does in a sheet. Takes effect at once, for sessions and keys too. */
export function changeUser(): void {
  const title = 'Change a user';
  const email = prompt(title, EMAIL);
  if (!email) return;
  const { id } = getUser(email);
  const typed = promptForRights(title, askForCafe);
  if (!typed) return;
  const rights = toRights(typed);
  withoutCached(() => update(USERS, id, () => rights));
  const { role, cafeId, phone } = rights;
  const parts = [`Role: ${role}.`, cafeId && `Cafe: ${cafeId}.`, phone && `Phone: ${phone}.`];
  showMessage(`${id} has been changed`, parts.filter(Boolean).join(' '));
}

/** Earlier sessions stay ended. */
export function enableUser(): void {
  const email = prompt('Enable a user', EMAIL);
  if (!email) return;
  const { id, disabledAt } = getKnownUser(email);
  if (!hasEnded(disabledAt)) throw new UserError(`The user ${id} is not disabled.`);
  withoutCached(() => update(USERS, id, () => ({ disabledAt: NEVER })));
  showMessage(`${id} is enabled`, 'Password and API keys work again. The user can log in.');
}
