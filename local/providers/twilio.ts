import { emulate } from './emulate';
import type { ProviderDefinition } from './providers';

/** Of the one account there is, with its one number: those that emulate's own documentation uses. */
const KEYS = {
  twilioAccountSid: `AC${'0'.repeat(32)}`,
  twilioAuthToken: 'twilio_test_auth_token',
  twilioNumber: '+15551234567',
};

export const TWILIO: ProviderDefinition = {
  title: 'Twilio',
  start: (publicAddress) =>
    emulate('twilio', {
      account: { sid: KEYS.twilioAccountSid, auth_token: KEYS.twilioAuthToken },
      phone_numbers: [
        {
          phone_number: KEYS.twilioNumber,
          sms_url: `${publicAddress}/v1/messaging/webhook`,
          sms_method: 'POST',
        },
      ],
    }),
  properties: (twilioAddress, publicAddress) => ({ ...KEYS, publicAddress, twilioAddress }),
};
