import { Hono } from 'hono';
import { type Handler, listen } from '../../runtime/listen';
import { guard } from '../../runtime/server/guard';
import { emulate } from './emulate';
import type { ProviderDefinition, RunningProvider } from './provider';

/** The keys of the only account and its number, as in emulate's documentation. */
const KEYS = {
  twilioAccountSid: `AC${'0'.repeat(32)}`,
  twilioAuthToken: 'twilio_test_auth_token',
  twilioNumber: '+15551234567',
};

export const TWILIO: ProviderDefinition = {
  title: 'Twilio',
  start: (publicAddress) =>
    startTwilio({
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

async function startTwilio(seed: object): Promise<RunningProvider> {
  let handle: Handler = () => new Response(null, { status: 503 });
  const server = await listen(0, (request) => handle(request));
  const url = `http://127.0.0.1:${server.port}`;
  const emulator = await emulate('twilio', { url, seed }).catch(async (error) => {
    await server.close();
    throw error;
  });
  const app = new Hono();
  app.use(guard(url));
  app.all('*', (c) => emulator.fetch(c.req.raw));
  handle = (request) => app.fetch(request);
  return {
    url,
    async close() {
      await server.close();
      await emulator.close();
    },
  };
}
