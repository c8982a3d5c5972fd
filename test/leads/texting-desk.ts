import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Step } from './script';
import { KEYS, PUBLIC, TwilioServer } from './twilio-server';

/** A lead desk for each test, after these steps, whose texts go to a Twilio on this machine. */
export function useTwilio(take: (desk: LeadDesk) => void, ...given: readonly Step[]): TwilioServer {
  let desk: LeadDesk;
  let address = '';
  const twilio = new TwilioServer(() => desk.realm.scheduler.now());
  beforeAll(async () => {
    address = await twilio.listen();
  });
  afterAll(() => twilio.close());
  beforeEach(async () => {
    twilio.reset();
    const keys = { ...KEYS, publicAddress: PUBLIC, twilioAddress: address };
    desk = await startLeadDesk(['enterKeys', keys], ...given);
    take(desk);
  });
  afterEach(() => desk.close());
  return twilio;
}
