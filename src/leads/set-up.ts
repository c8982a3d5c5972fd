import { OUTBOX } from '../outbox/jobs';
import { withScriptLock } from '../platform/lock';
import {
  ARCHIVE,
  compaction,
  createTab,
  insertAll,
  type MaintenanceTask,
  select,
  writeAll,
} from '../tables/tables';
import { DEFAULT_RULES } from './scoring-rules';
import { LEAD_STATUSES } from './scoring-tab';
import { LEADS, LISTS, SCORING, VEHICLES } from './tables';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

export const LEAD_TABS = [LEADS, VEHICLES, SCORING, LISTS, OUTBOX, ARCHIVE];

/** What the timer does for the lead desk beside sending messages. */
export const LEAD_MAINTENANCE: readonly MaintenanceTask[] = [compaction(LEADS), compaction(VEHICLES)];

/** Makes the tabs of the lead desk. Safe to repeat: what is there stays, the owner's rules and lists too. */
export function setUpLeads(spreadsheet: Spreadsheet): void {
  withScriptLock(() => {
    for (const table of LEAD_TABS) createTab(spreadsheet, table);
    SpreadsheetApp.flush();
  });
  if (select(SCORING, ['rule', 'field', 'when', 'points']).length === 0)
    writeAll(insertAll(SCORING, DEFAULT_RULES));
  if (select(LISTS, ['leadStatus']).length === 0)
    writeAll(
      insertAll(
        LISTS,
        LEAD_STATUSES.map((leadStatus) => ({ leadStatus })),
      ),
    );
}
