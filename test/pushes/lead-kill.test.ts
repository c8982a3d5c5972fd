import { spread, testLong } from '../harness/extent';
import { withEndingAtCalls } from '../harness/faults';
import { deliverAll, ENDINGS, FAULTS } from './endings';
import { leadEndpoints, type PushDesk, startPushDesk } from './push-desk';

const KINDS = ['created', 'imported', 'made', 'received'] as const;
/** Of each kind one that kills and one that throws; in the usual tests each has another one. */
function endingsOf(kind: (typeof KINDS)[number]) {
  const own = KINDS.indexOf(kind);
  const one = ENDINGS.filter((_, at) => at === own);
  const other = ENDINGS.filter((_, at) => at === (own + 2) % ENDINGS.length);
  return spread([...one, ...other], 1);
}

describe('however an execution ends, at any of its service calls', () => {
  let desk: PushDesk;
  beforeEach(async () => {
    desk = await startPushDesk({ begin: leadEndpoints('/crm', '/broken') });
    desk.receiver.behaviours.set('/broken', { status: 500 });
  });
  afterEach(() => desk.close());

  const request = (method: string, path: string, body: object) => ({
    method,
    path,
    query: '',
    headers: { authorization: 'agent', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    transport: 'envelope',
  });
  const phoneOf = (n: number) => `+1555123${1_000 + n}`;
  const leadOf = (n: number) => desk.rows('Leads').find(({ phone }) => phone === phoneOf(n));
  const create = (n: number) => request('POST', '/v1/leads', { name: 'Ann', phone: phoneOf(n) });

  async function settle(): Promise<void> {
    await deliverAll(desk);
    expect(desk.rows('Outbox')).toEqual([]);
  }

  /** Whether each endpoint has taken the event. */
  const heard = (id: string) =>
    ['/crm', '/broken'].map((path) =>
      desk.receiver.at(path).some(({ headers, isTaken }) => isTaken && headers['webhook-id'] === id),
    );
  const events = () => new Set(desk.receiver.received.map(({ headers }) => headers['webhook-id']));

  test.each(endingsOf('created'))('every lead that was created is told of, and no other: %s', (_, ending) =>
    withEndingAtCalls(ending, FAULTS, async ({ call, n }) => {
      desk.receiver.received.length = 0;
      const ended = await desk.execute('serve', [create(n)], { fault: { ...ending, call } });
      await settle();
      const id = leadOf(n)?.id;
      if (id === undefined) expect([call, events().size]).toEqual([call, 0]);
      else expect([call, heard(`evt_${id}_1`)]).toEqual([call, [true, true]]);
      return ended;
    }),
  );

  testLong.each(endingsOf('imported'))(
    'every lead that was imported is told of, and no other: %s',
    (_, ending) =>
      withEndingAtCalls(ending, FAULTS, async ({ call, n }) => {
        desk.receiver.received.length = 0;
        const rows = [n + 100, n + 200].map((at) => ({ name: 'Ann', phone: phoneOf(at) }));
        const ended = await desk.execute('serve', [request('POST', '/v1/leads/import', { rows })], {
          fault: { ...ending, call },
        });
        await settle();
        const ids = [n + 100, n + 200].flatMap((at) => leadOf(at)?.id ?? []);
        expect([call, events()]).toEqual([call, new Set(ids.map((id) => `evt_${id}_1`))]);
        for (const id of ids) expect([call, heard(`evt_${id}_1`)]).toEqual([call, [true, true]]);
        return ended;
      }),
  );

  testLong.each(endingsOf('made'))('every change that was made is told of, and no other: %s', (_, ending) =>
    withEndingAtCalls(ending, FAULTS, async ({ call, n }) => {
      await desk.run('serve', create(n));
      await settle();
      desk.receiver.received.length = 0;
      const change = request('PATCH', `/v1/leads/${leadOf(n)?.id}`, { status: 'contacted' });
      const ended = await desk.execute('serve', [change], { fault: { ...ending, call } });
      await settle();
      const { id, status } = leadOf(n) ?? {};
      const isMade = status === 'contacted';
      expect([call, heard(`evt_${id}_2`)]).toEqual([call, [isMade, isMade]]);
      return ended;
    }),
  );

  testLong.each(endingsOf('received'))(
    'every text that was received is told of, and no other: %s',
    (_, ending) =>
      withEndingAtCalls(ending, FAULTS, async ({ call, n }) => {
        desk.receiver.received.length = 0;
        const ended = await desk.receiveText(`SM${n}`, phoneOf(n), 'Hello', { fault: { ...ending, call } });
        await settle();
        const lead = leadOf(n);
        const hasText = String(lead?.thread ?? '').includes(`SM${n}`);
        const isKnown = lead !== undefined;
        expect([call, heard(`evt_M-SM${n}`)]).toEqual([call, [hasText, hasText]]);
        expect([call, heard(`evt_${lead?.id}_1`)]).toEqual([call, [isKnown, isKnown]]);
        return ended;
      }),
  );
});
