import { type OldRows, removeOldData as removeOld } from '../retention/old-data';
import { caseNumberOfRow } from './long-mail';
import { runMenuItem } from './menu/add-on';
import { invalidateBell } from './page/bell';
import { invalidateEmailCounts } from './page/email-counts';
import { CASES, MESSAGES } from './tables';

/** Attachments stay in Drive: the export has their ids. */
const OLD: readonly OldRows[] = [
  {
    table: CASES,
    label: 'Closed cases, by their last mail',
    by: 'lastMailAt',
    only: { column: 'status', values: ['Closed'] },
    children: [{ table: MESSAGES, of: 'caseNumber', toId: caseNumberOfRow }],
    afterRemoval() {
      invalidateBell();
      invalidateEmailCounts();
    },
  },
];

/** Runs from the menu. */
export function removeOldData(): void {
  runMenuItem('Remove old data', () => removeOld(OLD));
}
