import { useMemo } from 'preact/hooks';
import { type CaseSummary, type Hit, isDue, isUnseen, splitKeyword } from '../../../src/tracker/case/answers';
import { dayAfter, formatShortDay } from '../../shared/format';
import { Person, showMarks } from '../../shared/person';
import { Age, ShortTime } from '../../shared/time';
import { Link } from '../link';
import type { ListSearch } from '../router';
import { StatusGlyph } from '../status-glyph';
import { TEXTS } from '../texts';
import { cursor } from './cursor';
import { findWords, Highlight } from './highlight';
import { selectTo, toggleSelected } from './selection';

interface CaseRowProps {
  /** Undefined while it is being loaded. */
  summary: CaseSummary | undefined;
  hits: readonly Hit[];
  search: ListSearch;
  /** The place in the list, from 0. */
  place: number;
  /** The row's upper edge in the list, in pixels, where it is not beside its neighbours. */
  top: number | undefined;
  isCurrent: boolean;
  isSelected: boolean;
}

const MAX_BEFORE_HIT = 12;

/** One case. Its link covers the row. While a list is scrolled, rows that stay are not drawn again. */
export function CaseRow(props: CaseRowProps) {
  const { summary, hits, search, place, top, isCurrent, isSelected } = props;
  return useMemo(() => drawRow(props), [summary, hits, search, place, top, isCurrent, isSelected]);
}

function drawRow({ summary, place, top, isCurrent, isSelected, ...rest }: CaseRowProps) {
  const isApart = top !== undefined;
  const states = [
    isApart && 'apart',
    isCurrent && 'current',
    isSelected && 'chosen',
    summary && stateOf(summary),
  ];
  const focus = () => {
    if (summary && !isCurrent) cursor.set({ caseNumber: summary.caseNumber, place });
  };
  return (
    <tr
      class={['case', ...states].filter(Boolean).join(' ')}
      style={isApart ? { top: `${top}px` } : undefined}
      // The header is the first row.
      aria-rowindex={place + 2}
      onFocusIn={focus}
    >
      {summary ? <Cells summary={summary} isSelected={isSelected} {...rest} /> : <LoadingCells />}
    </tr>
  );
}

function stateOf(summary: CaseSummary): string {
  if (isUnseen(summary)) return 'unseen';
  return summary.status === 'Closed' ? 'closed' : '';
}

function LoadingCells() {
  return (
    <td class="bars">
      <span class="visually-hidden">{TEXTS.list.loadingRow}</span>
    </td>
  );
}

type CellsProps = Pick<CaseRowProps, 'hits' | 'search' | 'isSelected'> & { summary: CaseSummary };

function Cells({ summary, hits, search, isSelected }: CellsProps) {
  const { caseNumber, sender, senderName, status, lastMailAt, waitingSince } = summary;
  const words = splitKeyword(search.keyword);
  // The address is shown instead if words are found only there.
  const isByAddress = findWords(sender, words).length > findWords(senderName, words).length;
  return (
    <>
      <td class="select">
        <SelectBox caseNumber={caseNumber} isSelected={isSelected} />
      </td>
      <th scope="row" class="sender">
        <Person
          name={isByAddress ? '' : senderName}
          address={sender}
          show={(text) => <Highlight text={text} words={words} />}
        />
      </th>
      <SubjectCell summary={summary} hits={hits} search={search} />
      <td class="status" id={`status-${caseNumber}`}>
        <span data-status={status}>
          <StatusGlyph status={status} /> {status}
        </span>
      </td>
      <td class="number">{caseNumber}</td>
      <td class="time">{search.waitingFor ? <Age iso={waitingSince} /> : <ShortTime iso={lastMailAt} />}</td>
    </>
  );
}

/** Selects a row; with Shift, all rows from the one that was selected last to this one. */
function SelectBox({ caseNumber, isSelected }: { caseNumber: string; isSelected: boolean }) {
  return (
    <label>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={TEXTS.list.selectCase(caseNumber)}
        checked={isSelected}
        onClick={(event) => {
          if (event.shiftKey) selectTo(caseNumber);
          else toggleSelected(caseNumber);
        }}
      />
    </label>
  );
}

/** The subject, and in the room that it leaves the number of messages, the issue, where a search hit, the due date. */
function SubjectCell({ summary, hits, search }: Omit<CellsProps, 'isSelected'>) {
  const { caseNumber, subject, issue, emailCount } = summary;
  const words = splitKeyword(search.keyword);
  const open = (event: MouseEvent) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    selectTo(caseNumber);
  };
  return (
    <td class="subject">
      <Link
        class="plain"
        to={{ page: 'case', caseNumber }}
        title={showMarks(subject)}
        aria-describedby={`status-${caseNumber}`}
        onClick={open}
      >
        {isUnseen(summary) && <span class="visually-hidden">{TEXTS.list.unseen} </span>}
        <bdi>
          <Highlight text={showMarks(subject || TEXTS.list.noSubject)} words={words} />
        </bdi>
      </Link>
      {emailCount > 1 && (
        <small class="count">
          {emailCount}
          <span class="visually-hidden"> {TEXTS.list.messages}</span>
        </small>
      )}
      {(issue || hits.length > 0) && (
        <span class="more">
          {hits.map((hit) => (
            <HitText key={hit.field} hit={hit} words={words} />
          ))}
          {issue && (
            <bdi>
              <Highlight text={issue} words={search.issue ? [search.issue] : []} />
            </bdi>
          )}
        </span>
      )}
      {isDue(summary) && <DueTag due={summary.due} />}
    </td>
  );
}

/** Shows a hit in the notes or messages; one in the subject or the sender is marked there. */
function HitText({ hit, words }: { hit: Hit; words: readonly string[] }) {
  if (hit.field === 'notes')
    return (
      <span class="hit">
        {TEXTS.search.inNotes}{' '}
        <bdi>
          <Highlight text={startAtHit(hit.text, words)} words={words} />
        </bdi>
      </span>
    );
  return hit.field === 'body' ? <span class="hit">{TEXTS.search.inMessages(hit.messages)}</span> : null;
}

/** A row has room for few words, so the excerpt begins shortly before the first one that was found. */
function startAtHit(text: string, words: readonly string[]): string {
  const [[start] = [0]] = findWords(text, words);
  const from = text.lastIndexOf(' ', start - MAX_BEFORE_HIT) + 1;
  return from > 0 ? `…${text.slice(from)}` : text;
}

/** Stands out on the day, and after it. */
function DueTag({ due }: { due: string }) {
  const today = dayAfter(0);
  return (
    <small class={due <= today ? 'due overdue' : 'due'}>
      {due === today ? TEXTS.list.due.today : TEXTS.list.due.on(formatShortDay(due))}
    </small>
  );
}
