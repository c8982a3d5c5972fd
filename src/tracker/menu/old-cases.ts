import { runMenuItem } from '../../platform/add-on';
import { type OldRows, removeOldData as removeOld } from '../../retention/old-data';
import { invalidateEmailCounts } from '../case/email-counts';
import { caseNumberOfRow } from '../case/long-mail';
import { CASES, MESSAGES } from '../case/tables';
import { invalidateBell } from '../page/bell';

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
