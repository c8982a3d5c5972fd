import type { Call } from '../harness/api';
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
const get = async () => (await cafe.call(CAFE)).body as View;

describe('the list of cafes', () => {
  test('has those that the caller acts for, each as it is by its ID', async () => {
    const { admin, key, manager, staff, agent } = cafe.api.tokens;
    const told = await cafe.callAll(
      ...[admin, key, manager, staff, agent].map((token): Call => [LIST, { token }]),
      [LIST],
      [CAFE],
    );
    expect(told.slice(4, 6).map(({ status }) => status)).toEqual([403, 401]);
    const lists = told.slice(0, 4).map(({ body }) => (body as { data: View[] }).data);
    expect(lists.map((all) => all.map(({ id }) => id))).toEqual([
      ['C-1', 'C-2'],
      ['C-1', 'C-2'],
      ['C-1'],
      ['C-1'],
    ]);
    expect(lists[2]).toEqual([told.at(-1)?.body]);
  });

  test('is read from the sheet once in five minutes, and shows a change at once', async () => {
    const { admin: token, staff } = cafe.api.tokens;
    await cafe.callAll([LIST, { token: staff }], [LIST, { token }]);
    await list(staff);
    expect(cafe.calls('spreadsheet.')).toEqual([]);
    const [, shown] = await cafe.callAll(
      [PATCH, { token: staff, body: { isPaused: true } }],
      [LIST, { token: staff }],
    );
    expect(shown.body).toMatchObject({ data: [{ isPaused: true }] });
    await cafe.paste('Cafes', [
      ['C-2', 'name', 'Harbour'],
      ['C-2', 'currency', '¥'],
    ]);
    await cafe.later(3_000);
    // One whose currency is not valid is in it, too.
    expect(await list(token)).toMatchObject([{ currency: 'EUR' }, { name: 'Harbour', currency: '¥' }]);
  });

  test('leaves out a row without an ID and the lower of two with the same', async () => {
    await cafe.edit('Cafes', 'C-2', 'id', ' C-1 ');
    expect(await list(cafe.api.tokens.admin)).toMatchObject([{ id: 'C-1', name: 'Corner' }]);
    await cafe.edit('Cafes', 'C-1', 'id', '');
    await cafe.later(3_000);
    expect(await list(cafe.api.tokens.admin)).toMatchObject([{ id: 'C-1', name: 'Station' }]);
  });
});

describe('when an order is late', () => {
  const times = async () => {
    const { lateSoonMinutes, lateMinutes } = await get();
    return [lateSoonMinutes, lateMinutes];
  };

  const toPatch = (body: object, token = cafe.api.tokens.manager): Call => [PATCH, { token, body }];

  test('is after five and eight minutes unless its manager says otherwise', async () => {
    const told = await cafe.callAll(
      [CAFE],
      toPatch({ lateMinutes: 12 }),
      toPatch({ lateSoonMinutes: 10 }),
      [CAFE],
      toPatch({ lateSoonMinutes: null, lateMinutes: null }),
      [CAFE],
    );
    expect(told.map(({ body }) => body)).toMatchObject([
      { lateSoonMinutes: 5, lateMinutes: 8 },
      { lateSoonMinutes: 5, lateMinutes: 12 },
      { lateSoonMinutes: 10, lateMinutes: 12 },
      { lateSoonMinutes: 10, lateMinutes: 12 },
      { lateSoonMinutes: 5, lateMinutes: 8 },
      { lateSoonMinutes: 5, lateMinutes: 8 },
    ]);
    expect(cafe.rows('Cafes')[0]).toMatchObject({ lateSoonMinutes: '', lateMinutes: '' });
  });

  test('cannot be what makes no sense, nor for staff to say, and nothing is written', async () => {
    const cells: readonly [object, string, string][] = [
      [{ lateSoonMinutes: 8 }, 'lateSoonMinutes', 'got lateSoonMinutes=8, lateMinutes=8'],
      [{ lateMinutes: 5 }, 'lateMinutes', 'got lateSoonMinutes=5, lateMinutes=5'],
      [{ lateSoonMinutes: 9, lateMinutes: 3 }, 'lateSoonMinutes', 'got lateSoonMinutes=9, lateMinutes=3'],
      [{ lateMinutes: 241 }, 'lateMinutes', 'lateMinutes'],
      [{ lateSoonMinutes: 0 }, 'lateSoonMinutes', 'lateSoonMinutes'],
      [{ lateMinutes: 7.5 }, 'lateMinutes', 'lateMinutes'],
      [{ lateMinutes: '9' }, 'lateMinutes', 'lateMinutes'],
    ];
    const told = await cafe.callAll(
      ...cells.map(([body]) => toPatch({ isPaused: true, ...body })),
      toPatch({ isPaused: true, lateMinutes: 9 }, cafe.api.tokens.staff),
      [CAFE],
    );
    expect(told.slice(0, cells.length)).toMatchObject(
      cells.map(([, param, message]) => ({
        status: 422,
        body: { error: { param, message: expect.stringContaining(message) } },
      })),
    );
    expect(told.slice(-2)).toMatchObject([
      {
        status: 403,
        body: {
          error: { param: 'lateMinutes', message: expect.stringContaining('can change only isPaused') },
        },
      },
      { body: { isPaused: false, version: 0 } },
    ]);
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
        ['lateMinutes', '4'],
        ['lateMinutes', 'soon'],
        ['lateSoonMinutes', '8'],
        ['lateSoonMinutes', '0'],
        ['lateMinutes', '500'],
      ],
      1,
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
