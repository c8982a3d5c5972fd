import { useEffect, useRef } from 'preact/hooks';
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
import { loadCase, opened, unread } from './opened';

export function CasePage({ caseNumber }: { caseNumber: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const one = useStore(opened).get(caseNumber);
  const summary = useStore(listed).get(caseNumber);
  const failed = useStore(unread);
  const error = failed.caseNumber === caseNumber && failed.error;
  const load = () => void loadCase(caseNumber);
  useEffect(load, [caseNumber]);
  useShortcuts([{ keys: 'u', does: 'Go back to the list', run: () => navigate(lastList()) }]);
  return (
    <div class="case-page">
      <CaseHead caseNumber={caseNumber} known={one?.view ?? summary} heading={heading} />
      {error && <Failed what="The case could not be loaded" error={error} onRetry={load} />}
      {one && <EditPanel one={one} onLeave={() => heading.current?.focus()} />}
      {one && <Conversation {...one} />}
      {!one && !error && <p role="status">Loading the case…</p>}
    </div>
  );
}
