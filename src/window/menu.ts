import { prompt, showMessage } from '../platform/dialog';
import { errorMessage } from '../platform/platform';
import type { Host } from './host';
import { readQueries } from './settings';
import { changeQueries, type WindowTabs } from './window';

const TITLE = 'Window';

/** Menu item: asks which rows the sheet shows of those that the host has. */
export function askForQueries(host: Host, tabs: WindowTabs): void {
  const current = readQueries();
  const queries: Record<string, string> = {};
  for (const { table } of tabs.shown) {
    const now = current[table.name] ?? '';
    const query = prompt(
      TITLE,
      `Which rows should the ${table.name} tab show? Enter a filter as in a URL of the API, such as status=new,contacted, or leave it empty for the newest rows. Now: ${now || 'the newest rows'}.`,
    );
    if (query === undefined) return;
    // A whole URL counts too.
    queries[table.name] = query.trim().replace(/^[^=&]*\?/, '');
  }
  try {
    changeQueries(host, tabs, queries);
  } catch (error) {
    showMessage(TITLE, `Nothing has changed. ${errorMessage(error)}`);
  }
}
