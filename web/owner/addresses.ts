import type { SettingsView } from '../../src/tracker/page/answers';
import { createStore } from '../shared/store';

/** The URLs of the sheet and the page; empty until the script has told them. */
export const addresses = createStore<Pick<SettingsView, 'sheetUrl' | 'pageUrl'>>({
  sheetUrl: '',
  pageUrl: '',
});
