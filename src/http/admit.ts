import { HttpError } from './http-error';
import type { Request } from './request';
import type { AnyRoute, Caller } from './route';
import type { Api } from './serve';

const MISSING = 'Missing credentials. Send "Authorization: Bearer <API key or session token>".';

/** Who calls, if he may. @throws HttpError 401 or 403 */
export function admit(api: Api, { access }: AnyRoute, request: Request): Caller | undefined {
  if (access === 'signed') return assertSignable(request);
  if (access === 'public') return findCaller(api, request);
  const caller = api.authenticate(request);
  if (!caller) throw new HttpError(401, 'unauthorized', MISSING);
  if (access.includes(caller.role)) return caller;
  const message = `The role ${caller.role} cannot do this. Required: ${access.join(' or ')}.`;
  throw new HttpError(403, 'forbidden', message);
}

/** A signature comes in a header, and a web app is shown none. */
function assertSignable({ way }: Request): undefined {
  if (way === 'envelope') return undefined;
  throw new HttpError(
    401,
    'signature_unavailable',
    'A plain call cannot carry a signature. Send it through the gateway.',
  );
}

/** Where nobody needs a credential, one that has expired is no obstacle: it may be on its way to a login. */
function findCaller(api: Api, request: Request): Caller | undefined {
  try {
    return api.authenticate(request);
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) return undefined;
    throw error;
  }
}
