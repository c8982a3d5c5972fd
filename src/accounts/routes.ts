import * as v from 'valibot';
import { type Call, type Routes, route } from '../http/route';
import { ROLES } from './roles';
import { login, logout } from './sessions';

/** Its message does not quote the value, which may be a password. */
const Text = v.string('must be a string.');

const Login = v.strictObject({
  email: v.pipe(Text, v.nonEmpty(), v.maxLength(254)),
  password: v.pipe(Text, v.nonEmpty(), v.maxLength(1_000)),
});

const LoggedIn = v.object({
  token: v.string(),
  user: v.object({ id: v.string(), role: v.picklist(ROLES) }),
});

export const ACCOUNT_ROUTES = {
  'POST /v1/auth/login': route({
    summary: 'Exchanges an email address and a password for a session token, valid for 12 hours.',
    access: 'public',
    body: Login,
    response: LoggedIn,
    errorStatuses: [401],
    handle: ({ body }) => login(body),
  }),
  'POST /v1/auth/logout': route({
    summary: 'Ends the session whose token the request carries.',
    access: ROLES,
    response: v.object({ ok: v.literal(true) }),
    handle: endSession,
  }),
  'POST /v1/auth/session': route({
    summary: 'The same as POST /v1/auth/login, for cafe staff.',
    access: 'public',
    body: Login,
    response: LoggedIn,
    status: 201,
    errorStatuses: [401],
    handle: ({ body }) => login(body),
  }),
  'DELETE /v1/auth/session': route({
    summary: 'Ends the session whose token the request carries.',
    access: ROLES,
    response: v.object({ ok: v.literal(true) }),
    handle: endSession,
  }),
} satisfies Routes;

function endSession({ request }: Call<undefined, undefined>): { ok: true } {
  logout(request);
  return { ok: true };
}
