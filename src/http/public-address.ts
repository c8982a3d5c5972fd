import { prompt, showMessage } from '../platform/dialog';
import { declareSettings, readSettings, type Settings, writeSettings } from '../platform/settings';

declareSettings(/^publicAddress$/);

/** A provider's webhook: its URL is the public address with this path. */
export interface Webhook {
  /** `Twilio` */
  provider: string;
  path: string;
}

/** Where the gateway is reached from outside, without a slash at the end: providers sign their URLs. */
export function findPublicUrl({ publicAddress }: Settings = readSettings()): string | undefined {
  return publicAddress?.replace(/\/+$/, '');
}

/** From the menu. Shows the URL of each webhook. */
export function setPublicAddress(webhooks: readonly Webhook[]): void {
  const publicAddress = prompt('Public address', 'Public URL of the gateway (https://...):');
  if (!publicAddress) return;
  if (!/^https:\/\/[^\s/]+(\/\S*)?$/.test(publicAddress)) {
    showMessage('Not saved', `The address must start with https:// (got "${publicAddress}").`);
    return;
  }
  writeSettings({ publicAddress });
  const address = findPublicUrl({ publicAddress }) ?? '';
  const lines = webhooks.map(({ provider, path }) => `${provider}'s webhook is ${address}${path}`);
  showMessage('Saved', lines.join('\n'));
}
