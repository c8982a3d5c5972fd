import type { ExecutionView } from '../execution/execution-history';
import { toSeconds, toTime } from './show';
import type { PanelProps } from './use-server';

/** The executions: what each called, and how long that would have taken on Google. */
export function Executions({ state }: PanelProps) {
  return (
    <ul class="list">
      {state.executions.map((execution) => (
        <li key={execution.id}>
          <details>
            <summary>
              <strong>
                {execution.script} {execution.function}
              </strong>{' '}
              <span class={`status ${execution.status.replace(' ', '-')}`}>{execution.status}</span>{' '}
              <small>{toWords(execution)}</small>
            </summary>
            {execution.log.map(({ level, text }, index) => (
              <pre key={index}>{`${level}: ${text}`}</pre>
            ))}
            <Calls calls={execution.calls} />
          </details>
          {execution.error && <p class="problem">{`${execution.error.name}: ${execution.error.message}`}</p>}
        </li>
      ))}
    </ul>
  );
}

function toWords({
  kind,
  startedAt,
  modelledMs,
  computedMs,
  realMs,
  services,
  calls,
}: ExecutionView): string {
  const counts = Object.entries(services).map(([service, count]) => `${service} ${count}`);
  const here = realMs === null ? '' : `, ${realMs} ms here (${computedMs ?? '?'} computing)`;
  const called = calls.length === 0 ? 'no calls' : counts.join(', ');
  return `${kind}, ${toTime(startedAt)}, ${toSeconds(modelledMs)} on Google${here}, ${called}`;
}

function Calls({ calls }: Pick<ExecutionView, 'calls'>) {
  if (calls.length === 0) return <p>No service calls.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">After</th>
          <th scope="col">Call</th>
          <th scope="col">Took</th>
          <th scope="col">Cells</th>
        </tr>
      </thead>
      <tbody>
        {calls.map(({ method, at, ms, cells }, index) => (
          <tr key={index}>
            <td>{toSeconds(at)}</td>
            <td>{method}</td>
            <td>{toSeconds(ms)}</td>
            <td>{cells || ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
