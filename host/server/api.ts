import { authenticate, tokenOf } from '../../src/accounts/authenticate';
import { credentialKeys } from '../../src/accounts/credential-cache';
import { countRequest } from '../../src/accounts/rate-limit';
import { DESK_ROUTES, toHttpError } from '../../src/api/desks';
import { payments } from '../../src/cafe/payments/payments';
import { ORDERS } from '../../src/cafe/tables';
import { logError } from '../../src/health/errors';
import { signerOf } from '../../src/http/connectable';
import { ServiceState } from '../../src/http/fields';
import { HttpError } from '../../src/http/http-error';
import type { Reply } from '../../src/http/reply';
import { type Request, type Routes, route } from '../../src/http/route';
import { type Api, serve } from '../../src/http/serve';
import { withDocument } from '../../src/http/web-app';
import { LISTS_KEY } from '../../src/leads/lists';
import { RULES_KEYS } from '../../src/leads/scoring/scoring-rules';
import { LEADS, VEHICLES } from '../../src/leads/tables';
import { VERSION } from '../../src/platform/build';
import * as cache from '../../src/platform/cache';
import { endExecution } from '../../src/platform/execution';
import { SETTINGS_KEYS } from '../../src/platform/settings';
import { RECEIVER_KEYS } from '../../src/pushes/receivers';
import type { Table } from '../../src/tables/tables';
import { texts } from '../../src/texts/texts';
import { DatabaseUnavailable, query, SqlError } from '../database/sql';
import { DISK_FULL } from '../database/statement';
import { WINDOW_ROUTES } from '../move/window/routes';
import { countAlong } from '../services/rate-limit';
import { foresee } from '../store/read';

/** While the database restarts, callers are told to wait this long. */
const RETRY_AFTER_S = 5;
/** Somebody has to make room first. */
const RETRY_WHEN_FULL_S = 60;

/** Routes for monitoring. */
const HEALTH_ROUTES: Routes = {
  'GET /v1/health': route({
    summary: 'Returns ok when the service runs and its database answers.',
    access: 'public',
    response: ServiceState,
    errorStatuses: [503],
    handle() {
      query('select 1');
      return { status: 'ok', version: VERSION };
    },
  }),
};

/** Every endpoint, for the OpenAPI document too. */
export const HOST_ROUTES: readonly Routes[] = [HEALTH_ROUTES, ...DESK_ROUTES];

/**
 * The API as a worker runs it; `readDocument` returns its OpenAPI document as JSON. What a request leaves in memory is
 * forgotten.
 */
export function createHostApi(readDocument: () => string): (request: Omit<Request, 'transport'>) => Reply {
  const api: Api = {
    routes: [...withDocument(HOST_ROUTES, readDocument), WINDOW_ROUTES],
    admit,
    authenticate,
    countRequest,
    toHttpError: (error) => toUnavailable(error) ?? toHttpError(error),
    logError,
  };
  return (request) => {
    try {
      return serve(api, () => ({ ...request, transport: 'envelope' }));
    } finally {
      endExecution();
    }
  };
}

/** Requests that read one row, as their paths say. */
const FORESEEN: readonly [RegExp, Table][] = [
  [/^\/v1\/leads\/([\w-]+)$/, LEADS],
  [/^\/v1\/vehicles\/([\w-]+)$/, VEHICLES],
  [/^\/v1\/orders\/([\w-]+)$/, ORDERS],
];

/**
 * Reads in one statement what most requests with a credential ask the cache for. In the same exchange the request is counted,
 * and the row is read that it is about to ask for: it is shown to nobody before the credential has been looked at.
 */
function admit(request: Request): void {
  const token = tokenOf(request);
  if (!token) return;
  const keys = credentialKeys(token);
  countAlong(token.countedBy, keys[0] ?? '');
  for (const [path, table] of request.method === 'GET' ? FORESEEN : []) {
    const id = path.exec(request.path)?.[1];
    if (id !== undefined) foresee(table, id);
  }
  cache.readAhead([...keys, ...SETTINGS_KEYS, ...RULES_KEYS, LISTS_KEY, ...RECEIVER_KEYS]);
}

/** Tells if a webhook is from the provider whose signature it has. */
export function isSigned(envelope: Omit<Request, 'transport'>): boolean {
  const request = { ...envelope, transport: 'envelope' } as const;
  try {
    if (request.path === payments.path) signerOf(request, payments);
    else signerOf(request, texts);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  } finally {
    endExecution();
  }
}

/** The host itself reports it, once for all who meet it; storing the error would ask the same database. */
function toUnavailable(cause: unknown): HttpError | undefined {
  const options = { cause, isKnown: true } as const;
  if (cause instanceof SqlError && cause.code === DISK_FULL) {
    const message =
      'The disk of the database is full, and the change was not stored. Nothing stored before is lost.';
    return new HttpError(503, 'unavailable', message, { ...options, retryAfter: RETRY_WHEN_FULL_S });
  }
  if (!(cause instanceof DatabaseUnavailable)) return undefined;
  const message =
    'The database is not available at the moment. A change may have been made: retry it with the same Idempotency-Key.';
  return new HttpError(503, 'unavailable', message, { ...options, retryAfter: RETRY_AFTER_S });
}
