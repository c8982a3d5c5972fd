import { testLong } from '../harness/extent';
import { withKillAtCalls } from '../harness/faults';
import type { LeadDesk } from './lead-desk';
import type { Step } from './script';
import { useTwilio } from './texting-desk';

const HOT = { creditScore: '760', downPayment: 9_000, hasBank: true, idType: 'licence', tradeIn: true };
const MINUTE = 60_000;

let desk: LeadDesk;
const twilio = useTwilio(
  (started) => {
    desk = started;
  },
  ['addUser', { email: 'owner@example.com', role: 'admin', phone: '+15550000001' }],
  ['addUser', { email: 'ana@example.com', role: 'agent', phone: '+15550000002' }],
  ['addUser', { email: 'ben@example.com', role: 'agent', phone: '+15550000003' }],
  ['addUser', { email: 'cleo@example.com', role: 'agent', phone: '+15550000004' }],
  ['call', 'POST /v1/vehicles', { body: { make: 'Toyota', model: 'Corolla', price: 12_000 } }],
);

/** The owner types a rule into the tab Lists, in the row of this number among the rules. */
function rule(row: number, cells: Record<string, string>): void {
  const names = Object.keys(desk.rows('Lists')[0] ?? {});
  for (const [name, text] of Object.entries(cells))
    desk.edit('Lists', `${String.fromCharCode(65 + names.indexOf(name))}${row + 1}`, text);
}
/** Somebody sets the cell `away` of a user. */
function setAway(row: number, text: string): void {
  const at = Object.keys(desk.rows('Users')[0] ?? {}).indexOf('away');
  desk.edit('Users', `${String.fromCharCode(65 + at)}${row + 1}`, text);
}
let phones = 0;
const creating = (body: object): Step => {
  const phone = `+1555123${String(1_000 + phones++)}`;
  return ['call', 'POST /v1/leads', { body: { name: 'Ann', phone, ...body } }];
};
const agents = () => desk.rows('Leads').map(({ agentId }) => agentId);
interface Lead {
  agentId: string;
  firstResponseAt: string | null;
  escalation: { status: string } | null;
  activities: { what: string }[];
}
const read = async (id: string) => (await desk.call<Lead>(`GET /v1/leads/${id}`)).body;

test('a new lead gets the agent of the first rule that fits, in turn, past those who are away', async () => {
  rule(1, { assignVehicle: 'toyota corolla', assignTo: 'cleo@example.com' });
  rule(2, { assignLocation: 'Austin', assignScore: '50', assignTo: 'U-3' });
  rule(3, { assignSource: 'web', assignTo: 'all' });
  await desk.runAll(
    creating({ vehicleId: 'V-1', source: 'web' }),
    creating({ location: ' austin', ...HOT }),
    creating({ location: 'Austin' }),
    creating({ source: 'Web' }),
    creating({ source: 'web' }),
    creating({ source: 'web', agentId: 'U-1' }),
    creating({ source: 'web' }),
  );
  setAway(3, 'TRUE');
  const { body } = await desk.call<{ data: object[] }>('POST /v1/leads/import', {
    body: {
      rows: ['Cy', 'Di', 'Eve'].map((name, at) => ({ name, source: 'web', phone: `+155598700${10 + at}` })),
    },
  });
  expect(agents()).toEqual(['U-4', 'U-3', '', 'U-2', 'U-3', 'U-1', 'U-4', 'U-2', 'U-4', 'U-2']);
  expect(body.data).toHaveLength(3);
  expect((await read('L-1')).activities).toMatchObject([
    { what: 'created' },
    { what: 'changed', by: 'rule', changes: { agentId: { from: '', to: 'U-4' } } },
  ]);
});

test('the first response is the first text or status, which keeps a hot lead with its agent', async () => {
  await desk.runAll(creating({ agentId: 'U-2', ...HOT }), creating({ agentId: 'U-2', ...HOT }), ['deliver']);
  await desk.realm.scheduler.advance(2 * MINUTE);
  await desk.runAll(
    ['call', 'POST /v1/messaging/messages', { body: { leadId: 'L-1', body: 'Hello' } }],
    ['call', 'PATCH /v1/leads/L-2', { body: { status: 'contacted' } }],
    ['deliver'],
  );
  const at = desk.realm.scheduler.now();
  await desk.realm.scheduler.advance(9 * MINUTE);
  await desk.run('deliver');
  for (const id of ['L-1', 'L-2']) {
    const { agentId, firstResponseAt, escalation } = await read(id);
    expect([agentId, escalation]).toEqual(['U-2', null]);
    expect(Math.abs(Date.parse(firstResponseAt ?? '') - at)).toBeLessThan(MINUTE);
  }
});

