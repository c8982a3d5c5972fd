import type { SettingsView } from '../../src/tracker/page/answers';
import { createStore } from '../shared/store';

/** Where the sheet and the page are; empty until the script has told. */
export const addresses = createStore<Pick<SettingsView, 'sheetUrl' | 'pageUrl'>>({
  sheetUrl: '',
  pageUrl: '',
});
