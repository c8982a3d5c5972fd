import type { CaseSummary } from '../../src/tracker/answers';
import { Link } from '../link';
import type { Search } from '../server';
import { Time } from '../time';
import { Marked } from './marked';
import { selection } from './view';

interface Props {
  /** Undefined while it is being read. */
  summary: CaseSummary | undefined;
  /** From 0. */
  place: number;
  total: number;
  /** Its top edge. */
  top: number;
  search: Search;
  isSelected: boolean;
}

/** One case: the whole row is a link to it. */
export function CaseRow({ summary, place, total, top, search, isSelected }: Props) {
  const select = () => {
    if (summary && !isSelected) selection.set({ caseNumber: summary.caseNumber, place });
  };
  return (
    <li
      class={isSelected ? 'row selected' : 'row'}
      style={{ top: `${top}px` }}
      aria-posinset={place + 1}
      aria-setsize={total}
      onFocusIn={select}
    >
      {summary ? <Filled summary={summary} search={search} /> : <Pending />}
    </li>
  );
}

function Filled({ summary, search }: { summary: CaseSummary; search: Search }) {
  const { caseNumber, sender, subject, issue, status, emailCount, received } = summary;
  return (
    <Link to={{ page: 'case', caseNumber }}>
      <span class="number">{caseNumber}</span>
      <span class="sender" title={sender}>
        <Marked text={sender} part={search.keyword} />
      </span>
      <span class="subject" title={subject}>
        {subject ? <Marked text={subject} part={search.keyword} /> : <i class="soft">No subject</i>}
      </span>
      <span class="issue" title={issue}>
        <Marked text={issue} part={search.issue} />
      </span>
      <span class="status" data-status={status}>
        {status}
      </span>
      <span class="mails">
        {emailCount}
        <span class="unit"> {emailCount === 1 ? 'mail' : 'mails'}</span>
      </span>
      <span class="time">
        <Time iso={received} />
      </span>
    </Link>
  );
}

function Pending() {
  return (
    <span class="pending">
      <span class="unseen">Loading…</span>
    </span>
  );
}

/** What stands there until the first cases come. */
export function Skeleton() {
  return (
    <div class="skeleton" role="status">
      <span class="unseen">Loading the cases…</span>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <span key={row} class="pending" />
      ))}
    </div>
  );
}
