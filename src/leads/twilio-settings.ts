/** Entered by the owner from the menu, kept in script properties, never in a cell. */
export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** The number that messages come from. */
  number: string;
  /** Where the gateway is reached from outside, without a slash at the end: what Twilio signs begins with it. */
  publicAddress: string;
  /** Of Twilio's API. */
  address: string;
}

const ADDRESS = 'https://api.twilio.com';

/** Undefined as long as any of them is missing. */
export function findTwilioSettings(): TwilioSettings | undefined {
  const all = PropertiesService.getScriptProperties().getProperties();
  const {
    twilioAccountSid: accountSid,
    twilioAuthToken: authToken,
    twilioNumber: number,
    publicAddress,
  } = all;
  if (!accountSid || !authToken || !number || !publicAddress) return undefined;
  const address = all.twilioAddress ?? ADDRESS;
  return { accountSid, authToken, number, publicAddress: publicAddress.replace(/\/+$/, ''), address };
}
