import type { CaseSummary } from '../../src/tracker/page/answers';
import { Link } from '../link';
import type { Search } from '../server';
import { Time } from '../time';
import { Marked } from './marked';
import { selection } from './selection';

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
      class={isSelected ? 'selected' : ''}
      style={{ top: `${top}px` }}
      aria-posinset={place + 1}
      aria-setsize={total}
      onFocusIn={select}
    >
      {summary ? <Filled summary={summary} search={search} /> : <span class="unseen">Loading…</span>}
    </li>
  );
}

function Filled({ summary, search }: { summary: CaseSummary; search: Search }) {
  const { caseNumber, sender, subject, issue, status, emailCount, received } = summary;
  return (
    <Link class="plain" to={{ page: 'case', caseNumber }}>
      <span class="number soft">{caseNumber}</span>
      <span class="sender">
        <Marked text={sender} part={search.keyword} />
      </span>
      <b class="subject" title={subject}>
        <Marked text={subject || 'No subject'} part={search.keyword} />
      </b>
      <span class="issue soft" title={issue}>
        <Marked text={issue} part={search.issue} />
      </span>
      <span class="status" data-status={status}>
        {status}
      </span>
      <span class="mails">
        {emailCount}
        <span> {emailCount === 1 ? 'mail' : 'mails'}</span>
      </span>
      <Time iso={received} />
    </Link>
  );
}
