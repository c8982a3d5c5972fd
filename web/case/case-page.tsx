import type { Ref } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CaseSummary, CaseView } from '../../src/tracker/page/answers';
import { announce, ErrorNotice } from '../feedback';
import { pluralize } from '../format';
import { Link } from '../link';
import { caseStore } from '../list/case-store';
import { formatRoute, navigate, type Route, route } from '../router';
import { settings } from '../settings/settings';
import { useShortcuts } from '../shortcuts';
import { useStore } from '../store';
import { Time } from '../time';
import './case-page.css';
import { Conversation } from './conversation';
import { EditPanel } from './edit-panel';
import { loadCase, loadFailure, openCases } from './open-cases';

interface CaseHeaderProps {
  caseNumber: string;
  /** Undefined until something is known of the case: the list knows its summary before the case is loaded. */
  known: CaseView | CaseSummary | undefined;
  heading: Ref<HTMLHeadingElement>;
}

/** The list or the search that was shown last. */
let previousList: Route = { page: 'list' };
route.subscribe(() => {
  const shown = route.get();
  if (shown?.page === 'list') previousList = shown;
});

export function CasePage({ caseNumber }: { caseNumber: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const openCase = useStore(openCases).get(caseNumber);
  const summary = useStore(caseStore).get(caseNumber);
  const failed = useStore(loadFailure);
  const error = failed.caseNumber === caseNumber && failed.error;
  const load = () => void loadCase(caseNumber);
  useEffect(load, [caseNumber]);
  useShortcuts([{ keys: 'u', description: 'Go back to the list', run: () => navigate(previousList) }]);
  return (
    <div class="case-page">
      <CaseHeader caseNumber={caseNumber} known={openCase?.view ?? summary} heading={heading} />
      {error && <ErrorNotice what="The case could not be loaded" error={error} onRetry={load} />}
      {openCase && <EditPanel openCase={openCase} onLeave={() => heading.current?.focus()} />}
      {openCase && <Conversation {...openCase} />}
      {!openCase && !error && <p role="status">Loading the case…</p>}
    </div>
  );
}

function CaseHeader({ caseNumber, known, heading }: CaseHeaderProps) {
  return (
    <header>
      <Link to={previousList}>Back to the list</Link>
      <h2 ref={heading} tabIndex={-1} dir="auto">
        {known ? known.subject || 'No subject' : caseNumber}
      </h2>
      {known && (
        <>
          <span class="soft">
            {caseNumber} · <bdi>{known.sender}</bdi> · <Time iso={known.received} /> ·{' '}
            {pluralize('messages' in known ? known.messages.length : known.emailCount, 'message')}
          </span>
          <CopyLink caseNumber={caseNumber} />
        </>
      )}
    </header>
  );
}

/** Copies the case's URL, and shows it too, since the frame may not be allowed to use the clipboard. */
function CopyLink({ caseNumber }: { caseNumber: string }) {
  const [isShown, setShown] = useState(false);
  const { view } = useStore(settings);
  const url = `${view?.pageUrl}${formatRoute({ page: 'case', caseNumber })}`;
  const copy = () => {
    setShown(true);
    navigator.clipboard.writeText(url).then(
      () => announce('Link copied'),
      () => {},
    );
  };
  if (!view) return null;
  if (isShown) return <input ref={select} aria-label="Link to this case" readOnly value={url} />;
  return (
    <button type="button" class="quiet" onClick={copy}>
      Copy link
    </button>
  );
}

function select(field: HTMLInputElement | null): void {
  field?.select();
  field?.focus();
}
