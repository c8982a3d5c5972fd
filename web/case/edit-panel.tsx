import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { STATUSES, type Status } from '../../src/tracker/page/answers';
import { SaveState } from '../feedback';
import { Link } from '../link';
import { route } from '../router';
import { useShortcuts } from '../shortcuts';
import { useStore } from '../store';
import './edit-panel.css';
import { conflictingFields, hasUnsavedEdits, type OpenCase, openCases } from './open-cases';
import { editCase, resolveConflict, saveCase } from './save';

interface EditPanelProps {
  openCase: OpenCase;
  /** The owner is done with a field and the focus has to go elsewhere. */
  onLeave: () => void;
}

const TEXT_FIELDS = [
  ['issue', 'Issue'],
  ['notes', 'Notes'],
] as const;

/** Status, issue and notes of a case. They save themselves. */
export function EditPanel({ openCase, onLeave }: EditPanelProps) {
  const { caseNumber } = openCase.view;
  const mine = { ...openCase.view, ...openCase.edits };
  const saveNow = () => void saveCase(caseNumber);
  const choose = (status: Status) => {
    editCase(openCase, { status });
    saveNow();
  };
  useEffect(() => saveNow, [caseNumber]);
  useShortcuts([
    { keys: 'e', description: 'Edit the issue', run: () => document.getElementById('issue')?.focus() },
    { keys: 'n', description: 'Edit the notes', run: () => document.getElementById('notes')?.focus() },
    ...STATUSES.map((status, at) => ({
      keys: `${at + 1}`,
      description: `Set the status to ${status}`,
      run: () => choose(status),
    })),
  ]);
  const leave = () => {
    // After a failure the owner may be about to press "Try again".
    if (!openCase.saveError) saveNow();
  };
  const press = (event: KeyboardEvent) => {
    const { key, target, isComposing, ctrlKey, metaKey } = event;
    if (isComposing) return;
    if (key === 'Escape') onLeave();
    if (key !== 'Enter') return;
    const isIssue = target instanceof Element && target.id === 'issue';
    if (isIssue) event.preventDefault();
    if (isIssue || ctrlKey || metaKey) saveNow();
  };
  return (
    <section class="card edits" aria-label="Edit the case" onKeyDown={press} onFocusOut={leave}>
      <fieldset>
        <legend>Status</legend>
        {STATUSES.map((status) => (
          <label key={status}>
            <input
              type="radio"
              name="status"
              checked={mine.status === status}
              onChange={() => choose(status)}
            />
            {status}
          </label>
        ))}
      </fieldset>
      {TEXT_FIELDS.map(([field, name]) => (
        <Fragment key={field}>
          <label for={field}>{name}</label>
          <textarea
            id={field}
            rows={field === 'issue' ? 1 : 4}
            dir="auto"
            value={mine[field]}
            onInput={({ currentTarget }) => editCase(openCase, { [field]: currentTarget.value })}
          />
        </Fragment>
      ))}
      <SaveState
        status={describeSaving(openCase)}
        what="Not saved"
        error={openCase.saveError}
        onRetry={saveNow}
      />
      <ConflictPanel openCase={openCase} onLeave={onLeave} />
    </section>
  );
}

function describeSaving(openCase: OpenCase): string {
  if (openCase.conflict) return 'Not saved: the case was also edited in the sheet.';
  if (openCase.isSaving) return 'Saving…';
  return openCase.hasSaved && !hasUnsavedEdits(openCase) ? 'Saved' : '';
}

/** The owner's version and the sheet's, of every field that both have changed. */
function ConflictPanel({ openCase, onLeave }: EditPanelProps) {
  const { conflict, edits } = openCase;
  if (!conflict) return null;
  const choose = (keepMine: boolean) => () => {
    resolveConflict(openCase, keepMine);
    onLeave();
  };
  return (
    <section aria-labelledby="conflict">
      <h3 id="conflict">Also edited in the sheet</h3>
      {conflictingFields(openCase, conflict).map((field) => (
        <dl key={field}>
          <dt>Your {field}</dt>
          <dd class="text" dir="auto">
            {edits[field] || '(empty)'}
          </dd>
          <dt>The sheet's {field}</dt>
          <dd class="text" dir="auto">
            {conflict[field] || '(empty)'}
          </dd>
        </dl>
      ))}
      <button type="button" onClick={choose(true)}>
        Keep my version
      </button>{' '}
      <button type="button" class="quiet" onClick={choose(false)}>
        Use the sheet's
      </button>
    </section>
  );
}

/** Links to cases that are not on the page any more and whose edits could not be saved. */
export function UnsavedNotice() {
  const shown = useStore(route);
  const here = shown?.page === 'case' && shown.caseNumber;
  const elsewhere = [...useStore(openCases)].filter(
    ([caseNumber, { saveError, conflict }]) => caseNumber !== here && (saveError || conflict),
  );
  if (elsewhere.length === 0) return null;
  return (
    <p role="alert">
      Unsaved changes:{' '}
      {elsewhere.map(([caseNumber]) => (
        <Link key={caseNumber} to={{ page: 'case', caseNumber }}>
          {caseNumber}
        </Link>
      ))}
    </p>
  );
}
