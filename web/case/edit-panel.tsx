import { useEffect } from 'preact/hooks';
import { STATUSES } from '../../src/tracker/answers';
import { useShortcuts } from '../keys';
import { useStore } from '../store';
import { Conflicting } from './conflicting';
import type { Draft } from './draft';
import './edit-panel.css';
import { GrowingField } from './growing-field';
import { SaveState } from './save-state';

interface Props {
  draft: Draft;
  /** Somebody is done with a field. */
  onLeave: () => void;
}

/** What the owner makes of a case; there is no button to save. */
export function EditPanel({ draft, onLeave }: Props) {
  const { mine } = useStore(draft.state);
  const save = () => void draft.save();
  const choose = (status: (typeof STATUSES)[number]) => {
    draft.edit({ status });
    save();
  };
  useEffect(() => save, [draft]);
  useShortcuts([
    { keys: 'e', does: 'Edit the issue', run: () => document.getElementById('issue')?.focus() },
    { keys: 'n', does: 'Edit the notes', run: () => document.getElementById('notes')?.focus() },
    ...STATUSES.map((status, at) => ({
      keys: `${at + 1}`,
      does: `Set the status to ${status}`,
      run: () => choose(status),
    })),
  ]);
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    if (event.key === 'Escape' && !event.isComposing) onLeave();
  };
  return (
    <section class="edits" aria-label="Your work on the case" onKeyDown={leave}>
      <fieldset class="statuses">
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
      <GrowingField
        id="issue"
        label="Issue"
        value={mine.issue}
        isOneLine
        onInput={(issue) => draft.edit({ issue })}
        onDone={save}
      />
      <GrowingField
        id="notes"
        label="Notes"
        value={mine.notes}
        onInput={(notes) => draft.edit({ notes })}
        onDone={save}
      />
      <SaveState draft={draft} />
      <Conflicting draft={draft} onDone={onLeave} />
    </section>
  );
}
