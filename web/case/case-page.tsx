import { useEffect, useRef } from 'preact/hooks';
import type { CaseView } from '../../src/tracker/answers';
import { Failed } from '../failed';
import { useShortcuts } from '../keys';
import { listed } from '../list/listed';
import { navigate } from '../location';
import { useStore } from '../store';
import { lastList } from './came-from';
import { CaseHead } from './case-head';
import './case-page.css';
import { Conversation } from './conversation';
import { EditPanel } from './edit-panel';
import { loadCase, opened } from './opened';

export function CasePage({ caseNumber }: { caseNumber: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { view, draft, fresh, error } = useStore(opened).get(caseNumber) ?? {};
  const summary = useStore(listed).get(caseNumber);
  const load = () => void loadCase(caseNumber);
  useEffect(load, [caseNumber]);
  useShortcuts([{ keys: 'u', does: 'Go back to the list', run: () => navigate(lastList()) }]);
  const isLost = error && !view;
  return (
    <div class="case">
      <CaseHead caseNumber={caseNumber} known={view ? headOf(view) : summary} heading={heading} />
      {error && <Failed what="The case could not be read" error={error} onRetry={load} />}
      {draft && <EditPanel draft={draft} onLeave={() => heading.current?.focus()} />}
      {view && fresh && <Conversation view={view} fresh={fresh} />}
      {!view && !isLost && <Loading />}
    </div>
  );
}

function headOf({ messages, ...rest }: CaseView) {
  return { ...rest, emailCount: messages.length };
}

function Loading() {
  return (
    <>
      <div class="edits skeleton" />
      <div class="conversation">
        <p class="unseen" role="status">
          Reading the case…
        </p>
        <div class="skeleton" />
        <div class="skeleton" />
      </div>
    </>
  );
}
