import { prompt, showMessage } from '../platform/dialog';
import { properties } from '../platform/platform';

/** What a provider has to call, below the public address. */
export interface Webhook {
  /** `Twilio`. */
  provider: string;
  path: string;
}

/** Where the gateway is reached from outside, without a slash at the end: what providers sign begins with it. */
export function findPublicAddress(
  { publicAddress }: Record<string, string> = properties().getProperties(),
): string | undefined {
  return publicAddress?.replace(/\/+$/, '');
}

/** From the menu. Says what each provider has to be told. */
export function setPublicAddress(webhooks: readonly Webhook[]): void {
  const publicAddress = prompt('Public address', 'Where the gateway is reached from outside (https://...):');
  if (!publicAddress) return;
  if (/^https:\/\/[^\s/]+(\/\S*)?$/.test(publicAddress)) {
    properties().setProperties({ publicAddress });
    const address = findPublicAddress({ publicAddress }) ?? '';
    showMessage(
      'Saved',
      webhooks.map(({ provider, path }) => `${provider}'s webhook is ${address}${path}`).join('\n'),
    );
  } else showMessage('Not saved', `The address must begin with https://, but it is "${publicAddress}".`);
}
