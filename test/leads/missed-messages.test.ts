import { type Cafe, startCafe } from '../cafe/cafe';
import type { Call } from '../harness/api';
import { testLong } from '../harness/extent';
import { KEYS, PUBLIC, sign, TwilioServer } from './twilio-server';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEBHOOK = '/v1/messaging/webhook';
const ANN = '+14155550101';
const BEN = '+14155550102';
const CLEO = '+14155550103';
const DAN = '+14155550104';
const EVE = '+14155550105';
const STRANGER = '+14155550109';

interface Thread {
  isOptedOut: boolean;
  messages: { body: string; at: string; media: object[]; channel: string }[];
}

describe('messages that never reach the webhook', () => {
  let cafe: Cafe;
  const twilio = new TwilioServer(() => cafe.now());
  beforeAll(async () => {
    cafe = await startCafe();
    const twilioAddress = await twilio.listen();
    // What came before the desk was connected is none of its business.
    twilio.receive(ANN, 'long ago');
    await cafe.later(10 * MINUTE);
    cafe.api.enter({ ...KEYS, publicAddress: PUBLIC, twilioAddress });
    const token = cafe.api.tokens.agent;
    await cafe.callAll(
      ...[ANN, BEN, CLEO, DAN].map(
        (phone): Call => ['POST /v1/leads', { token, body: { name: phone, phone } }],
      ),
    );
    await cafe.later(2 * HOUR);
  });
  afterAll(async () => {
    await cafe.close();
    await twilio.close();
  });

  const leads = () => cafe.rows('Leads').map(({ phone }) => phone);
  const read = async (id: string) => {
    const token = cafe.api.tokens.key;
    return (await cafe.call(`GET /v1/leads/${id}`, { token })).body as Thread;
  };
  /** Twilio tells of one after all. */
  const tell = (sid: string) => {
    const { from, body } = twilio.received.find((message) => message.sid === sid) as {
      from: string;
      body: string;
    };
    const fields = { MessageSid: sid, From: from, To: KEYS.twilioNumber, Body: body, NumMedia: '0' };
    return cafe.call(`POST ${WEBHOOK}`, {
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': sign(PUBLIC + WEBHOOK, fields),
      },
    });
  };

  test('are received within the hour, once, with their files, in the order of their times', async () => {
    twilio.receive(ANN, 'first', { files: 1 });
    twilio.receive(`whatsapp:${BEN}`, 'STOP', { to: `whatsapp:${KEYS.twilioNumber}` });
    twilio.receive(STRANGER, 'who is this');
    const stop = twilio.receive(CLEO, 'STOP');
    await cafe.later(MINUTE);
    const [told, start] = [twilio.receive(ANN, 'second'), twilio.receive(CLEO, 'START')];
    await tell(told);
    await tell(start);
    await cafe.later(2 * HOUR);
    const [ann, ben, cleo] = [await read('L-1'), await read('L-2'), await read('L-3')];
    expect(ann.messages).toMatchObject([
      {
        body: 'first',
        media: [{ url: expect.stringMatching(/Messages\/SMin2\/Media\/ME1$/), type: 'image/jpeg' }],
      },
      { body: 'second', media: [] },
    ]);
    expect([ben.isOptedOut, ben.messages]).toMatchObject([true, [{ channel: 'whatsapp' }]]);
    // What she has chosen last counts, though the other came in later.
    expect(cleo.messages.map(({ body }) => body)).toEqual(['STOP', 'START']);
    expect(cleo.isOptedOut).toBe(false);
    expect(leads().filter((phone) => phone === STRANGER)).toHaveLength(1);
    await tell(stop);
    await cafe.later(2 * HOUR);
    expect([(await read('L-3')).messages.length, (await read('L-3')).isOptedOut]).toEqual([2, false]);
    expect((await read('L-1')).messages).toHaveLength(2);
  });

  testLong(
    'opt nobody in who has opted out since, in whichever of the leads with the phone that was said',
    async () => {
      const [token, body] = [cafe.api.tokens.agent, { name: 'Eve', phone: EVE }];
      const told = await cafe.callAll(
        ['POST /v1/leads', { token, body }],
        ['POST /v1/leads', { token, body }],
      );
      twilio.receive(EVE, 'START');
      twilio.receive(CLEO, 'STOP');
      await cafe.later(MINUTE);
      await tell(twilio.receive(EVE, 'STOP'));
      await tell(twilio.receive(CLEO, 'please stop texting me'));
      await cafe.later(2 * HOUR);
      const both = await Promise.all(told.map((one) => read((one.body as { id: string }).id)));
      expect(both.flatMap(({ messages }) => messages.map((message) => message.body))).toEqual([
        'START',
        'STOP',
      ]);
      expect(both.map(({ isOptedOut }) => isOptedOut)).toEqual([true, true]);
      // What may be a request to stop does not hide the word before it.
      expect((await read('L-3')).isOptedOut).toBe(true);
    },
  );

  testLong('of somebody who was deleted do not come back', async () => {
    twilio.receive(DAN, 'forget me');
    await cafe.later(2 * HOUR);
    expect((await read('L-4')).messages).toHaveLength(1);
    await cafe.call('DELETE /v1/leads/L-4', { token: cafe.api.tokens.admin });
    // As a day later, when nothing tells any more that they were known.
    await cafe.edit('Deleted leads', 'L-4', 'messages', '[]');
    await cafe.later(2 * HOUR);
    expect(leads()).not.toContain(DAN);
  });

  testLong('wait while the provider cannot be asked', async () => {
    twilio.outage = 503;
    twilio.receive(BEN, 'still here');
    await cafe.later(3 * HOUR);
    twilio.outage = undefined;
    await cafe.later(2 * HOUR);
    expect((await read('L-2')).messages.map(({ body }) => body)).toContain('still here');
  });
});
