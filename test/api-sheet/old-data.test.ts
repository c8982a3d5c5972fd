import { type Cafe, startCafe } from '../cafe/cafe';
import type { Call } from '../harness/api';
import { longestHold } from '../harness/holds';
import { resultOf } from '../harness/local';

const OLD = '2026-10-02 09:00';

type Answers = readonly { text?: string; button?: string }[];

describe('Remove old data, in the sheet of the API', () => {
  let cafe: Cafe;
  let token: string;
  beforeAll(async () => {
    cafe = await startCafe();
    token = cafe.api.tokens.key;
    cafe.api.enter({ testMode: 'yes' });
    await cafe.callAll(
      ...['sold', 'lost', 'contacted', 'sold'].flatMap((status, at): Call[] => [
        ['POST /v1/leads', { token, body: { name: status, phone: '+15550001111' } }],
        [`PATCH /v1/leads/L-${at + 1}`, { token, body: { status } }],
      ]),
      ['POST /v1/cafes/C-1/menu', { token, body: { name: 'Latte', price: 400 } }],
    );
    const latte = (quantity: number) => [{ menuItemId: 'I-1', quantity }];
    const [order] = await cafe.placedAll(latte(1), latte(2));
    await cafe.moveOn(String(order?.id), ['accepted', 'preparing', 'ready', 'completed']);
    for (const tab of ['Leads', 'Orders'])
      await cafe.paste(
        tab,
        cafe.rows(tab).map(({ id }) => [String(id), 'updatedAt', OLD]),
      );
  });
  afterAll(() => cafe.close());

  async function menu(...answers: Answers) {
    const execution = await cafe.run('removeOldData', [], { kind: 'menu', answers: [...answers] });
    resultOf(execution);
    return { execution, texts: execution.dialogs.shown.map(({ text }) => text) };
  }

  const ids = (tab: string) =>
    cafe
      .rows(tab)
      .map(({ id }) => id)
      .filter((id) => id !== '');

  test('exports leads, orders and deliveries that are done with, and deletes what has not changed', async () => {
    const { texts } = await menu({ text: '1' }, { button: 'YES' }, { button: 'NO' });
    expect(texts[1]).toContain('Leads that are sold or lost, by their last change: 3');
    expect(texts[1]).toContain('Orders that are completed or cancelled, by their last change: 1');
    expect(ids('Leads')).toHaveLength(4);
    await cafe.call('PATCH /v1/leads/L-1', { token, body: { notes: 'Came back' } });
    const { texts: after, execution } = await menu({ button: 'YES' }, {});
    expect(after[1]).toContain('Kept because changed since the export: L-1.');
    expect(ids('Leads')).toEqual(['L-1', 'L-3']);
    const body = { name: 'Next', phone: '+15550001112' };
    const [removed, next] = await cafe.callAll(
      ['GET /v1/leads/deleted', { token }],
      ['POST /v1/leads', { token, body }],
    );
    const deleted = removed.body as { data: { id: string }[] };
    expect(deleted.data.map(({ id }) => id)).toEqual(['L-2', 'L-4']);
    expect(ids('Orders').map((id) => String(id).slice(0, 3))).toEqual(['O-2']);
    expect(longestHold(execution)).toBeGreaterThan(0);
    expect(longestHold(execution)).toBeLessThanOrEqual(2_000);
    expect(next.body).toMatchObject({ id: 'L-5' });
  });
});
