import { Refusal } from '../server';
import { useStore } from '../store';
import type { Draft } from './draft';

/** Tells, to the eye and to a screen reader, where the edits are. */
export function SaveState({ draft }: { draft: Draft }) {
  const { trouble } = useStore(draft.state);
  return (
    <div class="save-state">
      <p role="status" class={draft.isStuck() ? 'problem' : 'soft'}>
        {inWords(draft)}
      </p>
      {trouble && (
        <button type="button" class="quiet" onClick={() => void draft.save()}>
          Retry
        </button>
      )}
    </div>
  );
}

function inWords({ state, isUnsaved }: Draft): string {
  const { isSaving, hasSaved, trouble, newer } = state.get();
  if (newer) return 'Not saved: the case was changed elsewhere.';
  if (trouble)
    return `Not saved: ${trouble.message}${trouble instanceof Refusal ? '' : ' Your text stays here.'}`;
  if (isSaving) return 'Saving…';
  return hasSaved && !isUnsaved() ? 'Saved' : '';
}
