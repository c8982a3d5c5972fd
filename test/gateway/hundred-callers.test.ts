/** A minute of many callers in front of a sheet, on virtual time. What a call takes there is in docs/cost.md. */
import { createGateway } from '../../gateway/gateway';
import { stopClock } from './held-backend';

/** Thirty at once create 400 a minute. */
const ORDER_MS = 4_500;
const FILTERED_LIST_MS = 2_360;
const MINUTE_MS = 60_000;
const STEP_MS = 250;
/** Callers who are refused soon come again, whatever they were told. */
const PAUSE_MS = 1_000;

beforeEach(() => {
  stopClock();
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { path } = JSON.parse(String(init?.body));
    await pause(path === '/v1/orders' ? ORDER_MS : FILTERED_LIST_MS);
    const reply = { status: 200, headers: { ratelimit: '"minute";r=9;t=60' }, body: '{}' };
    return new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What the customers among them are answered, who order again and again while the others read lists. */
async function countOrders({ customers, withKey }: { customers: number; withKey: number }) {
  const gateway = createGateway({ webApp: 'https://script.example/exec' });
  const until = Date.now() + MINUTE_MS;
  const statuses: Record<number, number> = {};
  const repeat = async (ask: () => Promise<number>) => {
    while (Date.now() < until) if ((await ask()) >= 500) await pause(PAUSE_MS);
  };
  const order = (caller: number) => async () => {
    const request = new Request('https://gateway.example/v1/orders', { method: 'POST', body: '{}' });
    const { status } = await gateway(request, { address: `203.0.113.${caller}` });
    statuses[status] = (statuses[status] ?? 0) + 1;
    return status;
  };
  const read = async () => {
    const headers = { authorization: 'Bearer one-key' };
    return (await gateway(new Request('https://gateway.example/v1/leads?filter=hot', { headers }))).status;
  };
  for (let caller = 0; caller < customers; caller++) void repeat(order(caller));
  for (let caller = 0; caller < withKey; caller++) void repeat(read);
  while (Date.now() < until) {
    await jest.advanceTimersByTimeAsync(STEP_MS);
    await new Promise(setImmediate);
  }
  return statuses;
}

test('among a hundred callers, sixty with a key, customers place as many orders as among thirty, and none is refused', async () => {
  const few = await countOrders({ customers: 12, withKey: 18 });
  const many = await countOrders({ customers: 40, withKey: 60 });
  expect([few, many]).toEqual([{ 200: expect.any(Number) }, { 200: expect.any(Number) }]);
  expect(many[200]).toBeGreaterThanOrEqual(few[200] ?? 0);
});
