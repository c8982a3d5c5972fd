import type { Script } from '../../runtime/execution/script';
import { type Cafe, startCafe } from '../cafe/cafe';
import { resultOf } from '../harness/local';

const LEAD = { name: 'Ann', phone: '+15550001111' };

/** What a copy of the spreadsheet takes along, and what stays with the script: its properties. */
describe('a copy of the API sheet, which brings a script of its own without properties', () => {
  let cafe: Cafe;
  let copy: Script;
  let key: string;
  beforeAll(async () => {
    cafe = await startCafe();
    await cafe.call('POST /v1/leads', { token: cafe.api.tokens.key, body: LEAD });
    const { api } = cafe.api.scripts;
    const { id } = cafe.api.services.spreadsheets.books.copy(api.spreadsheetId, 'Copy').record;
    copy = { ...api, id: 'the-copy', spreadsheetId: id };
    resultOf(await cafe.api.run(copy, 'setUp', [], { kind: 'menu', answers: [] }));
  });
  afterAll(() => cafe.close());

  async function ask(method: string, path: string, token: string, body?: object) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const contents = JSON.stringify({
      method,
      path,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const event = { parameter: {}, parameters: {}, queryString: '', postData: { contents } };
    const { returned, error } = await cafe.api.run(copy, 'doPost', [event]);
    if (error || returned?.kind !== 'text') throw new Error(JSON.stringify(error ?? returned));
    return JSON.parse(returned.content) as { status: number; body: string };
  }

  test('refuses API keys and sessions of the first one, takes new ones, and goes on counting', async () => {
    for (const token of [cafe.api.tokens.key, cafe.api.tokens.admin])
      expect((await ask('GET', '/v1/leads', token)).status).toBe(401);
    const answers = [{ text: cafe.api.people.admin.email }, { text: 'moved' }, { button: 'NO' }, {}];
    const made = await cafe.api.run(copy, 'newKey', [], { kind: 'menu', answers });
    key = /^API key: (\S+)$/m.exec(made.dialogs.shown.at(-1)?.text ?? '')?.[1] ?? '';
    const created = await ask('POST', '/v1/leads', key, LEAD);
    expect([created.status, JSON.parse(created.body).id]).toEqual([201, 'L-2']);
  });

  test('has no keys of providers and no test mode: an order is answered 503', async () => {
    const { body } = await ask('POST', '/v1/cafes/C-1/menu', key, { name: 'Latte', price: 400 });
    const order = { cafeId: 'C-1', items: [{ menuItemId: JSON.parse(body).id, quantity: 1 }] };
    const refused = await ask('POST', '/v1/orders', key, order);
    expect([refused.status, JSON.parse(refused.body).error.code]).toEqual([503, 'payments_unavailable']);
  });
});
