import { OUTBOX } from '../outbox/tables';
import { ARCHIVE } from '../tables/archive';
import { commit, insert } from '../tables/commit';
import { createTab } from '../tables/create';
import { underScriptLock } from '../tables/lock';
import { select } from '../tables/select';
import { DEFAULT_RULES } from './default-rules';
import { LEAD_STATUSES } from './rules';
import { LEADS, LISTS, SCORING, VEHICLES } from './tables';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

export const LEAD_TABS = [LEADS, VEHICLES, SCORING, LISTS, OUTBOX, ARCHIVE];

/** Makes the tabs of the lead desk. Safe to repeat: what is there stays, the owner's rules and lists too. */
export function setUpLeads(spreadsheet: Spreadsheet): void {
  underScriptLock(() => {
    for (const table of LEAD_TABS) createTab(spreadsheet, table);
    SpreadsheetApp.flush();
  });
  if (select(SCORING, ['rule', 'field', 'when', 'points']).length === 0)
    commit(insert(SCORING, DEFAULT_RULES));
  if (select(LISTS, ['leadStatus']).length === 0)
    commit(
      insert(
        LISTS,
        LEAD_STATUSES.map((leadStatus) => ({ leadStatus })),
      ),
    );
}
