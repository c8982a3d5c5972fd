import { ask, tell } from '../sheet/dialog';
import { findPublicAddress } from '../sheet/public-address';
import { TWILIO_WEBHOOK } from './twilio-settings';

/** The functions of the sheet's menu; what is entered stands in script properties, never in a cell. */
export function connectTwilio(): void {
  const title = 'Connect Twilio';
  const twilioAccountSid = ask(title, 'Account SID (AC...):');
  const twilioAuthToken = twilioAccountSid && ask(title, 'Auth token:');
  const twilioNumber = twilioAuthToken && ask(title, 'Phone number to send from, such as +15551234567:');
  if (!twilioAccountSid || !twilioAuthToken || !twilioNumber) return;
  PropertiesService.getScriptProperties().setProperties({ twilioAccountSid, twilioAuthToken, twilioNumber });
  const webhook = (findPublicAddress() || 'https://<public address>') + TWILIO_WEBHOOK.path;
  tell('Twilio is connected', `In Twilio, set the webhook for incoming messages of the number to ${webhook}`);
}
