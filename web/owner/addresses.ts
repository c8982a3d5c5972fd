import type { SettingsView } from '../../src/tracker/case/answers';
import { createStore } from '../shared/store';
import { recall, remember } from './remembered';

type Addresses = Pick<SettingsView, 'sheetUrl' | 'pageUrl'>;

const STORAGE_KEY = 'addresses';

/** The URLs of the sheet and the page: those of the last visit until the script has told them, for a visit that fails at once. */
export const addresses = createStore(recall<Addresses>(STORAGE_KEY) ?? { sheetUrl: '', pageUrl: '' });

export function setAddresses({ sheetUrl, pageUrl }: Addresses): void {
  addresses.set({ sheetUrl, pageUrl });
  remember(STORAGE_KEY, addresses.get());
}
