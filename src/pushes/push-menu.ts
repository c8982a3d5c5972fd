import { NO_RECORD } from '../http/idempotency';
import { prompt, showMessage } from '../platform/dialog';
import { UserError } from '../platform/user-error';
import { find } from '../tables/tables';
import { readPushSettings, renewSecret } from './endpoint-secrets';
import { findUrlProblem } from './endpoint-url';
import { insertEndpoint } from './endpoints';
import { type EndpointKind, kindOf } from './event-source';
import { PUSH_ENDPOINTS } from './tables';

const ONCE = 'You will not see it again. The receiver uses it to verify pushes.';

const TITLE = 'New push endpoint';
const LEADS = 'leads';

/** Menu item. A dialog shows the secret once. It is never in a cell. */
export function newPushEndpoint(kinds: readonly EndpointKind[]): void {
  const owner = prompt(TITLE, `Cafe ID, as in the Cafes tab, for its orders. For leads, enter: ${LEADS}`);
  const url = owner && prompt(TITLE, 'URL to push to (https://...):');
  if (!owner || !url) return;
  const cafeId = owner.toLowerCase() === LEADS ? '' : owner;
  if (!kindOf(kinds, { cafeId }).canBelongTo(cafeId))
    throw new UserError(`There is no cafe "${cafeId}" in the Cafes tab.`);
  const problem = findUrlProblem(url, readPushSettings());
  if (problem) throw new UserError(`The URL ${problem}`);
  const { id, secret } = insertEndpoint({ cafeId, url, events: [] }, NO_RECORD).row;
  showMessage(`${id} has been added`, `Secret: ${secret}\n\n${ONCE}`);
}

export function renewPushSecret(): void {
  const id = prompt('New push secret', 'Endpoint ID, as in the Push endpoints tab (P-1):');
  if (!id) return;
  const endpoint = find(PUSH_ENDPOINTS, id.toUpperCase());
  if (!endpoint) throw new UserError(`There is no push endpoint "${id}".`);
  const secret = renewSecret(endpoint.id);
  showMessage(
    `${endpoint.id} has a new secret`,
    `Secret: ${secret}\n\n${ONCE} The old secret stays valid for another 24 hours.`,
  );
}
