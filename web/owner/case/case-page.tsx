import type { Ref } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type CaseSummary, type CaseView, splitKeyword } from '../../../src/tracker/case/answers';
import { useStore } from '../../shared/store';
import { ErrorNotice } from '../feedback';
import { caseStore } from '../list/case-store';
import { Highlight } from '../list/highlight';
import { listing } from '../list/listing';
import { TEXTS } from '../texts';
import './case-page.css';
import { Person, showMarks } from '../../shared/person';
import { Age, ExactTime } from '../../shared/time';
import { CaseBar } from './case-bar';
import { Conversation, ExpandAll } from './conversation';
import { EditPanel } from './edit-panel';
import { LOW, NARROW, useMedia } from './media';
import { loadCase, loadFailure, openCases } from './open-cases';
import { usePlace } from './place';
import { openCase as open } from './read-ahead';
import { ReplyOffer } from './reply';
import { useSeen } from './seen';

interface CaseHeaderProps {
  caseNumber: string;
  /** Undefined until something is known of the case: the list knows its summary before the case is loaded. */
  known: CaseView | CaseSummary | undefined;
  words: readonly string[];
  heading: Ref<HTMLHeadingElement>;
  /** The first words of the mail are on the first screen then, and the facts below it. */
  isLow: boolean;
}

export function CasePage({ caseNumber }: { caseNumber: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const sheet = useRef<HTMLDialogElement>(null);
  const isNarrow = useMedia(NARROW);
  const isLow = useMedia(LOW);
  const [hasReplied, setReplied] = useState(false);
  const openCase = useStore(openCases).get(caseNumber);
  const summary = useStore(caseStore).get(caseNumber);
  const failed = useStore(loadFailure);
  const place = usePlace(caseNumber, openCase !== undefined);
  // The keyword is that of the search that the case was found by, if it was.
  const keyword = place && listing.get().search.keyword;
  const words = useMemo(() => splitKeyword(keyword), [keyword]);
  const { seenBefore, markSeen, markNew } = useSeen(caseNumber, openCase?.view.messages.length);
  const known = openCase?.view ?? summary;
  const error = failed.caseNumber === caseNumber && failed.error;
  const load = useCallback(() => void loadCase(caseNumber), [caseNumber]);
  useEffect(() => void open(caseNumber), [caseNumber]);
  useLayoutEffect(() => window.scrollTo(0, 0), [caseNumber]);
  const edit = (id: string) => {
    if (!sheet.current?.open) sheet.current?.showModal();
    const field = document.getElementById(id);
    field?.focus();
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
  };
  const leave = () => {
    if (!isNarrow) heading.current?.focus();
  };
  return (
    <div class="case-page">
      <CaseBar
        caseNumber={caseNumber}
        place={place}
        openCase={openCase}
        onReply={() => setReplied(true)}
        onMarkAsNew={markNew}
        onClose={markSeen}
        onOpenSheet={isNarrow ? () => sheet.current?.showModal() : undefined}
      />
      {hasReplied && <ReplyOffer caseNumber={caseNumber} onDone={() => setReplied(false)} />}
      <CaseHeader {...{ caseNumber, known, words, heading, isLow }} />
      {error && <ErrorNotice what={TEXTS.case.notLoaded} error={error} onRetry={load} />}
      {openCase && (
        <EditPanel openCase={openCase} onLeave={leave} sheet={isNarrow ? sheet : undefined} onEdit={edit} />
      )}
      {openCase && <Conversation openCase={openCase} seen={seenBefore} words={words} />}
      {!openCase && !error && <LoadingMessages />}
      {known && isLow && (
        <p class="soft">
          <Facts known={known} />
        </p>
      )}
    </div>
  );
}

function CaseHeader({ caseNumber, known, words, heading, isLow }: CaseHeaderProps) {
  return (
    <header>
      <h2 ref={heading} tabIndex={-1} dir="auto">
        {known ? (
          <Highlight text={showMarks(known.subject || TEXTS.case.noSubject)} words={words} />
        ) : (
          caseNumber
        )}
      </h2>
      {known && (
        <p class="soft">
          {caseNumber} ·{' '}
          <Person
            name={known.senderName}
            address={known.sender}
            isWhole
            show={(text) => <Highlight text={text} words={words} />}
          />{' '}
          {!isLow && (
            <>
              · <Facts known={known} />
            </>
          )}
          <WaitingNote caseNumber={caseNumber} />
          <ExpandAll />
        </p>
      )}
    </header>
  );
}

/** Tells when the first message came, and how many there are. */
function Facts({ known }: { known: CaseView | CaseSummary }) {
  return (
    <>
      <ExactTime iso={known.received} /> ·{' '}
      {TEXTS.case.messages('messages' in known ? known.messages.length : known.emailCount)}
    </>
  );
}

/** Tells who has to answer next, which a change of the status may change too. */
function WaitingNote({ caseNumber }: { caseNumber: string }) {
  const { waitingFor, waitingSince = null } = useStore(caseStore).get(caseNumber) ?? {};
  if (!waitingFor) return null;
  return (
    <>
      {' '}
      · {TEXTS.case.waiting[waitingFor]} <Age iso={waitingSince} />
    </>
  );
}

/** Grey lines where the words will be. */
function LoadingMessages() {
  return (
    <div class="loading" role="status">
      <span class="visually-hidden">{TEXTS.case.loading}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
