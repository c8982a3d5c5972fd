import { viewTakings } from '../cafe/orders/cafe-reports';
import { ORDERS } from '../cafe/tables';
import { viewLeads } from '../leads/lead/lead-reports';
import { LEADS } from '../leads/tables';
import { refreshOverview, type Shown } from '../reports/overview-tab';
import type { MaintenanceTask } from '../tables/tables';

/** Six pictures are seen at a glance. */
const MAX_SHOWN = 6;

/** The reports of the tab Overview. */
export function viewApi(): Shown[] {
  return [...viewLeads(), ...viewTakings()].slice(0, MAX_SHOWN);
}

export const OVERVIEW: MaintenanceTask = {
  name: 'overview',
  everyMinutes: 60,
  run: () => refreshOverview(viewApi, [LEADS.name, ORDERS.name]),
};
