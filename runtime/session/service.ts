import { createHash } from 'node:crypto';
import type { ServiceContext } from '../context';
import { type Costs, FREE } from '../execution/costs';
import type { Execution } from '../execution/execution';
import type { Service } from '../execution/service';
import type { SessionCalls } from './calls';

const COSTS: Costs<SessionCalls> = {
  'session.activeUser': FREE,
  'session.effectiveUser': FREE,
  'session.timeZone': FREE,
  'session.temporaryKey': FREE,
};

const SCOPE = 'userinfo.email';
const KEY_LIFE_MS = 30 * 86_400_000;

/** Session. One account runs everything here; it is visible to scripts where it is on Google (facts 3). */
export function sessionService({ google, grants, scheduler }: ServiceContext): Service<SessionCalls> {
  return {
    costs: COSTS,
    handlers: {
      'session.activeUser': (execution) =>
        grants.allows(execution, [SCOPE]) && isPresent(execution) ? google.address : '',
      'session.effectiveUser': (execution) => {
        grants.assert(execution, 'Session.getEffectiveUser', SCOPE);
        return google.address;
      },
      'session.timeZone': ({ script }) => script.manifest.timeZone,
      'session.temporaryKey': ({ script }) => {
        const period = Math.floor(scheduler.now() / KEY_LIFE_MS);
        return createHash('sha256').update(`${script.id} ${google.address} ${period}`).digest('base64');
      },
    },
  };
}

/**
 * Google hides the active user, unless it is the one who deployed the script or created its trigger (reference,
 * Session.getActiveUser). So only callers of a web app that is open to others are anonymous.
 */
function isPresent({ kind, script }: Execution): boolean {
  if (kind === 'web app' || kind === 'page function') return script.manifest.webapp?.access === 'MYSELF';
  return kind !== 'simple trigger';
}
