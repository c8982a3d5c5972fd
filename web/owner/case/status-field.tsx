import { STATUSES } from '../../../src/tracker/case/answers';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { changeCases } from '../changes';
import { caseStore } from '../list/case-store';
import { StatusGlyph } from '../status-glyph';
import { TEXTS } from '../texts';

/** Saved at once; a toast offers to undo it. */
export function StatusField({ caseNumber, onChange }: { caseNumber: string; onChange: () => void }) {
  const current = useStore(caseStore).get(caseNumber)?.status;
  useShortcuts(
    STATUSES.map((status, at) => ({
      keys: `${at + 1}`,
      description: TEXTS.case.setStatus(status),
      run: () => changeCases([caseNumber], { status }),
    })),
  );
  return (
    <fieldset class="status">
      <legend>{TEXTS.case.status}</legend>
      {STATUSES.map((status) => (
        <label key={status}>
          <input
            type="radio"
            name="status"
            checked={current === status}
            onChange={() => {
              changeCases([caseNumber], { status });
              onChange();
            }}
          />
          <StatusGlyph status={status} />
          {status}
        </label>
      ))}
    </fieldset>
  );
}
