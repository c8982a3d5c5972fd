import { createKey } from '../../src/accounts/keys';
import { normalizeEmail, USERS } from '../../src/accounts/tables';
import {
  createUser,
  DEMO_COST,
  type NewUser,
  renewPassword,
  type UserWithPassword,
} from '../../src/accounts/users';
import { setTestMode } from '../../src/platform/test-mode';
import { UserError } from '../../src/platform/user-error';
import { scan } from '../../src/tables/tables';

export interface Demo {
  users: NewUser[];
  /** Token of the one API key; it acts for the first user and may make plain calls. */
  key: string;
}

export interface DemoSecrets {
  users: Omit<UserWithPassword, 'id'>[];
  apiKey: string;
}

/**
 * Adds the users and the API key of a first start on a laptop, in test mode, and returns the secrets. No deployed script has
 * this function. Refused where there are other users; a user whom an interrupted start has left gets another password.
 */
export function seedDemo({ users, key }: Demo): DemoSecrets {
  const known = scan(USERS, ['email']).map(({ email }) => normalizeEmail(email));
  const wanted = users.map(({ email }) => normalizeEmail(email));
  if (known.some((email) => !wanted.includes(email)))
    throw new UserError('The Users tab has users of its own, so no demo data is added.');
  const added = users.map((user) =>
    known.includes(normalizeEmail(user.email)) ? again(user) : createUser(user, DEMO_COST),
  );
  setTestMode(true);
  const { token } = createKey({ email: wanted[0] ?? '', name: key, allowsPlain: true });
  return { users: added.map(({ id: _, ...user }) => user), apiKey: token };
}

function again({ email, role, cafeId = '' }: NewUser): UserWithPassword {
  return { email: normalizeEmail(email), role, cafeId, ...renewPassword(email, DEMO_COST) };
}
