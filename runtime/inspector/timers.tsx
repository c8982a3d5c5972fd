import type { TriggerStatus } from '../script-app/triggers';
import { post } from './server';
import { toTime } from './show';
import type { PanelProps } from './use-server';

export function Timers({ state, act }: PanelProps) {
  if (state.triggers.length === 0)
    return <p>No triggers. A script creates them, mostly from an item of its menu.</p>;
  return (
    <ul class="list">
      {state.triggers.map((trigger) => (
        <li key={trigger.id}>
          <strong>
            {state.scripts.find(({ id }) => id === trigger.scriptId)?.name} {trigger.handler}
          </strong>{' '}
          <small>{toWords(trigger)}</small>
          <button
            type="button"
            aria-label={`Run now: ${trigger.handler}`}
            onClick={() => act(() => post(`triggers/${trigger.id}/run`))}
          >
            Run now
          </button>
        </li>
      ))}
    </ul>
  );
}

function toWords({ event, nextRun, lastRun }: TriggerStatus): string {
  const next = nextRun === undefined ? `waits for ${event}` : `next ${toTime(nextRun)}`;
  if (!lastRun) return `${next}, has not run since the start`;
  return `${next}, last ${toTime(lastRun.at)}: ${lastRun.status}${lastRun.error ? ` (${lastRun.error})` : ''}`;
}
