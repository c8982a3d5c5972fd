import { findPublicAddress, type Webhook } from '../http/public-address';
import { prompt, showMessage } from '../platform/dialog';
import { properties } from '../platform/platform';

export const TWILIO_WEBHOOK: Webhook = { provider: 'Twilio', path: '/v1/messaging/webhook' };

/** The owner enters these from the menu. They are stored in script properties, never in a cell. */
export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** The number that messages are sent from. */
  number: string;
  publicAddress: string;
  /** The address of Twilio's API. */
  address: string;
}

const ADDRESS = 'https://api.twilio.com';

/** Undefined until Twilio is connected and the public address is set. */
export function findTwilioSettings(): TwilioSettings | undefined {
  const all = properties().getProperties();
  const { twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioNumber: number } = all;
  const publicAddress = findPublicAddress(all);
  if (!accountSid || !authToken || !number || !publicAddress) return undefined;
  const address = all.twilioAddress ?? ADDRESS;
  return { accountSid, authToken, number, publicAddress, address };
}

/** From the menu. */
export function connectTwilio(): void {
  const title = 'Connect Twilio';
  const twilioAccountSid = prompt(title, 'Account SID (AC...):');
  const twilioAuthToken = twilioAccountSid && prompt(title, 'Auth token:');
  const twilioNumber = twilioAuthToken && prompt(title, 'Phone number to send from, such as +15551234567:');
  if (!twilioAccountSid || !twilioAuthToken || !twilioNumber) return;
  properties().setProperties({ twilioAccountSid, twilioAuthToken, twilioNumber });
  const webhook = (findPublicAddress() || 'https://<public address>') + TWILIO_WEBHOOK.path;
  showMessage(
    'Twilio is connected',
    `In Twilio, set the webhook for incoming messages of the number to ${webhook}`,
  );
}
