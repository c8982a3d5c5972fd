import { type Conflict, EDITED, type EditedText } from '../../../src/tracker/case/answers';
import { isPending } from '../changes';
import { updateSummary } from '../list/case-store';
import { call, Refusal } from '../server';
import {
  conflictingFields,
  hasUnsavedEdits,
  type OpenCase,
  omit,
  openCases,
  rebase,
  setOpenCase,
  unsavedEdits,
} from './open-cases';

const SAVE_DELAY_MS = 1_000;
let saveTimer: ReturnType<typeof setTimeout> | undefined;

/** The edit is saved once the typing pauses. */
export function editCase({ view }: OpenCase, changes: Partial<Record<EditedText, string>>): void {
  const { caseNumber } = view;
  updateOpenCase(caseNumber, ({ edits }) => ({ edits: { ...edits, ...changes }, saveError: undefined }));
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => void saveCase(caseNumber), SAVE_DELAY_MS);
}

/** Saves now, one call at a time; what is edited meanwhile is saved after it. */
export async function saveCase(caseNumber: string): Promise<void> {
  clearTimeout(saveTimer);
  const current = () => openCases.get().get(caseNumber);
  if (current()?.isSaving) return;
  updateOpenCase(caseNumber, () => ({ saveError: undefined }));
  for (let one = current(); one && hasUnsavedEdits(one) && !one.saveError && !one.conflict; one = current())
    await send(one);
}

/** Which version of the conflicting fields to keep. Edits of other fields are saved in any case. */
export type Choice = 'mine' | 'sheet' | 'both';

export function resolveConflict(openCase: OpenCase, choice: Choice): void {
  const { conflict, view } = openCase;
  if (!conflict) return;
  const fields = conflictingFields(openCase, conflict);
  const edits = choice === 'sheet' ? omit(openCase.edits, (field) => fields.includes(field)) : openCase.edits;
  const joined = choice === 'both' ? fields.map((field) => [field, joinVersions(openCase, field)]) : [];
  const resolved = { ...openCase, edits: { ...edits, ...Object.fromEntries(joined) } };
  setOpenCase(view.caseNumber, rebase(resolved, conflict));
  void saveCase(view.caseNumber);
}

/** Called once, when the page starts: saves edits before the page is left. */
export function saveEditsOnLeaving(): void {
  const unsaved = () => [...openCases.get().values()].filter((one) => one.isSaving || hasUnsavedEdits(one));
  const saveAll = () => {
    for (const { view } of unsaved()) void saveCase(view.caseNumber);
  };
  document.addEventListener('visibilitychange', saveAll);
  addEventListener('beforeunload', (event) => {
    if (unsaved().length > 0) event.preventDefault();
  });
}

async function send(openCase: OpenCase): Promise<void> {
  const { caseNumber, version } = openCase.view;
  const sent = unsavedEdits(openCase);
  updateOpenCase(caseNumber, () => ({ isSaving: true }));
  try {
    const saved = await call('updateCase', caseNumber, { ...sent, version });
    updateOpenCase(caseNumber, ({ view }) => ({
      view: { ...view, ...sent, version: saved.version },
      sent: {},
    }));
    updateOpenCase(caseNumber, (current) => ({ edits: unsavedEdits(current), hasSaved: true }));
    updateSummary(caseNumber, { issue: sent.issue ?? openCase.view.issue });
  } catch (error) {
    const sheet = error instanceof Refusal && (error.response as Partial<Conflict>).newer;
    if (sheet && !isPending(caseNumber)) updateSummary(caseNumber, { status: sheet.status });
    updateOpenCase(caseNumber, (current) => {
      if (!sheet) return { saveError: error as Error, sent };
      if (conflictingFields(current, sheet).length > 0) return { conflict: sheet };
      // Others have changed other fields; or this is our own save, the response to which was lost.
      return { ...rebase(current, sheet), hasSaved: true };
    });
  }
  updateOpenCase(caseNumber, () => ({ isSaving: false }));
}

/** The sheet's text first. */
function joinVersions({ conflict, edits }: OpenCase, field: EditedText): string {
  return [conflict?.[field], edits[field]].filter(Boolean).join(EDITED[field].lines === 1 ? ' / ' : '\n\n');
}

function updateOpenCase(caseNumber: string, toChanges: (openCase: OpenCase) => Partial<OpenCase>): void {
  const openCase = openCases.get().get(caseNumber);
  if (openCase) setOpenCase(caseNumber, { ...openCase, ...toChanges(openCase) });
}
