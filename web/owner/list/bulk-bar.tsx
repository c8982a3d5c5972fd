import { STATUSES } from '../../../src/tracker/case/answers';
import { useStore } from '../../shared/store';
import { StatusGlyph } from '../status-glyph';
import { TEXTS } from '../texts';
import { askForDue } from './due-dialog';
import { changeSelected, clearSelection, selectedCases } from './selection';

/** Actions for the selected cases. */
export function BulkBar() {
  const selected = [...useStore(selectedCases)];
  if (selected.length === 0) return null;
  return (
    <section class="bulk card float row" aria-label={TEXTS.list.bulk}>
      <b>{TEXTS.list.selected(selected.length)}</b>
      {STATUSES.map((status) => (
        <button key={status} type="button" class="quiet" onClick={() => changeSelected(selected, { status })}>
          <span data-status={status}>
            <StatusGlyph status={status} />
          </span>{' '}
          {TEXTS.list.setTo[status]}
        </button>
      ))}
      <button type="button" class="quiet" onClick={() => askForDue(selected)}>
        {TEXTS.list.setDue}
      </button>
      <button
        type="button"
        class="quiet icon"
        aria-label={TEXTS.list.keys.clear}
        title={TEXTS.list.clearTitle}
        onClick={clearSelection}
      >
        ×
      </button>
    </section>
  );
}
