import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { CaseSummary } from '../../src/tracker/page/answers';
import { pluralize } from '../format';
import { Link } from '../link';
import type { ListSearch } from '../router';
import { useStore } from '../store';
import { Time } from '../time';
import { caseStore } from './case-store';
import { Highlight } from './highlight';
import { type CaseNumbers, loadRows } from './listing';
import { foldText, searchKey, searchWords } from './search';

import { focusSelected, selection } from './selection';
import { useVisibleRows } from './use-visible-rows';

interface CaseRowsProps {
  search: ListSearch;
  numbers: CaseNumbers;
  /** Whether they are the results of the search before, until those of this one are there. */
  isStale: boolean;
}

interface CaseRowProps {
  /** Undefined while it is being loaded. */
  summary: CaseSummary | undefined;
  /** From 0. */
  place: number;
  total: number;
  /** Its upper edge in the list, in pixels. */
  top: number;
  search: ListSearch;
  isSelected: boolean;
}

/** Rows that are only scrolled past are not loaded. */
const SCROLL_PAUSE_MS = 100;

/** All cases of a list. Only the visible rows and some around them are in the document. */
export function CaseRows({ search, numbers, isStale }: CaseRowsProps) {
  const { from, to, height, added } = useVisibleRows(searchKey(search), numbers);
  const { caseNumber } = useStore(selection);
  const summaries = useStore(caseStore);
  useLayoutEffect(() => {
    // Coming back to the list, the owner goes on at the case that was selected.
    if (document.activeElement?.matches('body, main')) focusSelected();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => loadRows(from, to), SCROLL_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [numbers, from, to]);
  return (
    <>
      {added > 0 && (
        <button type="button" class="added pill float" onClick={() => window.scrollTo(0, 0)}>
          {pluralize(added, 'new case')}
        </button>
      )}
      <ul
        class={isStale ? 'cases stale' : 'cases'}
        aria-label="Cases"
        style={{ height: `${numbers.length * height}px` }}
      >
        {placesToDraw(numbers.indexOf(caseNumber ?? ''), from, Math.min(to, numbers.length)).map((place) => (
          <CaseRow
            key={numbers[place] ?? place}
            summary={summaries.get(numbers[place] ?? '')}
            place={place}
            total={numbers.length}
            top={place * height}
            search={search}
            isSelected={!!caseNumber && numbers[place] === caseNumber}
          />
        ))}
      </ul>
    </>
  );
}

/** The selected row is always drawn, since it may have the focus. */
function placesToDraw(selected: number, from: number, to: number): number[] {
  const places = new Set([selected]);
  for (let place = from; place < to; place++) places.add(place);
  return [...places].filter((place) => place >= 0).sort((a, b) => a - b);
}

/** One case: the whole row is a link to it. */
function CaseRow({ summary, place, total, top, search, isSelected }: CaseRowProps) {
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
      {summary ? (
        <CaseLink summary={summary} search={search} />
      ) : (
        <span class="visually-hidden">Loading…</span>
      )}
    </li>
  );
}

function CaseLink({ summary, search }: { summary: CaseSummary; search: ListSearch }) {
  const { caseNumber, sender, subject, issue, status, emailCount, received } = summary;
  return (
    <Link class="plain" to={{ page: 'case', caseNumber }}>
      <span class="number soft">{caseNumber}</span>
      <span class="sender">
        <Highlight text={sender} words={searchWords(search.keyword)} />
      </span>
      <b class="subject" title={subject}>
        <Highlight text={subject || 'No subject'} words={searchWords(search.keyword)} />
      </b>
      <span class="issue soft" title={issue}>
        <Highlight text={issue} words={search.issue ? [foldText(search.issue)] : []} />
      </span>
      <span class="status" data-status={status}>
        {status}
      </span>
      <span class="messages">
        {emailCount}
        <span> {emailCount === 1 ? 'message' : 'messages'}</span>
      </span>
      <Time iso={received} />
    </Link>
  );
}
