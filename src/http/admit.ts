import { HttpError } from './http-error';
import type { Request } from './request';
import type { AnyRoute, Caller } from './route';
import type { Api } from './serve';

/** Who calls, if he may. @throws HttpError 401 or 403 */
export function admit(api: Api, { access }: AnyRoute, request: Request): Caller | undefined {
  if (access === 'signed') return assertSignable(request);
  if (access === 'public') return findCaller(api, request);
  const caller = api.authenticate(request);
  if (!caller)
    throw new HttpError(401, 'unauthorized', 'A credential is needed: Authorization: Bearer <credential>.');
  if (access.includes(caller.role)) return caller;
  throw new HttpError(403, 'forbidden', `This is for ${access.join(' or ')}, not for ${caller.role}.`);
}

/** A signature comes in a header, and a web app is shown none. */
function assertSignable({ way }: Request): undefined {
  if (way === 'envelope') return undefined;
  throw new HttpError(401, 'signature_unavailable', 'A plain call cannot be signed: use the gateway.');
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
