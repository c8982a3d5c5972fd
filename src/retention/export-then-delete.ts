import { confirm, showMessage } from '../platform/dialog';
import { withUserLock } from '../platform/platform';
import { toastingProgress } from '../platform/progress';
import { type Block, type Export, readExport, removeExport, writeExport } from './export-tab';

/** An item of the menu that deletes. */
interface Deletion {
  /** Title of the item. */
  title: string;
  /** Undefined where there is nothing to export, which the user has been told, or has cancelled. */
  find(): Finding | undefined;
  /** Prepares the deletion of what the tab Export has. */
  prepare(exported: Export): Preparation;
}

interface Finding {
  /** Finding as the user is shown it. */
  summary: string;
  /** Data that the deletion needs. */
  details: unknown;
  blocks: Block[];
}

interface Preparation {
  summary: string;
  /** May be repeated. */
  remove(): void;
  /** The message that is shown then. */
  report(): string;
}

/**
 * Copies what it finds into the tab Export, asks, and deletes it, and the tab last. Where the person says no, or that ends
 * early, another choice of the item goes on from the tab, which still says what is to go.
 */
export function exportThenDelete(deletion: Deletion): void {
  const { title, prepare } = deletion;
  const exported = readExport() ?? exportFound(deletion);
  if (!exported) return;
  if (exported.purpose === title) deleteExported(title, prepare(exported));
  else
    showMessage(
      title,
      `The Export tab is in use by "${exported.purpose}". Finish that first, or delete the tab.`,
    );
}

function exportFound({ title, find }: Deletion): Export | undefined {
  const found = find();
  if (!found) return undefined;
  const { summary, ...content } = found;
  if (!confirm(title, `${summary}\n\nCopy all of this into the Export tab? Nothing is deleted yet.`))
    return undefined;
  toastingProgress(title, () => writeExport({ purpose: title, ...content }));
  return readExport();
}

function deleteExported(title: string, { summary, remove, report }: Preparation): void {
  const question = `All of this is in the Export tab:\n\n${summary}\n\nPermanently delete it now, and the Export tab? To download it before (File > Download), answer No, and choose "${title}" again later. To keep everything, answer No and delete the Export tab.`;
  if (!confirm(title, question)) return;
  const isDone = withUserLock(() => {
    toastingProgress(title, remove);
    removeExport();
    SpreadsheetApp.flush();
    return true;
  });
  showMessage(
    title,
    isDone ? report() : 'The timer is running right now. Choose the item again in a minute.',
  );
}
