import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { STATUSES, type Status } from '../../src/tracker/page/answers';
import { useShortcuts } from '../keys';
import { SaveState } from '../save-state';
import { Conflicting } from './conflicting';
import './edit-panel.css';
import { isUnsaved } from './edits';
import type { Opened } from './opened';
import { edit, save } from './save';

interface Props {
  one: Opened;
  /** Somebody is done with a field. */
  onLeave: () => void;
}

const FIELDS = [
  ['issue', 'Issue'],
  ['notes', 'Notes'],
] as const;

/** What the owner makes of a case; there is no button to save. */
export function EditPanel({ one, onLeave }: Props) {
  const { caseNumber } = one.view;
  const mine = { ...one.view, ...one.edits };
  const saveNow = () => void save(caseNumber);
  const choose = (status: Status) => {
    edit(one, { status });
    saveNow();
  };
  useEffect(() => saveNow, [caseNumber]);
  useShortcuts([
    { keys: 'e', does: 'Edit the issue', run: () => document.getElementById('issue')?.focus() },
    { keys: 'n', does: 'Edit the notes', run: () => document.getElementById('notes')?.focus() },
    ...STATUSES.map((status, at) => ({
      keys: `${at + 1}`,
      does: `Set the status to ${status}`,
      run: () => choose(status),
    })),
  ]);
  const leave = () => {
    // What has failed waits for whoever is about to press the button to try again.
    if (!one.trouble) saveNow();
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
      {FIELDS.map(([field, name]) => (
        <Fragment key={field}>
          <label for={field}>{name}</label>
          <textarea
            id={field}
            rows={field === 'issue' ? 1 : 4}
            dir="auto"
            value={mine[field]}
            onInput={({ currentTarget }) => edit(one, { [field]: currentTarget.value })}
          />
        </Fragment>
      ))}
      <SaveState words={inWords(one)} what="Not saved" error={one.trouble} onRetry={saveNow} />
      <Conflicting one={one} onDone={onLeave} />
    </section>
  );
}

function inWords(one: Opened): string {
  if (one.newer) return 'Not saved: the case was also edited in the sheet.';
  if (one.isSaving) return 'Saving…';
  return one.hasSaved && !isUnsaved(one) ? 'Saved' : '';
}
