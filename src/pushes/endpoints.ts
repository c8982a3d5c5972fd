import type { IdempotencyRecord } from '../http/idempotency';
import { type Insertion, insert, NEVER } from '../tables/tables';
import { createSecret, hasSecret } from './endpoint-secrets';
import { invalidateReceivers } from './receivers';
import { PUSH_ENDPOINTS, type PushEndpoint } from './tables';

/** The secret is null if it exists already. A lost secret can be renewed. */
type EndpointWithSecret = PushEndpoint & { secret: string | null };

/** The URL has to be valid. Where an execution ends before the secret is stored, the repeated request creates it. */
export function insertEndpoint(
  given: Pick<PushEndpoint, 'cafeId' | 'url' | 'events'>,
  record: IdempotencyRecord,
): Insertion<EndpointWithSecret> {
  const { row, isNew } = insert(
    PUSH_ENDPOINTS,
    (id): PushEndpoint => ({
      ...given,
      ...record,
      state: 'enabled',
      failingSince: NEVER,
      version: 1,
      id,
      createdAt: new Date(),
    }),
    record,
  );
  const secret = isNew || !hasSecret(row.id) ? createSecret(row.id) : null;
  if (isNew) invalidateReceivers();
  return { isNew, row: { ...row, secret } };
}
