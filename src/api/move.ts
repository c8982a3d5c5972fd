import { keysOfCaller } from '../accounts/authenticate';
import type { Request } from '../http/route';
import { assertServedHere, readMove } from '../move/move';
import { moveRoutes } from '../move/routes';
import { type Jobs, runWorker, workerKeys } from '../outbox/worker';
import * as cache from '../platform/cache';
import { SETTINGS_KEYS } from '../platform/settings';
import { refreshWindow, windowKeys } from '../window/window';
import { HEALTH_KEYS } from './health';
import { MOVED_TABLES, SEALED_TABLES } from './moved-tables';
import { WINDOW_TABS } from './window';

export const MOVE_ROUTES = moveRoutes(MOVED_TABLES, SEALED_TABLES);

/** Together with what `authenticate` will read, so that it costs no call of its own. @throws HttpError 503 */
export function admit(request: Request): void {
  cache.readAhead([...SETTINGS_KEYS, ...HEALTH_KEYS, ...keysOfCaller(request)]);
  assertServedHere(request);
}

/** Every minute. Once the move has begun nothing is sent from here, so that nothing is sent twice. */
export function runTimer(jobs: Jobs): void {
  cache.readAhead([...SETTINGS_KEYS, ...workerKeys(jobs), ...windowKeys(WINDOW_TABS)]);
  const move = readMove();
  if (move.state === 'none') runWorker(jobs);
  if (move.state === 'moved') refreshWindow(move, WINDOW_TABS);
}
