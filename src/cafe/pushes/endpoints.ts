import type { RequestMark } from '../../http/request-key';
import { type Insertion, insert, remove, update } from '../../tables/tables';
import { forgetReceivers } from './endpoint-cache';
import { forgetSecrets, hasSecret, makeSecret } from './endpoint-secrets';
import { NEW_ENDPOINTS, PUSH_ENDPOINTS, type PushEndpoint } from './push-tables';

const NEVER = new Date(Number.NaN);

export interface NewEndpoint {
  cafeId: string;
  /** Without fault. */
  url: string;
}

/** The secret is shown this once; null where the request was made before: whoever has lost it renews it. */
export type EndpointWithSecret = PushEndpoint & { secret: string | null };

/** The row first: whoever died before there was a secret gets it by the same request made again. */
export function addEndpoint(given: NewEndpoint, mark: RequestMark): Insertion<EndpointWithSecret> {
  const inserted = insert(
    NEW_ENDPOINTS,
    (id): PushEndpoint => ({ ...given, ...mark, ...NEW, id, createdAt: new Date() }),
    mark,
  );
  const { row, isNew } = inserted;
  const secret = isNew || !hasSecret(row.id) ? makeSecret(row.id) : null;
  if (isNew) forgetReceivers();
  return { isNew, row: { ...row, secret } };
}

const NEW = { state: 'enabled', failingSince: NEVER, version: 1 } as const;

/** Whatever is waiting for it is dropped once it is disabled; enabled again, it begins with a clean slate. */
export function setState(
  id: string,
  state: PushEndpoint['state'],
  condition: { ifVersion?: number },
): PushEndpoint | undefined {
  const changed = update(
    PUSH_ENDPOINTS,
    id,
    (endpoint) => (endpoint.state === state ? {} : { state, failingSince: NEVER }),
    condition,
  );
  if (changed) forgetReceivers();
  return changed;
}

/** For good. The row goes first: what is left of a secret after that signs nothing. */
export function deleteEndpoint(id: string, condition: { ifVersion?: number }): boolean {
  const isRemoved = remove(PUSH_ENDPOINTS, id, condition);
  if (isRemoved) forgetReceivers();
  forgetSecrets(id);
  return isRemoved;
}
