import { viewTakings } from '../cafe/orders/cafe-reports';
import { ORDERS } from '../cafe/tables';
import { viewLeads } from '../leads/lead/lead-reports';
import { LEADS } from '../leads/tables';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { refreshOverview, type Shown } from '../reports/overview-tab';
import type { MaintenanceTask } from '../tables/tables';

/** Six pictures are seen at a glance. */
const MAX_SHOWN = 6;

/** Rows that the timer counts every hour. To count more of them takes minutes of its day. */
const MAX_ROWS = 20_000;

/** The reports of the tab Overview. */
export function viewApi(): Shown[] {
  return [...viewLeads(), ...viewTakings()].slice(0, MAX_SHOWN);
}

/** A larger sheet is brought up to date from the menu alone. */
export const OVERVIEW: MaintenanceTask = {
  name: 'overview',
  everyMinutes: 60,
  run() {
    const heights = [LEADS, ORDERS].map(
      ({ name }) => boundSpreadsheet().getSheetByName(name)?.getLastRow() ?? 0,
    );
    if (Math.max(...heights) <= MAX_ROWS) refreshOverview(viewApi);
  },
};
