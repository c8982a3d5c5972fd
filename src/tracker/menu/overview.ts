import { runMenuItem } from '../../platform/add-on';
import * as tab from '../../reports/overview-tab';
import { viewCases } from '../case/case-reports';
import { withMigration } from '../case/tables';

/** Makes the tab where it is gone, and brings it up to date. From the menu. */
export function showOverview(): void {
  runMenuItem('Overview', () => withMigration(() => tab.showOverview(viewCases)));
}
