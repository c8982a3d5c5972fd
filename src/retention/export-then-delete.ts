import { confirm, showMessage } from '../platform/dialog';
import { withUserLock } from '../platform/platform';
import { type Block, type Export, readExport, removeExport, writeExport } from './export-tab';

/** An item of the menu that deletes. */
interface Deletion {
  /** Of the item. */
  title: string;
  /** Undefined where there is nothing to export, which the user has been told, or has cancelled. */
  find(): Finding | undefined;
  /** For the second choice. */
  prepare(exported: Export): Preparation;
}

interface Finding {
  /** What was found, as the user is shown it. */
  summary: string;
  /** What the second choice has to know. */
  details: unknown;
  blocks: Block[];
}

interface Preparation {
  summary: string;
  /** May be repeated. */
  remove(): void;
  /** What the user is told then. */
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
    showMessage(title, `The tab Export is for "${exported.purpose}". Finish that first, or delete the tab.`);
}

function exportFound(title: string, found: Finding | undefined): void {
  if (!found) return;
  const { summary, ...content } = found;
  if (!confirm(title, `${summary}\n\nCopy all of this into the tab Export? Nothing is deleted yet.`)) return;
  writeExport({ purpose: title, ...content });
  showMessage(
    title,
    `It is in the tab Export. Download it (File > Download) if it is needed later.\n\nThen choose "${title}" again to delete it, or delete the tab Export to keep everything.`,
  );
}

function deleteExported(title: string, { summary, remove, report }: Preparation): void {
  if (!confirm(title, `${summary}\n\nDelete all of this for good, and the tab Export?`)) return;
  const isDone = withUserLock(() => {
    remove();
    removeExport();
    SpreadsheetApp.flush();
    return true;
  });
  showMessage(title, isDone ? report() : 'The timer is at work. Choose the item again in a minute.');
}
