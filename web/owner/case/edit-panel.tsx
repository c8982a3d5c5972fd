import { type ComponentChildren, Fragment, type RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { EDITED, EDITED_TEXTS } from '../../../src/tracker/case/answers';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { SaveState } from '../feedback';
import { Link } from '../link';
import { route } from '../router';
import { waitingChanges } from '../server';
import { TEXTS } from '../texts';
import './edit-panel.css';
import { DueField } from './due-field';
import { EarlierCases } from './earlier-cases';
import { conflictingFields, hasUnsavedEdits, type OpenCase, openCases } from './open-cases';
import { type Choice, editCase, resolveConflict, saveCase } from './save';
import { StatusField } from './status-field';

interface EditPanelProps {
  openCase: OpenCase;
  /** The owner is done with a field and the focus has to go elsewhere. */
  onLeave: () => void;
}

interface PanelProps extends EditPanelProps {
  /** The sheet that comes up from below, where there is no room beside the conversation. */
  sheet: RefObject<HTMLDialogElement | null> | undefined;
  /** Shows the panel, if it is that sheet, and goes to the field. */
  onEdit: (id: string) => void;
}

interface Listeners {
  onFocusOut: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface FrameProps extends Listeners {
  sheet: PanelProps['sheet'];
  children: ComponentChildren;
}

const CHOICES: readonly Choice[] = ['mine', 'sheet', 'both'];

/** Shows the fields of a case that the owner can change, and the sender's other cases. */
export function EditPanel({ openCase, onLeave, sheet, onEdit }: PanelProps) {
  const { caseNumber, sender } = openCase.view;
  useShortcuts([
    { keys: 'e', description: TEXTS.case.editIssue, run: () => onEdit('issue') },
    { keys: 'n', description: TEXTS.case.editNotes, run: () => onEdit('notes') },
    { keys: 'd', description: TEXTS.case.editDue, run: () => onEdit('due') },
  ]);
  // The toast that offers to undo it is behind the sheet.
  const closeSheet = () => sheet?.current?.close();
  return (
    <Frame sheet={sheet} {...useSaving(openCase, onLeave)}>
      <StatusField caseNumber={caseNumber} onChange={closeSheet} />
      <DueField key={caseNumber} caseNumber={caseNumber} onChange={closeSheet} />
      <TextFields openCase={openCase} onLeave={onLeave} />
      <EarlierCases caseNumber={caseNumber} sender={sender} />
    </Frame>
  );
}

function Frame({ sheet, children, ...listeners }: FrameProps) {
  if (!sheet) {
    return (
      <section class="edits" aria-label={TEXTS.case.edit} {...listeners}>
        {children}
      </section>
    );
  }
  return (
    <dialog ref={sheet} class="edits sheet" aria-label={TEXTS.case.edit} closedby="any" {...listeners}>
      <form method="dialog">
        <button type="submit" class="quiet">
          {TEXTS.case.done}
        </button>
      </form>
      {children}
    </dialog>
  );
}

/** Saves the owner's typing: after a pause, and at once when the owner is done with a field. */
function useSaving(openCase: OpenCase, onLeave: () => void): Listeners {
  const { caseNumber } = openCase.view;
  const saveNow = () => void saveCase(caseNumber);
  useEffect(() => saveNow, [caseNumber]);
  return {
    onFocusOut() {
      // After a failure the owner may be about to press "Try again".
      if (!openCase.saveError) saveNow();
    },
    onKeyDown(event) {
      const { key, target, isComposing, ctrlKey, metaKey } = event;
      if (isComposing) return;
      if (key === 'Escape') onLeave();
      if (key !== 'Enter') return;
      const isLine = target instanceof HTMLTextAreaElement && target.rows === 1;
      if (isLine) event.preventDefault();
      if (isLine || ctrlKey || metaKey) saveNow();
    },
  };
}

function TextFields({ openCase, onLeave }: EditPanelProps) {
  const mine = { ...openCase.view, ...openCase.edits };
  return (
    <>
      {EDITED_TEXTS.map((field) => (
        <Fragment key={field}>
          <label for={field}>{EDITED[field].label}</label>
          <textarea
            id={field}
            rows={EDITED[field].lines}
            dir="auto"
            value={mine[field]}
            onInput={({ currentTarget }) => editCase(openCase, { [field]: currentTarget.value })}
          />
        </Fragment>
      ))}
      <SaveState
        status={describeSaving(openCase)}
        what={TEXTS.case.notSaved}
        error={openCase.saveError}
        onRetry={() => void saveCase(openCase.view.caseNumber)}
      />
      <ConflictPanel openCase={openCase} onLeave={onLeave} />
    </>
  );
}

function describeSaving(openCase: OpenCase): string {
  if (openCase.conflict) return TEXTS.case.editedInSheet;
  if (openCase.isSaving) return TEXTS.case.saving;
  return openCase.hasSaved && !hasUnsavedEdits(openCase) ? TEXTS.case.saved : '';
}

/** The owner's version and the sheet's, of every field that both have changed. */
function ConflictPanel({ openCase, onLeave }: EditPanelProps) {
  const { conflict, edits } = openCase;
  if (!conflict) return null;
  const resolve = (choice: Choice) => () => {
    resolveConflict(openCase, choice);
    onLeave();
  };
  return (
    <section aria-labelledby="conflict">
      <h3 id="conflict">{TEXTS.case.conflict}</h3>
      {conflictingFields(openCase, conflict).map((field) => (
        <dl key={field}>
          <dt>{TEXTS.case.yours(field)}</dt>
          <dd class="text" dir="auto">
            {edits[field] || TEXTS.case.empty}
          </dd>
          <dt>{TEXTS.case.theSheets(field)}</dt>
          <dd class="text" dir="auto">
            {conflict[field] || TEXTS.case.empty}
          </dd>
        </dl>
      ))}
      <div class="row">
        {CHOICES.map((choice) => (
          <button key={choice} type="button" class="quiet" onClick={resolve(choice)}>
            {TEXTS.case.keep[choice]}
          </button>
        ))}
      </div>
    </section>
  );
}

/** Links to cases that are not on the page any more and whose edits could not be saved, or wait for the connection. */
export function UnsavedNotice() {
  const shown = useStore(route);
  const here = shown?.page === 'case' && shown.caseNumber;
  const isWaiting = useStore(waitingChanges).length > 0;
  const elsewhere = [...useStore(openCases)].filter(
    ([caseNumber, { saveError, conflict, isSaving }]) =>
      caseNumber !== here && (saveError || conflict || (isSaving && isWaiting)),
  );
  if (elsewhere.length === 0) return null;
  return (
    <p role="alert">
      {TEXTS.case.unsavedChanges}{' '}
      {elsewhere.map(([caseNumber]) => (
        <Link key={caseNumber} to={{ page: 'case', caseNumber }}>
          {caseNumber}
        </Link>
      ))}
    </p>
  );
}
