import type { Execution } from '../../runtime/execution/execution';
import type { Told } from '../harness/api';
import { Receiver } from '../pushes/push-receiver';
import { type Cafe, type Item, startCafe } from './cafe';

const MINUTE = 60_000;
/** In which nothing happens but what the timer does. */
const QUIET = 7 * 60 * MINUTE;

interface Lived {
  executions: readonly Execution[];
  state: object;
}

let till: Receiver;
let url: string;
beforeAll(async () => {
  till = new Receiver(() => 0);
  url = `${await till.listen()}/till`;
});
afterAll(() => till.close());

/** Orders that are paid, never paid and cancelled, and a till that is out of order for a while. */
async function live(prepare: (cafe: Cafe) => void): Promise<Lived> {
  const cafe = await startCafe();
  prepare(cafe);
  cafe.api.enter({ allowLocalPushes: 'yes' });
  till.received.length = 0;
  const answers: unknown[] = [];
  const hear = async (answer: Promise<Told>) => {
    const { status, body } = await answer;
    answers.push({ status, body });
  };
  const { manager: token } = cafe.api.tokens;
  await hear(cafe.call('POST /v1/cafes/C-1/push-endpoints', { token, body: { url } }));
  await cafe.item({ name: 'Bun', price: 525, stock: 50 });
  await cafe.later(2 * MINUTE);
  till.behaviours.set('/till', { status: 500 });
  const paid = (await cafe.order([{ menuItemId: 'I-1', quantity: 2 }])).body as Item;
  await cafe.later(2 * MINUTE + 1_000);
  await hear(cafe.order([{ menuItemId: 'I-1', quantity: 3 }]));
  await cafe.later(9 * MINUTE);
  await hear(cafe.move(paid.id, { status: 'accepted' }));
  await cafe.later(11_000);
  till.behaviours.clear();
  await hear(cafe.order([{ menuItemId: 'I-1' }]));
  await cafe.later(QUIET);
  await hear(cafe.move(paid.id, { status: 'cancelled', reason: 'Closed.' }));
  await cafe.later(4 * MINUTE);
  const { services, scripts, executions } = cafe.api;
  const cached = [...services.caches.open('script', scripts.api.id)];
  const state = {
    answers,
    at: cafe.now(),
    sheets: cafe.api.sheets(),
    // By chance requests of a minute share a key.
    cached: [...new Set(cached.map(([key, { expires }]) => withoutChance(`${key} ${expires}`)))].sort(),
    properties: services.store.prepare('select * from properties').all(),
    leftToday: services.quotas.left('triggerMs'),
    pushes: till.received.map(({ body }) => body),
  };
  await cafe.close();
  return { executions, state: JSON.parse(withoutChance(JSON.stringify(state))) };
}

/** Chance depends on how many executions there were before. */
function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replace(/\bm:U-(\d+):\d+/g, 'm:U-$1');
}

const toLedger = ({ function: name, startedAt, status, calls, log }: Execution) => ({
  name,
  startedAt,
  status,
  log: log.map(({ text }) => text),
  calls: calls.map(({ method, at, ms, cells }) => ({ method, at, ms, cells })),
});
const isIdle = ({ kind, calls }: Execution) => kind === 'trigger' && calls.length === 1;

test('whether all minutes are run or only those in which something is due, what is done, kept and told is the same', async () => {
  const whole = await live(({ api }) => api.services.triggers.connect(api, [api.scripts.api]));
  const stepped = await live(() => undefined);
  expect(stepped.state).toEqual(whole.state);
  const done = (all: readonly Execution[]) => all.filter((one) => !isIdle(one)).map(toLedger);
  expect(done(stepped.executions)).toEqual(done(whole.executions));
  const idle = (all: readonly Execution[]) => all.filter(isIdle).length;
  expect(idle(whole.executions)).toBeGreaterThan(20);
  expect(idle(stepped.executions)).toBeLessThan(idle(whole.executions) / 3);
});
