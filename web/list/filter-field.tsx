import { STATUSES } from '../../src/tracker/answers';
import type { Draft } from './use-search';

export const FILTERS = ['caseNumber', 'issue', 'status', 'from', 'to'] as const;
type Filter = (typeof FILTERS)[number];

const LABELS: Record<Filter, string> = {
  caseNumber: 'Case number',
  issue: 'Issue contains',
  status: 'Status',
  from: 'Received from',
  to: 'Received to',
};

interface Props extends Pick<Draft, 'draft' | 'change'> {
  name: Filter;
  /** Why the script does not search for what stands in it. */
  refusal: Error | undefined;
}

export function FilterField(props: Props) {
  const { name, refusal } = props;
  return (
    <div>
      <label htmlFor={`filter-${name}`}>{LABELS[name]}</label>
      <Control {...props} />
      {refusal && (
        <span role="alert" id={`refused-${name}`}>
          {refusal.message}
        </span>
      )}
    </div>
  );
}

function Control({ name, draft, change, refusal }: Props) {
  const shared = {
    id: `filter-${name}`,
    value: draft[name] ?? '',
    onInput: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
    ...(refusal ? { 'aria-invalid': true, 'aria-describedby': `refused-${name}` } : {}),
  };
  if (name === 'from' || name === 'to') return <input type="date" {...shared} />;
  if (name !== 'status') return <input type="text" {...shared} />;
  return (
    <select {...shared}>
      <option value="">Any</option>
      {STATUSES.map((status) => (
        <option key={status}>{status}</option>
      ))}
    </select>
  );
}
