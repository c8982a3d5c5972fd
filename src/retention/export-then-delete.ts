import { confirm, showMessage } from '../platform/dialog';
import { withUserLock } from '../platform/platform';
import { type Block, type Export, readExport, removeExport, writeExport } from './export-tab';

/** An item of the menu that deletes. */
interface Deletion {
  /** Title of the item. */
  title: string;
  /** Undefined where there is nothing to export, which the user has been told, or has cancelled. */
  find(): Finding | undefined;
  /** Prepares the second choice. */
  prepare(exported: Export): Preparation;
}

interface Finding {
  /** Finding as the user is shown it. */
  summary: string;
  /** Data that the second choice needs. */
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
 * The first choice of the item copies what it finds into the tab Export, the second one deletes it, and the tab last. Where
 * that ends early, another choice goes on: the tab still says what is to go.
 */
export function exportThenDelete({ title, find, prepare }: Deletion): void {
  const exported = readExport();
  if (!exported) exportFound(title, find());
  else if (exported.purpose === title) deleteExported(title, prepare(exported));
  else
    showMessage(
      title,
      `The Export tab is in use by "${exported.purpose}". Finish that first, or delete the tab.`,
    );
}

function exportFound(title: string, found: Finding | undefined): void {
  if (!found) return;
  const { summary, ...content } = found;
  if (!confirm(title, `${summary}\n\nCopy all of this into the Export tab? Nothing is deleted yet.`)) return;
  writeExport({ purpose: title, ...content });
  showMessage(
    title,
    `It is in the Export tab. Download it (File > Download) if you need it later.\n\nThen choose "${title}" again to delete it, or delete the Export tab to keep everything.`,
  );
}

function deleteExported(title: string, { summary, remove, report }: Preparation): void {
  if (!confirm(title, `${summary}\n\nPermanently delete all of this, and the Export tab?`)) return;
  const isDone = withUserLock(() => {
    remove();
    removeExport();
    SpreadsheetApp.flush();
    return true;
  });
  showMessage(
    title,
    isDone ? report() : 'The timer is running right now. Choose the item again in a minute.',
  );
}
