import { extent, testLong } from '../harness/extent';
import { type PushDesk, startPushDesk } from './push-desk';

const MINUTE = 60_000;
const ROWS = extent({ usual: 200, long: 1_000 });

describe(`the events of an import of ${ROWS} leads`, () => {
  let desk: PushDesk;
  beforeEach(async () => {
    desk = await startPushDesk();
  });
  afterEach(() => desk.close());

  const rows = Array.from({ length: ROWS }, (_, at) => ({ name: `N ${at}`, phone: `+1555123${1_000 + at}` }));
  const importAll = () =>
    desk.execute('serve', [
      {
        method: 'POST',
        path: '/v1/leads/import',
        query: '',
        headers: { authorization: 'agent', 'content-type': 'application/json' },
        body: JSON.stringify({ rows }),
        transport: 'envelope',
      },
    ]);
  const taken = () => {
    const got = desk.receiver.received.filter(({ isTaken }) => isTaken);
    return new Set(got.map(({ headers }) => headers['webhook-id'])).size;
  };

  test('are written in one go, and pushed by the next run of the timer', async () => {
    await desk.addLeadEndpoint('/crm');
    const { calls, error } = await importAll();
    expect(error).toBeUndefined();
    expect(calls.filter(({ method }) => method.startsWith('urlFetch'))).toEqual([]);
    expect(desk.rows('Outbox')).toHaveLength(ROWS);
    const sweep = await desk.deliverAfter(MINUTE);
    expect([taken(), desk.receiver.received.length, desk.rows('Outbox')]).toEqual([ROWS, ROWS, []]);
    const fetches = sweep.calls.filter(({ method }) => method === 'urlFetch.fetchAll');
    expect(fetches).toHaveLength(ROWS / 100);
    expect(sweep.elapsed).toBeLessThan(40_000);
  });

  testLong(
    'arrive but for one that the endpoint does not answer; what was not sent is no attempt',
    async () => {
      await desk.addLeadEndpoint('/crm');
      desk.receiver.hangsAt = '"id":"L-50",';
      await importAll();
      for (let times = 0; times < 3; times++) await desk.deliverAfter(MINUTE + 5_000);
      expect(taken()).toBe(ROWS - 1);
      expect(desk.rows('Outbox')).toMatchObject([
        { targetId: 'L-50', error: expect.stringMatching(/^Timeout: /) },
      ]);
      const failed = desk.rows('Deliveries').filter(({ error }) => error !== '');
      expect(
        new Set(failed.map(({ eventId }) => String(eventId).split('_').slice(0, 2).join('_'))).size,
      ).toBe(1);
    },
  );

  testLong('reach an endpoint that works, and one that fails once it is well again', async () => {
    await desk.addLeadEndpoint('/crm');
    await desk.addLeadEndpoint('/broken');
    desk.receiver.behaviours.set('/broken', { status: 503 });
    await importAll();
    const sweep = await desk.deliverAfter(MINUTE);
    expect(new Set(desk.receiver.at('/crm').map(({ headers }) => headers['webhook-id'])).size).toBe(ROWS);
    expect(sweep.elapsed).toBeLessThan(4.5 * MINUTE);
    // Calls are shared with payments, so that few of them are made in vain.
    expect(desk.receiver.at('/broken')).toHaveLength(100);
    desk.receiver.behaviours.delete('/broken');
    for (let times = 0; times < 4 && desk.rows('Outbox').length > 0; times++)
      await desk.deliverAfter(6 * MINUTE);
    expect(desk.rows('Outbox')).toEqual([]);
    const well = desk.receiver.at('/broken').filter(({ isTaken }) => isTaken);
    expect(new Set(well.map(({ headers }) => headers['webhook-id'])).size).toBe(ROWS);
  });
});
