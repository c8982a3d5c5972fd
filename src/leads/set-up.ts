import { OUTBOX } from '../outbox/tables';
import { withScriptLock } from '../platform/lock';
import { ARCHIVE, createTab, insertAll, select, writeAll } from '../tables/tables';
import { DEFAULT_RULES } from './default-rules';
import { LEAD_STATUSES } from './rules';
import { LEADS, LISTS, SCORING, VEHICLES } from './tables';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

export const LEAD_TABS = [LEADS, VEHICLES, SCORING, LISTS, OUTBOX, ARCHIVE];

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
