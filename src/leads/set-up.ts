import { OUTBOX } from '../outbox/jobs';
import { withScriptLock } from '../platform/platform';
import { createTab } from '../tables/sheet';
import { ARCHIVE, insertAll, select, writeAll } from '../tables/tables';
import { DEFAULT_RULES, RULE_COLUMNS } from './scoring-rules';
import { LEAD_STATUSES, LEADS, LISTS, SCORING, VEHICLES } from './tables';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

export const LEAD_TABS = [LEADS, VEHICLES, SCORING, LISTS, OUTBOX, ARCHIVE];

/** Creates the tabs of the lead desk and fills those that are empty. Safe to repeat: nothing is overwritten. */
export function setUpLeads(spreadsheet: Spreadsheet): void {
  withScriptLock(() => {
    for (const table of LEAD_TABS) createTab(spreadsheet, table);
    SpreadsheetApp.flush();
  });
  if (select(SCORING, RULE_COLUMNS).length === 0) writeAll(insertAll(SCORING, DEFAULT_RULES));
  if (select(LISTS, ['leadStatus']).length > 0) return;
  const statuses = LEAD_STATUSES.map((leadStatus) => ({ leadStatus }));
  writeAll(insertAll(LISTS, statuses));
}
