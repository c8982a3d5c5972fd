import { spread } from '../harness/extent';
import { type Cafe, startCafe } from './cafe';

const LIST = 'GET /v1/cafes';
const CAFE = 'GET /v1/cafes/C-1';
const PATCH = 'PATCH /v1/cafes/C-1';

interface View {
  id: string;
  [field: string]: unknown;
}

let cafe: Cafe;
beforeEach(async () => {
  cafe = await startCafe();
});
afterEach(() => cafe.close());

const list = async (token: string) => {
  const { body } = await cafe.call(LIST, { token });
  return (body as { data: View[] }).data;
};
const idsOf = async (token: string) => (await list(token)).map(({ id }) => id);
const get = async () => (await cafe.call(CAFE)).body as View;
const patch = (body: object, token = cafe.api.tokens.manager) => cafe.call(PATCH, { token, body });

describe('the list of cafes', () => {
  test('has those that the caller acts for, each as it is by its ID', async () => {
    const { admin, key, manager, staff, agent } = cafe.api.tokens;
    expect(await idsOf(admin)).toEqual(['C-1', 'C-2']);
    expect(await idsOf(key)).toEqual(['C-1', 'C-2']);
    expect(await list(manager)).toEqual([await get()]);
    expect(await idsOf(staff)).toEqual(['C-1']);
    expect((await cafe.call(LIST, { token: agent })).status).toBe(403);
    expect((await cafe.call(LIST)).status).toBe(401);
  });

  test('is read from the sheet once in five minutes, and shows a change at once', async () => {
    const { admin, staff } = cafe.api.tokens;
    await list(staff);
    await list(admin);
    await list(staff);
    expect(cafe.calls('spreadsheet.')).toEqual([]);
    await patch({ isPaused: true }, staff);
    expect((await list(staff))[0]).toMatchObject({ isPaused: true });
    await cafe.edit('Cafes', 'C-2', 'name', 'Harbour');
    await cafe.later(3_000);
    expect((await list(admin))[1]).toMatchObject({ name: 'Harbour' });
  });

  test('leaves out a row without an ID and the lower of two with the same', async () => {
    await cafe.edit('Cafes', 'C-2', 'id', ' C-1 ');
    expect(await list(cafe.api.tokens.admin)).toMatchObject([{ id: 'C-1', name: 'Corner' }]);
    await cafe.edit('Cafes', 'C-1', 'id', '');
    await cafe.later(3_000);
    expect(await list(cafe.api.tokens.admin)).toMatchObject([{ id: 'C-1', name: 'Station' }]);
  });

  test('has a cafe whose currency is invalid too', async () => {
    await cafe.edit('Cafes', 'C-2', 'currency', '¥');
    await cafe.later(3_000);
    expect(await list(cafe.api.tokens.admin)).toMatchObject([{ currency: 'EUR' }, { currency: '¥' }]);
  });
});

describe('when an order is late', () => {
  const times = async () => {
    const { lateSoonMinutes, lateMinutes } = await get();
    return [lateSoonMinutes, lateMinutes];
  };

  test('is after five and eight minutes unless its manager says otherwise', async () => {
    expect(await times()).toEqual([5, 8]);
    expect((await patch({ lateMinutes: 12 })).body).toMatchObject({ lateSoonMinutes: 5, lateMinutes: 12 });
    expect((await patch({ lateSoonMinutes: 10 })).status).toBe(200);
    expect(await times()).toEqual([10, 12]);
    expect((await patch({ lateSoonMinutes: null, lateMinutes: null })).status).toBe(200);
    expect(await times()).toEqual([5, 8]);
    expect(cafe.rows('Cafes')[0]).toMatchObject({ lateSoonMinutes: '', lateMinutes: '' });
  });

  test.each(
    spread<[object, string, string]>(
      [
        [{ lateSoonMinutes: 8 }, 'lateSoonMinutes', 'got lateSoonMinutes=8, lateMinutes=8'],
        [{ lateMinutes: 5 }, 'lateMinutes', 'got lateSoonMinutes=5, lateMinutes=5'],
        [{ lateSoonMinutes: 9, lateMinutes: 3 }, 'lateSoonMinutes', 'got lateSoonMinutes=9, lateMinutes=3'],
        [{ lateMinutes: 241 }, 'lateMinutes', 'lateMinutes'],
        [{ lateSoonMinutes: 0 }, 'lateSoonMinutes', 'lateSoonMinutes'],
        [{ lateMinutes: 7.5 }, 'lateMinutes', 'lateMinutes'],
        [{ lateMinutes: '9' }, 'lateMinutes', 'lateMinutes'],
      ],
      3,
    ),
  )('cannot be %j, and nothing is written', async (body, param, message) => {
    expect(await patch({ isPaused: true, ...body })).toMatchObject({
      status: 422,
      body: { error: { param, message: expect.stringContaining(message) } },
    });
    expect(await get()).toMatchObject({ isPaused: false, version: 0 });
  });

  test('is not for staff to say', async () => {
    const body = { isPaused: true, lateMinutes: 9 };
    expect(await patch(body, cafe.api.tokens.staff)).toMatchObject({
      status: 403,
      body: { error: { param: 'lateMinutes', message: expect.stringContaining('can change only isPaused') } },
    });
  });

  test('may be typed into the tab', async () => {
    await cafe.edit('Cafes', 'C-1', 'lateMinutes', '20');
    await cafe.later(3_000);
    expect(await times()).toEqual([5, 20]);
    expect(cafe.note('Cafes', 'C-1', 'lateMinutes')).toBe('');
  });

  test.each(
    spread(
      [
        ['lateMinutes', 'soon'],
        ['lateMinutes', '4'],
        ['lateSoonMinutes', '8'],
        ['lateSoonMinutes', '0'],
        ['lateMinutes', '500'],
      ],
      2,
    ),
  )('counts as five and eight minutes where %s is %j, with a note', async (column, text) => {
    await cafe.edit('Cafes', 'C-1', column, text);
    await cafe.later(3_000);
    expect(await times()).toEqual([5, 8]);
    expect(cafe.note('Cafes', 'C-1', column)).toBe(
      `Not valid: must be a number of minutes up to 240, or empty, with lateSoonMinutes less than lateMinutes (got "${text}"). They count as 5 and 8 until then.`,
    );
    await cafe.edit('Cafes', 'C-1', column, '');
    expect(cafe.note('Cafes', 'C-1', column)).toBe('');
  });
});

test('a cafe says whether the orders of now are a test', async () => {
  expect(await get()).toMatchObject({ isTest: true });
  const connect = (stripeSecretKey: string) =>
    cafe.api.enter({ stripeSecretKey, stripeWebhookSecret: 'whsec_x' });
  connect('rk_live_x');
  expect(await get()).toMatchObject({ isTest: false });
  connect('sk_test_x');
  expect(await get()).toMatchObject({ isTest: true });
  cafe.api.enter({ stripeSecretKey: '', testMode: '' });
  expect(await get()).toMatchObject({ isTest: false });
});
