import { testLong } from '../harness/extent';
import { withKillAtCalls } from '../harness/faults';
import type { LeadDesk } from './lead-desk';
import type { Step } from './script';
import { useTwilio } from './texting-desk';
import { KEYS } from './twilio-server';

const AGENT_PHONE = '+15557770001';
const HOT = {
  ...{ creditScore: '760', downPayment: 6_000, hasBank: true, tradeIn: true, idType: 'passport' },
  ...{ name: 'Ann Example', phone: '+15551230001' },
};
const DAY = 86_400_000;
const MINUTE = 60_000;

type Lead = {
  id: string;
  agentId: string;
  vehicleId: string;
  alert: { status: string; error: string | null } | null;
  activities: { what: string; error?: string }[];
};

describe('the agent of a hot lead', () => {
  let desk: LeadDesk;
  const agentId = 'U-1';
  const twilio = useTwilio(
    (started) => {
      desk = started;
      // Leads stay with their agent: another test is about those that are handed on.
      const at = Object.keys(desk.rows('Lists')[0] ?? {}).indexOf('value');
      desk.edit('Lists', `${String.fromCharCode(65 + at)}3`, '0');
    },
    ['addUser', { email: 'agent@example.com', role: 'agent', phone: '+1 (555) 777-0001' }],
  );
  const creating = (body: object): Step => ['call', 'POST /v1/leads', { body }];
  const changing = (id: string, body: object): Step => ['call', `PATCH /v1/leads/${id}`, { body }];
  /** The timer comes by at once. */
  const createAndDeliver = (body: object) => desk.runAll(creating(body), ['deliver']);
  const create = (body: object) => desk.runAll(creating(body));
  const creatingFive = () =>
    [2, 3, 4, 5, 6].map((digit) => creating({ ...HOT, agentId, phone: `+1555127000${digit}` }));
  /** The first lead after a run of the timer. */
  const deliverAndRead = async (...before: readonly Step[]) => {
    const told = await desk.runAll(...before, ['deliver'], ['call', 'GET /v1/leads/L-1']);
    return (told.at(-1) as { body: Lead }).body;
  };
  const column = (name: string) => Object.keys(desk.rows('Users')[0] ?? {}).indexOf(name);
  const typeInUsers = (name: string, text: string, row = 2) =>
    desk.edit('Users', `${String.fromCharCode(65 + column(name))}${row}`, text);

  test('is texted once who it is, how to call back, the score, why, and the vehicle', async () => {
    const vehicle = { make: 'Acme', model: 'One', year: 2021, price: 9_000 };
    const steps: Step[] = [
      ['call', 'POST /v1/vehicles', { body: vehicle }],
      creating({ ...HOT, agentId, vehicleId: 'V-1' }),
      ['deliver'],
      ['call', 'GET /v1/leads/L-1'],
    ];
    const told = (await desk.runAll(...steps))[3] as { body: Lead };
    expect(twilio.sent).toMatchObject([
      {
        to: AGENT_PHONE,
        body: 'Hot lead L-1: Ann Example, +15551230001, score 100. 2021 Acme One (V-1). Credit 740 or more, 5,000 down or more, Bank account.',
      },
    ]);
    expect(told.body).toMatchObject({ agentId, vehicleId: 'V-1', alert: { status: 'sent', error: null } });
    expect(told.body.activities.map(({ what }) => what)).toEqual(['created', 'agent_alerted']);
    await desk.runAll(
      changing('L-1', { downPayment: 0, creditScore: '500' }),
      changing('L-1', { downPayment: 9_000, creditScore: '800' }),
      ['deliver'],
    );
    expect(twilio.sent).toHaveLength(1);
    expect(desk.rows('Outbox')).toEqual([]);
  });

  test.each<[string, Step[]]>([
    ['becomes hot when it is rescored', [changing('L-1', HOT)]],
    ['is hot and gets the agent', [changing('L-1', { ...HOT, agentId: '' }), changing('L-1', { agentId })]],
  ])('is texted where a lead %s', async (_, changes) => {
    const cold = { name: 'Bob', phone: '+15551230002', agentId };
    await desk.runAll(creating(cold), ['deliver'], ...changes, ['deliver']);
    // It has the name that the lead got when it became hot.
    const body = expect.stringContaining('Hot lead L-1: Ann Example');
    expect(twilio.sent).toMatchObject([{ to: AGENT_PHONE, body }]);
  });

  test('is texted of each hot lead of an import', async () => {
    const rows = [1, 2, 3].map((at) => ({
      ...HOT,
      phone: `+1555124000${at}`,
      ...(at === 2 ? {} : { agentId }),
    }));
    await desk.runAll(['call', 'POST /v1/leads/import', { body: { rows } }], ['deliver']);
    expect(twilio.sent.map(({ body }) => /L-\d+/.exec(body)?.[0])).toEqual(['L-1', 'L-3']);
  });

  test('gets no text of a lead that is not hot, or has no agent', async () => {
    await desk.runAll(creating({ name: 'Bob', phone: '+15551230002', agentId }), creating(HOT), ['deliver']);
    expect([twilio.sent, desk.rows('Outbox')]).toEqual([[], []]);
  });

  test('without a phone, or once disabled, gets none, which the lead says', async () => {
    const ids = ['L-1', 'L-2'];
    await desk.runAll(
      ['addUser', { email: 'b@example.com', role: 'agent', phone: '+15557770002' }],
      creating({ ...HOT, agentId }),
      creating({ ...HOT, agentId: 'U-2' }),
    );
    typeInUsers('phone', '');
    typeInUsers('disabledAt', 'yes', 3);
    const [, ...told] = (await desk.runAll(
      ['deliver'],
      ...ids.map((id): Step => ['call', `GET /v1/leads/${id}`]),
    )) as { body: Lead }[];
    expect(twilio.sent).toEqual([]);
    expect(told.map(({ body }) => body.agentId)).toEqual(['U-1', 'U-2']);
    for (const { body } of told) {
      const { agentId: agent, activities, ...lead } = body;
      const error = `${agent} has no valid phone number in the Users tab, or no longer has access to leads.`;
      expect(lead).toMatchObject({ alert: { status: 'failed', error } });
      expect(activities.filter(({ what }) => what !== 'duplicate')).toMatchObject([
        { what: 'created' },
        { what: 'alert_failed', error },
      ]);
    }
  });

  test('whose phone was typed with its plus, which makes it a number, gets the text', async () => {
    typeInUsers('phone', '+15550109999');
    await createAndDeliver({ ...HOT, agentId });
    expect(twilio.sent).toMatchObject([{ to: '+15550109999' }]);
  });

  test('is told to nobody where the lead has none any more', async () => {
    const steps = [creating({ ...HOT, agentId }), changing('L-1', { agentId: '' })];
    const told = await desk.runAll(...steps, ['deliver'], ['call', 'GET /v1/leads/L-1']);
    expect(twilio.sent).toEqual([]);
    const alert = { status: 'failed', error: 'The lead no longer has an agent.' };
    expect(told[3]).toMatchObject({ body: { alert } });
  });

  test('another one is texted where the first could not be', async () => {
    typeInUsers('phone', '');
    await desk.runAll(
      creating({ ...HOT, agentId }),
      ['deliver'],
      ['addUser', { email: 'b@example.com', role: 'admin', phone: '+15557770002' }],
      changing('L-1', { agentId: 'U-2' }),
      ['deliver'],
    );
    expect(twilio.sent).toMatchObject([{ to: '+15557770002' }]);
  });

  test('waits while no provider is connected, for a day at most', async () => {
    const [, , , told] = (await desk.runAll(
      ['enterKeys', { twilioAuthToken: '', testMode: '' }],
      creating({ ...HOT, agentId }),
      ['deliver'],
      ['call', 'GET /v1/leads/L-1'],
      creating({ ...HOT, agentId }),
    )) as { body: Lead }[];
    expect(told?.body.alert).toEqual({ status: 'queued', at: expect.any(String), error: null });
    await desk.realm.scheduler.advance(DAY - 30 * MINUTE);
    await create({ ...HOT, agentId, name: 'Late' });
    await desk.realm.scheduler.advance(31 * MINUTE);
    await desk.runAll(['enterKeys', KEYS], ['forgetSignals']);
    await desk.realm.scheduler.advance(11 * MINUTE);
    const { alert } = await deliverAndRead();
    expect(twilio.sent.map(({ body }) => body)).toEqual([expect.stringContaining('Hot lead L-3: Late')]);
    expect(alert).toMatchObject({
      status: 'failed',
      error: 'It could not be sent within a day.',
    });
  });

  test('is not texted twice where the answer to the first text was lost', async () => {
    twilio.trouble = 'lost';
    expect((await deliverAndRead(creating({ ...HOT, agentId }))).alert?.status).toBe('sending');
    await desk.realm.scheduler.advance(2 * MINUTE);
    const { alert } = await deliverAndRead();
    expect([twilio.sent.length, alert?.status]).toEqual([1, 'sent']);
  });

  test('is not texted twice where many texts to the agent came after one whose answer was lost', async () => {
    twilio.pageSize = 2;
    twilio.trouble = 'lost';
    await desk.runAll(creating({ ...HOT, agentId }), ['deliver'], ...creatingFive(), ['deliver']);
    await desk.realm.scheduler.advance(2 * MINUTE);
    const { alert } = await deliverAndRead();
    expect([twilio.sent.length, alert?.status]).toEqual([6, 'sent']);
    expect(twilio.lookups).toHaveLength(3);
  });

  testLong('texts of before the first attempt are not asked for', async () => {
    twilio.pageSize = 2;
    await desk.runAll(...creatingFive(), ['deliver']);
    await desk.realm.scheduler.advance(10 * MINUTE);
    twilio.trouble = { status: 503 };
    await createAndDeliver({ ...HOT, agentId });
    await desk.realm.scheduler.advance(2 * MINUTE);
    await desk.run('deliver');
    expect([twilio.sent.length, twilio.lookups.length]).toEqual([6, 1]);
  });

  testLong('is not texted twice where the first text is listed only after the second attempt', async () => {
    await create({ ...HOT, agentId });
    twilio.trouble = 'lost';
    twilio.unlisted = ['SM1'];
    await desk.run('deliver');
    await desk.realm.scheduler.advance(2 * MINUTE);
    twilio.trouble = { status: 503 };
    await desk.run('deliver');
    twilio.unlisted = [];
    await desk.realm.scheduler.advance(5 * MINUTE);
    const { alert } = await deliverAndRead();
    expect([twilio.sent.length, alert?.status]).toEqual([1, 'sent']);
  });

  test('hears why nothing came where the provider refuses the text', async () => {
    twilio.trouble = { status: 400, code: 21211 };
    expect((await deliverAndRead(creating({ ...HOT, agentId }))).alert).toMatchObject({
      status: 'failed',
      error: 'Twilio returned 400 (21211): No.',
    });
    expect(desk.rows('Outbox')).toEqual([]);
  });

  const textsTo = (phone: string) => twilio.sent.filter(({ body }) => body.includes(phone)).length;

  testLong('is texted once, whenever an execution ends', () =>
    withKillAtCalls(6, async ({ call, n }) => {
      const body = { ...HOT, agentId, phone: `+1555125${1_000 + n}` };
      const asked = { body, headers: { 'idempotency-key': `key ${n}` } };
      const fault = { call, kind: 'kill after', writes: 'lost' } as const;
      const ended = await desk.execute('call', ['POST /v1/leads', asked], { fault });
      await desk.execute('deliver', [], { fault });
      await desk.realm.scheduler.advance(400_000);
      const { status } = await desk.call('POST /v1/leads', asked);
      expect([call, status]).toEqual([call, 201]);
      for (let run = 0; run === 0 || (run < 5 && desk.rows('Outbox').length > 0); run++) {
        await desk.run('deliver');
        await desk.realm.scheduler.advance(10 * MINUTE);
      }
      expect([call, textsTo(body.phone), desk.rows('Outbox')]).toEqual([call, 1, []]);
      return ended;
    }),
  );

  testLong('is texted once, whenever the timer ends', () =>
    withKillAtCalls(3, async ({ call, n }) => {
      const phone = `+1555126${1_000 + n}`;
      await create({ ...HOT, agentId, phone });
      const fault = { call, kind: 'kill after', writes: 'lost' } as const;
      const ended = await desk.execute('deliver', [], { fault });
      await desk.realm.scheduler.advance(15 * MINUTE);
      await desk.runAll(['deliver'], ['deliver']);
      expect([call, textsTo(phone), desk.rows('Outbox')]).toEqual([call, 1, []]);
      return ended;
    }),
  );

  test.each([
    [
      { agentId: 'U-9' },
      'agentId must be the ID of a user who may see leads and is not disabled (got "U-9").',
    ],
    [{ vehicleId: 'V-9' }, 'vehicleId must be the ID of a vehicle (got "V-9").'],
  ])('%j is refused, by an import for its row', async (given, message) => {
    const rows = [{ ...HOT, ...given }, HOT];
    const [, created, changed, imported] = await desk.callAll<{ data: object[] }>([
      ['POST /v1/leads', { body: HOT }],
      ['POST /v1/leads', { body: rows[0] as object }],
      ['PATCH /v1/leads/L-1', { body: given }],
      ['POST /v1/leads/import', { body: { rows } }],
    ]);
    const refused = { status: 422, body: { error: { message, param: Object.keys(given)[0] } } };
    expect([created, changed]).toMatchObject([refused, refused]);
    expect(imported?.body.data).toMatchObject([
      { row: 1, error: { message } },
      { row: 2, id: 'L-3' },
    ]);
  });

  test('and the vehicle may be gone later, and are filters', async () => {
    await desk.runAll(creating({ ...HOT, agentId }), creating(HOT));
    typeInUsers('disabledAt', 'yes');
    const told = await desk.runAll(
      changing('L-1', { notes: 'x' }),
      changing('L-1', { notes: 'y', agentId }),
      changing('L-2', { agentId }),
      ['call', 'GET /v1/leads', { query: { agentId } }],
      changing('L-1', { agentId: '' }),
    );
    expect(told).toMatchObject([
      { status: 200 },
      { body: { agentId, notes: 'y' } },
      { status: 422 },
      { body: { data: [{ id: 'L-1' }], total: 1 } },
      { body: { agentId: '' } },
    ]);
  });
});