/** A hot lead of Ana's that nobody touches for eleven minutes. */
async function leaveAlone(): Promise<void> {
  await desk.runAll(creating({ agentId: 'U-2', ...HOT }), ['deliver']);
  twilio.reset();
  await desk.realm.scheduler.advance(11 * MINUTE);
}

const toNext = (phone: unknown = '+15550000003') =>
  expect(twilio.sent.map(({ to, body }) => [to, body.startsWith('Nobody has touched')])).toEqual([
    [phone, false],
    ['+15550000001', true],
  ]);

test('a hot lead that nobody touches for ten minutes goes to the next agent once, and an admin is told', async () => {
  await leaveAlone();
  await desk.runAll(['deliver'], ['deliver']);
  toNext();
  await desk.realm.scheduler.advance(30 * MINUTE);
  await desk.run('deliver');
  const { agentId, activities, escalation } = await read('L-1');
  expect([agentId, escalation?.status]).toEqual(['U-3', 'sent']);
  expect(activities.filter(({ what }) => what === 'escalated')).toHaveLength(1);
  toNext();
});

test('what waits to be sent for a lead that is merged goes out once, and is told at the other', async () => {
  await leaveAlone();
  twilio.outage = 503;
  await desk.runAll(creating({ agentId: 'U-4', ...HOT }), ['deliver']);
  const sendAt = new Date(desk.realm.scheduler.now() + 5 * MINUTE).toISOString();
  await desk.runAll(
    ['call', 'POST /v1/messaging/messages', { body: { leadId: 'L-1', body: 'Later', sendAt } }],
    ['call', 'POST /v1/leads/L-1/merge', { body: { into: 'L-2' } }],
  );
  twilio.outage = undefined;
  for (let times = 0; times < 3; times++) {
    await desk.realm.scheduler.advance(11 * MINUTE);
    await desk.run('deliver');
  }
  const [toAgent, toAdmin] = ['Hot lead', 'Nobody has touched'];
  expect(twilio.sent.map(({ to, body }) => `${to} ${body}`).sort()).toEqual([
    expect.stringContaining(`+15550000001 ${toAdmin}`),
    expect.stringContaining(`+15550000004 ${toAgent}`),
    expect.stringContaining('Later'),
  ]);
  expect(desk.rows('Outbox').filter(({ kind }) => kind !== '' && kind !== 'sms')).toEqual([]);
  const { agentId, escalation } = await read('L-2');
  expect([agentId, escalation?.status]).toEqual(['U-4', 'sent']);
});

testLong('hot leads of nobody that nobody touches go to the agents in turn', async () => {
  await desk.runAll(creating(HOT), creating(HOT), creating(HOT), ['deliver']);
  await desk.realm.scheduler.advance(11 * MINUTE);
  await desk.run('deliver');
  expect(agents()).toEqual(['U-2', 'U-3', 'U-4']);
});

testLong('wherever an execution ends meanwhile, the timer hands the lead on once', () =>
  withKillAtCalls(6, async ({ call, n }) => {
    await desk.runAll(creating({ agentId: 'U-2', name: `Lead ${n}`, ...HOT }), ['deliver']);
    twilio.reset();
    await desk.realm.scheduler.advance(11 * MINUTE);
    const ended = await desk.execute('deliver', [], { fault: { call, kind: 'kill after', writes: 'lost' } });
    for (let minute = 0; minute < 12; minute++) {
      await desk.realm.scheduler.advance(MINUTE);
      await desk.run('deliver');
    }
    expect([call, agents().at(-1), desk.rows('Outbox')]).toEqual([
      call,
      expect.stringMatching(/^U-[34]$/),
      [],
    ]);
    toNext(expect.stringMatching(/^\+1555000000[34]$/));
    return ended;
  }),
);
