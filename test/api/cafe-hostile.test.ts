import { type Cafe, type Item, startCafe } from '../cafe/cafe';
import { ENVELOPE } from '../harness/api';
import { IS_LONG, inTurns, spread, testLong } from '../harness/extent';
import { WAYS, type Way } from '../http/ways';
import { errorsIn, nameable, TEXTS } from './hostile-texts';

let cafe: Cafe;
beforeAll(async () => {
  cafe = await startCafe();
});
afterAll(() => cafe.close());

const askAll = async (way: Way, ...all: readonly [endpoint: string, body?: object | undefined][]) => {
  const token = cafe.api.tokens.manager;
  const told = await cafe.api.callAll(
    all.map(([endpoint, body]) => [endpoint, { token, ...(body ? { body } : {}) }]),
    way,
  );
  return told.map(({ body }) => body as Item);
};
const ask = async (way: Way, endpoint: string, body?: object) =>
  (await askAll(way, [endpoint, body]))[0] as Item;

const MENU = '/v1/cafes/C-1/menu';
const OPTION = { min: 0, max: 1 };

/** Behind a plain call there is nothing else. */
const OWN_WAYS = IS_LONG ? WAYS : WAYS.slice(-2);

describe.each(OWN_WAYS)('by $name', (way) => {
  test.each(inTurns(spread(TEXTS, 2), OWN_WAYS, way))(
    '%j is kept as it came, and no cell makes anything of it',
    async (text) => {
      const name = `n${nameable(text)}n`;
      const options = [{ ...OPTION, name, choices: [{ name, priceChange: 1 }] }];
      const item = { name, description: text, category: name, options };
      const { id } = await ask(way, `POST ${MENU}`, { ...item, price: 380 });
      const line = { menuItemId: id, options: [{ option: name, choice: name }], note: text };
      const wanted = { cafeId: 'C-1', items: [line], note: text, customer: { name: text } };
      const [changed, menu, order] = await askAll(
        way,
        [`PATCH /v1/menu/${id}`, { description: text, price: 390 }],
        [`GET ${MENU}`],
        ['POST /v1/orders', wanted],
      );
      expect(changed).toMatchObject({ ...item, price: 390 });
      const { data, categories } = menu as unknown as { data: Item[]; categories: string[] };
      expect(data.find((one) => one.id === id)).toEqual(changed);
      expect(categories).toContain(name);
      const cancel = { status: 'cancelled', reason: name };
      const [cancelled, shown] = await askAll(
        way,
        [`PATCH /v1/orders/${order?.id}`, cancel],
        [`GET /v1/orders/${order?.id}`],
      );
      expect(shown).toMatchObject({
        version: cancelled?.version,
        items: [{ name, note: text, options: [{ option: name, choice: name, priceChange: 1 }], amount: 391 }],
        note: text,
        customer: { name: text },
        history: [{ status: 'draft' }, { status: 'cancelled', reason: name }],
      });
      expect(errorsIn(cafe.api, { tab: 'Menu', id, text })).toEqual([]);
      expect(errorsIn(cafe.api, { tab: 'Orders', id: String(order?.id), text })).toEqual([]);
    },
  );

  const testLarge = way === ENVELOPE ? test : testLong;
  testLarge('an item and an order as large as the rules allow are stored', async () => {
    const name = '🥐'.repeat(20);
    const choices = Array.from({ length: 50 }, (_, at) => ({ name: `${name}${at}`, priceChange: 1 }));
    const item = { name: 'n'.repeat(200), description: '\u0001'.repeat(2_000), image: '' };
    const options = [{ name, min: 50, max: 50, choices }];
    const { id } = await ask(way, `POST ${MENU}`, { ...item, price: 1, options });
    const chosen = choices.map((choice) => ({ option: name, choice: choice.name }));
    const line = { menuItemId: id, quantity: 100, options: chosen, note: '\u0001'.repeat(500) };
    const order = await ask(way, 'POST /v1/orders', {
      cafeId: 'C-1',
      items: [line],
      note: 'x'.repeat(1_000),
    });
    expect(await ask(way, `GET /v1/orders/${order.id}`)).toMatchObject({
      total: 100 * 51,
      items: [{ ...line, name: item.name, options: chosen }],
    });
  });
});
