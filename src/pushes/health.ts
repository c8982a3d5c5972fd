import type { HealthCheck } from '../health/checks';
import { select } from '../tables/tables';
import { type EndpointKind, kindOf } from './event-source';
import { isFailing } from './receivers';
import { PUSH_ENDPOINTS, type PushEndpoint } from './tables';

const COLUMNS = ['id', 'cafeId', 'url', 'state', 'failingSince', 'events'] as const;

type Checked = Pick<PushEndpoint, (typeof COLUMNS)[number]>;

/** The push endpoints that get nothing, or not what they should. */
export function pushChecks(kinds: readonly EndpointKind[]): HealthCheck[] {
  return select(PUSH_ENDPOINTS, COLUMNS).flatMap((endpoint) => {
    const problem = findProblem(endpoint, kindOf(kinds, endpoint));
    const owner = endpoint.cafeId === '' ? 'for leads' : `of ${endpoint.cafeId}`;
    const detail = `${endpoint.url} ${owner} ${problem}`;
    return problem ? [{ label: `Push endpoint ${endpoint.id}`, detail, status: 'problem' }] : [];
  });
}

function findProblem({ state, failingSince, events }: Checked, kind: EndpointKind): string | undefined {
  if (state === 'disabled') return 'is disabled: nothing is pushed to it. Enable or delete it.';
  if (isFailing({ failingSince })) return `has been failing since ${failingSince.toISOString()}.`;
  const unknown = events.find((type) => !kind.events.includes(type));
  if (unknown === undefined) return undefined;
  return `has the unknown event "${unknown}". Known events: ${kind.events.join(', ')}.`;
}
