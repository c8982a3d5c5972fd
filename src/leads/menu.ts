import { ask, tell } from '../sheet/dialog';

/** The functions of the sheet's menu; what is entered stands in script properties, never in a cell. */
export function connectTwilio(): void {
  const title = 'Connect Twilio';
  const twilioAccountSid = ask(title, 'Account SID (AC...):');
  const twilioAuthToken = twilioAccountSid && ask(title, 'Auth token:');
  const twilioNumber =
    twilioAuthToken && ask(title, 'The number that messages come from, such as +15551234567:');
  if (!twilioAccountSid || !twilioAuthToken || !twilioNumber) return;
  save({ twilioAccountSid, twilioAuthToken, twilioNumber });
  const webhook = `${addressNow() || 'https://<public address>'}/v1/messaging/webhook`;
  tell('Twilio is connected', `At Twilio, set the number's webhook for incoming messages to ${webhook}`);
}

/** What Twilio signs begins with this address. */
export function setPublicAddress(): void {
  const publicAddress = ask('Public address', 'Where the gateway is reached from outside (https://...):');
  if (!publicAddress) return;
  if (/^https:\/\/[^\s/]+(\/\S*)?$/.test(publicAddress)) {
    save({ publicAddress });
    tell('Saved', `Twilio's webhook is ${publicAddress.replace(/\/+$/, '')}/v1/messaging/webhook`);
  } else tell('Not saved', `The address must begin with https://, but it is "${publicAddress}".`);
}

function save(values: Record<string, string>): void {
  PropertiesService.getScriptProperties().setProperties(values);
}

function addressNow(): string {
  return PropertiesService.getScriptProperties().getProperty('publicAddress')?.replace(/\/+$/, '') ?? '';
}
