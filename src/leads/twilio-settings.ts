import { findPublicAddress, type Webhook } from '../http/public-address';
import { prompt, showMessage } from '../platform/dialog';

export const TWILIO_WEBHOOK: Webhook = { provider: 'Twilio', path: '/v1/messaging/webhook' };

/** Entered by the owner from the menu, kept in script properties, never in a cell. */
export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** The number that messages come from. */
  number: string;
  publicAddress: string;
  /** Of Twilio's API. */
  address: string;
}

const ADDRESS = 'https://api.twilio.com';

/** Undefined as long as any of them is missing. */
export function findTwilioSettings(): TwilioSettings | undefined {
  const all = PropertiesService.getScriptProperties().getProperties();
  const { twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioNumber: number } = all;
  const publicAddress = findPublicAddress(all);
  if (!accountSid || !authToken || !number || !publicAddress) return undefined;
  const address = all.twilioAddress ?? ADDRESS;
  return { accountSid, authToken, number, publicAddress, address };
}

/** The functions of the sheet's menu; what is entered stands in script properties, never in a cell. */
export function connectTwilio(): void {
  const title = 'Connect Twilio';
  const twilioAccountSid = prompt(title, 'Account SID (AC...):');
  const twilioAuthToken = twilioAccountSid && prompt(title, 'Auth token:');
  const twilioNumber = twilioAuthToken && prompt(title, 'Phone number to send from, such as +15551234567:');
  if (!twilioAccountSid || !twilioAuthToken || !twilioNumber) return;
  PropertiesService.getScriptProperties().setProperties({ twilioAccountSid, twilioAuthToken, twilioNumber });
  const webhook = (findPublicAddress() || 'https://<public address>') + TWILIO_WEBHOOK.path;
  showMessage(
    'Twilio is connected',
    `In Twilio, set the webhook for incoming messages of the number to ${webhook}`,
  );
}
