import { STATUSES, type Status } from '../../../src/tracker/case/answers';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { changeCases, setSeen } from '../changes';
import { Link } from '../link';
import { caseStore } from '../list/case-store';
import { navigate } from '../router';
import { TEXTS } from '../texts';
import './case-bar.css';
import { MoreMenu } from './more-menu';
import type { OpenCase } from './open-cases';
import { listBefore, type Place } from './place';
import { ReplyLink } from './reply';

interface CaseBarProps {
  caseNumber: string;
  place: Place | undefined;
  /** Undefined until it is loaded. */
  openCase: OpenCase | undefined;
  onReply: () => void;
  onMarkAsNew: () => void;
  /** The owner is done with the case. */
  onClose: () => void;
  /** Opens the panel, where there is no room for it beside the conversation. */
  onOpenSheet: (() => void) | undefined;
}

interface StepButtonProps {
  label: string;
  keys: string;
  path: string;
  /** The case that it goes to. */
  to: string | undefined;
}

/** Stays above the case; where there is little room, what one does with the case is below it, near the thumb. */
export function CaseBar(props: CaseBarProps) {
  const { caseNumber, place, openCase, onMarkAsNew } = props;
  useShortcuts([
    { keys: 'u', description: TEXTS.case.goBack, run: () => navigate(listBefore()) },
    { keys: 'shift+j', description: TEXTS.case.nextCase, run: () => goTo(place?.next) },
    { keys: 'shift+k', description: TEXTS.case.previousCase, run: () => goTo(place?.previous) },
  ]);
  return (
    <div class="case-bar">
      <Link class="back" to={listBefore()} title={`${TEXTS.case.back} (u)`}>
        <Arrow path="M10 3 5 8l5 5" />
        <span>{TEXTS.case.back}</span>
      </Link>
      {place && (
        <div class="place">
          <span class="soft">{TEXTS.case.place(place.position, place.total)}</span>
          <StepButton
            label={TEXTS.case.previousCase}
            keys="Shift+K"
            path="M3 10l5-5 5 5"
            to={place.previous}
          />
          <StepButton label={TEXTS.case.nextCase} keys="Shift+J" path="M3 6l5 5 5-5" to={place.next} />
        </div>
      )}
      <CaseActions {...props} />
      {openCase && <MoreMenu caseNumber={caseNumber} onMarkAsNew={onMarkAsNew} />}
    </div>
  );
}

function CaseActions({ caseNumber, place, openCase, onReply, onClose, onOpenSheet }: CaseBarProps) {
  const summary = useStore(caseStore).get(caseNumber);
  const closeAndNext = () => {
    if (!summary) return;
    onClose();
    const onUndo = () => void setSeen(caseNumber, summary.seen).catch(() => {});
    changeCases([caseNumber], { status: 'Closed' }, { onUndo });
    if (!goTo(place?.next)) navigate(listBefore());
  };
  useShortcuts([{ keys: 'c', description: TEXTS.case.closeAndNext, run: closeAndNext }]);
  const isUnsaved = openCase?.saveError || openCase?.conflict;
  return (
    <div class="actions">
      <ReplyLink view={openCase?.view} onReply={onReply} />
      {onOpenSheet && summary && (
        <select
          aria-label={TEXTS.case.status}
          value={summary.status}
          onChange={({ currentTarget }) =>
            changeCases([caseNumber], { status: currentTarget.value as Status })
          }
        >
          {STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
      )}
      <button
        type="button"
        class="quiet"
        title={`${TEXTS.case.closeAndNext} (c)`}
        disabled={!summary}
        onClick={closeAndNext}
      >
        {TEXTS.case.closeAndNext}
      </button>
      {onOpenSheet && openCase && (
        <button type="button" class={isUnsaved ? 'quiet problem' : 'quiet'} onClick={onOpenSheet}>
          {isUnsaved ? TEXTS.case.notSaved : TEXTS.case.details}
        </button>
      )}
    </div>
  );
}

function StepButton({ label, keys, path, to }: StepButtonProps) {
  return (
    <button
      type="button"
      class="quiet icon"
      aria-label={label}
      title={`${label} (${keys})`}
      disabled={!to}
      onClick={() => goTo(to)}
    >
      <Arrow path={path} />
    </button>
  );
}

function Arrow({ path }: { path: string }) {
  return (
    <svg class="arrow" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** Opens a case. Returns false if there is none. */
function goTo(caseNumber: string | undefined): boolean {
  if (caseNumber) navigate({ page: 'case', caseNumber });
  return caseNumber !== undefined;
}
