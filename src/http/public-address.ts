import { prompt, showMessage } from '../platform/dialog';
import { declareSettings, readSettings, type Settings, writeSettings } from '../platform/settings';

declareSettings(/^publicAddress$/);

/** Providers, and the path of their webhook. */
interface Called {
  all: readonly { name: string }[];
  path: string;
}

/** Returns the gateway's address from outside, without a slash at the end: providers sign their URLs. */
export function findPublicUrl({ publicAddress }: Settings = readSettings()): string | undefined {
  return publicAddress?.replace(/\/+$/, '');
}

/** Menu item. Shows the URL of each webhook. */
export function setPublicAddress(called: readonly Called[]): void {
  const publicAddress = prompt('Public address', 'Public URL of the gateway (https://...):');
  if (!publicAddress) return;
  if (!/^https:\/\/[^\s/]+(\/\S*)?$/.test(publicAddress)) {
    showMessage('Not saved', `The address must start with https:// (got "${publicAddress}").`);
    return;
  }
  writeSettings({ publicAddress });
  const address = findPublicUrl({ publicAddress }) ?? '';
  const lines = called.flatMap(({ all, path }) =>
    all.map(({ name }) => `${name}'s webhook is ${address}${path}`),
  );
  showMessage('Saved', lines.join('\n'));
}
