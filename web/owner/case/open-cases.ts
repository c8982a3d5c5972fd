import {
  type CaseSummary,
  type CaseView,
  type Conflict,
  EDITED_TEXTS,
  type Edited,
  type EditedText,
} from '../../../src/tracker/case/answers';
import { announce } from '../../shared/announcer';
import { createStore } from '../../shared/store';
import { onCasesSaved } from '../changes';
import { storeSummaries } from '../list/case-store';
import { route } from '../router';
import { call } from '../server';
import { TEXTS } from '../texts';

/** Fields that the owner types. Status and due date are set by buttons, for cases of the list as well: see `changes.ts`. */
type Typed = Pick<Edited, EditedText>;
/** The typed fields as the sheet has them, and the version that they are. */
type SheetVersion = Conflict['newer'];

/** A case on the page, with what the owner has typed into it. */
export interface OpenCase {
  /** The case as it was loaded last, or saved since. */
  view: CaseView;
  /** Fields that the owner has changed, until they are saved. */
  edits: Partial<Typed>;
  isSaving?: boolean;
  /** True if anything has been saved since the case was opened. */
  hasSaved?: boolean;
  /** The error of the last save, if it failed. */
  saveError?: Error | undefined;
  /** The fields which that save sent: the sheet may have got them although the response was lost. */
  sent?: Partial<Typed>;
  /** The sheet's version, if it has changed fields that were edited here: the owner has to choose. */
  conflict?: SheetVersion | undefined;
  /** Messages that came in after the case was first opened. */
  newMessageIds: readonly string[];
}

/** Cases by number. They are kept while the page is open, so that one is there at once when it is opened again. */
export const openCases = createStore<ReadonlyMap<string, OpenCase>>(new Map());

/** The last load that failed. */
export const loadFailure = createStore<{ caseNumber?: string; error?: Error }>({});

export function setOpenCase(caseNumber: string, openCase: OpenCase): void {
  openCases.set(new Map(openCases.get()).set(caseNumber, openCase));
}

export async function loadCase(caseNumber: string): Promise<void> {
  const before = openCases.get().get(caseNumber);
  const since = performance.now();
  try {
    const view = await call('getCase', caseNumber);
    // A save in between may be newer than the response.
    if (openCases.get().get(caseNumber)?.view !== before?.view) return loadCase(caseNumber);
    if (loadFailure.get().caseNumber === caseNumber) loadFailure.set({});
    storeCase(view, since);
  } catch (error) {
    // A case that is not on the page any more is loaded again when it is opened.
    if (isShown(caseNumber)) loadFailure.set({ caseNumber, error: error as Error });
  }
}

/** Stores a case that was read by a call that began at `since`. */
export function storeCase(view: CaseView, since: number): void {
  const current = openCases.get().get(view.caseNumber);
  setOpenCase(view.caseNumber, current ? merge(current, view) : { view, edits: {}, newMessageIds: [] });
  storeSummaries([toSummary(view)], since);
}

/** Called once, when the page starts: a status that was set by a button makes another version of the case. */
export function followChanges(): void {
  onCasesSaved((cases) => {
    for (const { caseNumber, status, version } of cases) {
      const one = openCases.get().get(caseNumber);
      if (one) setOpenCase(caseNumber, { ...one, view: { ...one.view, status, version } });
    }
  });
}

/** Loads the case on the page again. It stays as it is until the response is there. */
export function refreshCase(): void {
  const shown = route.get();
  if (shown?.page === 'case') void loadCase(shown.caseNumber);
}

function isShown(caseNumber: string): boolean {
  const shown = route.get();
  return shown?.page === 'case' && shown.caseNumber === caseNumber;
}

/** The edits that the sheet does not have yet, as far as the page knows. */
export function unsavedEdits({ view, edits }: OpenCase): Partial<Typed> {
  return omit(edits, (field) => edits[field] === view[field]);
}

export function hasUnsavedEdits(openCase: OpenCase): boolean {
  return Object.keys(unsavedEdits(openCase)).length > 0;
}

/** The fields that the owner and the sheet have both changed, each to something else. */
export function conflictingFields(openCase: OpenCase, sheet: SheetVersion): EditedText[] {
  const edits = unsavedEdits(openCase);
  const own = [openCase.view, edits, openCase.sent];
  return EDITED_TEXTS.filter(
    (field) => field in edits && own.every((side) => side?.[field] !== sheet[field]),
  );
}

/** The same edits on top of the sheet's version. */
export function rebase(openCase: OpenCase, sheet: SheetVersion): OpenCase {
  // A save that is under way may change the sheet, so all edits stay until it is done.
  const edits = openCase.isSaving ? openCase.edits : unsavedEdits(openCase);
  return { ...openCase, edits, view: { ...openCase.view, ...sheet }, conflict: undefined };
}

export function omit(edits: Partial<Typed>, isOmitted: (field: EditedText) => boolean): Partial<Typed> {
  const rest = EDITED_TEXTS.filter((field) => field in edits && !isOmitted(field));
  return Object.fromEntries(rest.map((field) => [field, edits[field]]));
}

/** A case that was loaded again, with the owner's unsaved edits. */
function merge(openCase: OpenCase, loaded: CaseView): OpenCase {
  const { messages } = loaded;
  const known = openCase.view.messages.map(({ messageId }) => messageId);
  const added = messages.map(({ messageId }) => messageId).filter((id) => !known.includes(id));
  if (added.length > 0) announce(TEXTS.case.newMessages(added.length));
  // The next save will report the conflict, and the owner chooses then.
  const hasConflict = openCase.conflict || conflictingFields(openCase, loaded).length > 0;
  const next = hasConflict ? { ...openCase, view: { ...openCase.view, messages } } : rebase(openCase, loaded);
  return { ...next, newMessageIds: [...openCase.newMessageIds, ...added] };
}

function toSummary(view: CaseView): CaseSummary {
  const { caseNumber, received, sender, senderName, subject, issue, status, messages } = view;
  const { seen, lastMailAt, due, repliedAt, waitingFor, waitingSince } = view;
  const isAutomatic = messages.length > 0 && messages.every((one) => one.isAutomatic);
  return {
    ...{ caseNumber, received, sender, senderName, subject, issue, status, seen, lastMailAt, due },
    ...{ repliedAt, waitingFor, waitingSince },
    ...(isAutomatic ? { isAutomatic } : {}),
    emailCount: messages.length,
  };
}
