import { createHash } from 'node:crypto';
import type { Grants } from '../account/grants';
import { type Costs, FREE } from '../execution/costs';
import type { Execution } from '../execution/execution';
import type { Scheduler } from '../execution/scheduler';
import type { Service } from '../execution/service';
import type { SessionCalls } from './calls';

/** Parts that Session works on. */
interface SessionParts {
  google: { address: string };
  grants: Grants;
  scheduler: Scheduler;
}

const COSTS: Costs<SessionCalls> = {
  'session.activeUser': FREE,
  'session.effectiveUser': FREE,
  'session.timeZone': FREE,
  'session.temporaryKey': FREE,
};

const SCOPE = 'userinfo.email';
const KEY_LIFE_MS = 30 * 86_400_000;

/** Session. One account runs everything here; it is visible to scripts where it is on Google (facts 3). */
export function sessionService({ google, grants, scheduler }: SessionParts): Service<SessionCalls> {
  return {
    costs: COSTS,
    handlers: {
      'session.activeUser': (execution) => {
        // A simple trigger has no permissions, but its owner has granted them.
        const isAllowed = grants.allows({ script: execution.script, kind: 'run' }, [SCOPE]);
        return isAllowed && isPresent(execution) ? google.address : '';
      },
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
 * Google hides the active user where a script runs without that user's authorization, but not from "the developer [who]
 * runs the script themselves" (reference, Session.getActiveUser), which is who opens, edits and visits here. Only who
 * visits an app that is open to anybody need not be signed in.
 */
function isPresent({ kind, script }: Execution): boolean {
  if (kind !== 'web app' && kind !== 'page function') return true;
  const { webapp } = script.manifest;
  return webapp !== undefined && webapp.access !== 'ANYONE_ANONYMOUS';
}
