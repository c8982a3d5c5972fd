import { declareSettings, readSettings, writeSettings } from './settings';

declareSettings(/^testMode$/);

/** Tells whether payments and text messages are simulated where no provider is connected. */
export function isTestMode(): boolean {
  return readSettings().testMode === 'yes';
}

export function setTestMode(isOn: boolean): void {
  writeSettings({ testMode: isOn ? 'yes' : undefined });
}
