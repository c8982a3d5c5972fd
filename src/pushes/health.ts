import { formatDuration, type HealthCheck, toProblem } from '../health/checks';
import type { Finding } from '../health/report';
import { scan } from '../tables/tables';
import { type EndpointKind, kindOf } from './event-source';
import { isFailing } from './receivers';
import { PUSH_ENDPOINTS, type PushEndpoint } from './tables';

const COLUMNS = ['id', 'cafeId', 'url', 'state', 'failingSince', 'events'] as const;

type Checked = Pick<PushEndpoint, (typeof COLUMNS)[number]>;

/** The push endpoints that get nothing, or not what they should. */
export function pushCheck(kinds: readonly EndpointKind[]): HealthCheck {
  return {
    light: 'out',
    label: 'Push endpoints',
    find: ({ now }) =>
      scan(PUSH_ENDPOINTS, COLUMNS).flatMap((endpoint) =>
        findTrouble(endpoint, kindOf(kinds, endpoint), now),
      ),
  };
}

function findTrouble(endpoint: Checked, kind: EndpointKind, now: number): Finding[] {
  const { id, cafeId, url, state, failingSince, events } = endpoint;
  const name = `The push endpoint ${id} (${url} ${cafeId === '' ? 'for leads' : `of ${cafeId}`})`;
  if (state === 'disabled')
    return [toProblem(`${name} is disabled: nothing is pushed to it.`, 'Enable or delete it.')];
  if (isFailing({ failingSince })) {
    const sentence = `${name} has been failing for ${formatDuration(now - failingSince.getTime())}.`;
    const detail = `Since ${failingSince.toISOString()}.`;
    return [toProblem(sentence, 'The Deliveries tab has the answers of its server.', detail)];
  }
  const unknown = events.find((type) => !kind.events.includes(type));
  if (unknown === undefined) return [];
  return [
    toProblem(`${name} has the unknown event "${unknown}".`, `Known events: ${kind.events.join(', ')}.`),
  ];
}
