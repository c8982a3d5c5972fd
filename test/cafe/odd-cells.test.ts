import type { Sheet } from '../../runtime/spreadsheet/sheet';
import type { Call, Told } from '../harness/api';
import { spread, testLong } from '../harness/extent';
import { type Cafe, startCafe } from './cafe';
import { fill } from './fill';

interface Item {
  id: string;
  price: number | null;
  availability: string;
}

const LOCALES = spread(['en_US', 'fr_CH', 'ja_JP', 'de_DE'], 2);

/** As a price in EUR. */
const PRICES: readonly [string, number][] = [
  ['4.50', 450],
  ['4,50', 450],
  ['€5', 500],
  ['5 EUR', 500],
  ['1.234,50', 123_450],
  ['1,234.50', 123_450],
  ["'4.50", 450],
  ['4', 400],
  ['.5', 50],
  ['0', 0],
];
const NO_PRICES = [
  '$5',
  'abc',
  '1,250',
  '1.250',
  '-3',
  '=1/0',
  '5%',
  '1e3',
  '2026-04-05',
  '4.5.2026',
  'TRUE',
  '',
];
const PRICES_IN_JPY: readonly [string, number | null][] = [
  ['1250', 1_250],
  ['¥1,250', 1_250],
  ['1250円', 1_250],
  ['12.50', null],
  ['€5', null],
];

const bookOf = ({ api }: Cafe) => api.services.spreadsheets.books.get(api.scripts.api.spreadsheetId);
/** What Health says, line by line. */
async function healthOf(cafe: Cafe): Promise<string> {
  await cafe.run('showHealth', [], { kind: 'menu' });
  const { grid } = bookOf(cafe).findByName('Health') as Sheet;
  return grid.rows.map((row) => row?.values.slice(2).join(' ')).join('\n');
}
const itemsIn = ({ body }: Told) => (body as { data: Item[] }).data;

describe('a price that somebody types', () => {
  let cafe: Cafe;
  beforeAll(async () => {
    cafe = await startCafe();
    await cafe.items([...PRICES, ...NO_PRICES].map(() => ({ name: 'Tea', price: 300 })));
    await cafe.items(
      PRICES_IN_JPY.map(() => ({ name: 'Sushi', price: 1_200 })),
      'C-2',
    );
  });
  afterAll(() => cafe.close());

  const idAt = (at: number) => `I-${at + 1}`;
  const type = (texts: readonly string[], first = 0) =>
    cafe.paste(
      'Menu',
      texts.map((text, at) => [idAt(first + at), 'priceAmount', text]),
    );
  const noteAt = (at: number) => cafe.note('Menu', idAt(at), 'priceAmount');

  test.each(LOCALES)(
    'is read in a sheet of the locale %s; what is no price takes the item off sale, with a note and a line in Health',
    async (locale) => {
      const { record } = bookOf(cafe);
      record.locale = locale;
      await type([...PRICES.map(([text]) => text), ...NO_PRICES]);
      const [shown, order] = await cafe.callAll(
        ['GET /v1/cafes/C-1/menu'],
        ['POST /v1/orders', { body: { cafeId: 'C-1', items: [{ menuItemId: idAt(PRICES.length) }] } }],
      );
      const sold = itemsIn(shown).map(({ price, availability }) => [price, availability]);
      expect(PRICES.map(([text], at) => [text, sold[at], noteAt(at)])).toEqual(
        PRICES.map(([text, price]) => [text, [price, 'available'], '']),
      );
      const invalid =
        /^Not valid: must be an amount in EUR such as 12\.50 \(got ".*"\)\. The item is sold out until then\.$/;
      expect(
        NO_PRICES.map((text, at) => [text, sold[PRICES.length + at], noteAt(PRICES.length + at)]),
      ).toEqual(NO_PRICES.map((text) => [text, [null, 'sold_out'], expect.stringMatching(invalid)]));
      expect(order.status).toBe(409);
      const line = `Menu!D${PRICES.length + 2}: priceAmount must be an amount in EUR`;
      expect(await healthOf(cafe)).toContain(line);
      record.locale = 'en_US';
    },
  );

  test('in JPY has no decimals', async () => {
    const first = PRICES.length + NO_PRICES.length;
    await type(
      PRICES_IN_JPY.map(([text]) => text),
      first,
    );
    const items = itemsIn(await cafe.call('GET /v1/cafes/C-2/menu'));
    expect(PRICES_IN_JPY.map(([text], at) => [text, items[at]?.price, noteAt(first + at) === ''])).toEqual(
      PRICES_IN_JPY.map(([text, price]) => [text, price, price !== null]),
    );
  });
});

/** What is wrong with it, and what mends it. */
type Cell = readonly [column: string, text: string, note: string, valid: string];

const MENU_CELLS: readonly Cell[] = [
  ['stock', 'ten', 'must be a whole number, or empty for no limit (got "ten")', '7'],
  ['stock', '-1', 'must be a whole number', ''],
  ['stock', '2.5', 'must be a whole number', '8'],
  ['options', 'oat or cow', 'must be the JSON that the API writes, or empty (got "oat or cow")', '[]'],
  ['cafeId', 'C-9', 'must be the id of a cafe in the Cafes tab (got "C-9")', 'C-1'],
  ['name', '', 'must be a name of 1 to 200 characters', 'Tea'],
  ['name', '   ', 'must be a name of 1 to 200 characters', 'Tea'],
  ['name', 'x'.repeat(201), 'must be a name of 1 to 200 characters', 'Tea'],
  [
    'name',
    '- Tea',
    'must be a name, with an apostrophe before one that begins with =, + or - (got "#NAME?")',
    "'- Tea",
  ],
  ['priceAmount', '99999999', 'must be an amount in EUR of at most 999999.99 (got "99999999").', '3'],
];
const IMAGES: readonly Cell[] = [
  'javascript:alert(1)',
  'data:text/html,hi',
  'example.com/a.png',
  'https://a b',
].map((text) => [
  'image',
  text,
  `must be a URL that starts with https://, or empty (got ${JSON.stringify(text)}). The item is shown without an image until then.`,
  'https://example.com/tea.png',
]);

test('a cell of the menu that is not valid takes its item off sale, or its image away, with a note and a line in Health until it is mended', async () => {
  const cafe = await startCafe();
  const cells = [...MENU_CELLS, ...IMAGES];
  const ids = (await cafe.items(cells.map(() => ({ name: 'Tea', price: 300, stock: 5 })))).map(
    ({ id }) => id,
  );
  const type = (textOf: (cell: Cell) => string) =>
    cafe.paste(
      'Menu',
      cells.map((cell, at) => [ids[at] ?? '', cell[0], textOf(cell)]),
    );
  const look = async () => {
    const [shown, ...orders] = await cafe.callAll(
      ['GET /v1/cafes/C-1/menu'],
      ...ids.map(
        (menuItemId): Call => ['POST /v1/orders', { body: { cafeId: 'C-1', items: [{ menuItemId }] } }],
      ),
    );
    const items = new Map(itemsIn(shown).map((item) => [item.id, item]));
    return cells.map(([column, text], at) => ({
      cell: [column, text],
      item: items.get(ids[at] ?? ''),
      isSold: orders[at]?.status === 201,
      note: cafe.note('Menu', ids[at] ?? '', column),
    }));
  };
  await type(([, text]) => text);
  const lines = await healthOf(cafe);
  for (const [at, seen] of (await look()).entries()) {
    const [column, text, note] = cells[at] as Cell;
    const isShown = column === 'image';
    expect(seen).toMatchObject({
      cell: [column, text],
      isSold: isShown,
      note: expect.stringContaining(`Not valid: ${note}`),
      ...(column === 'cafeId' ? {} : { item: { availability: isShown ? 'available' : 'sold_out' } }),
      ...(isShown ? { item: { image: '' } } : {}),
    });
    expect(lines).toContain(`${column} ${note}`);
  }
  await type(([, , , valid]) => valid);
  for (const seen of await look())
    expect(seen).toMatchObject({ note: '', isSold: true, item: { availability: 'available' } });
  expect(await healthOf(cafe)).not.toContain('Menu!');
  await cafe.close();
});

describe('a cell of a cafe', () => {
  /** Orders are refused until they are mended. */
  const REFUSING: readonly Cell[] = [
    ['currency', '€', 'must be three letters such as EUR (got "€").', 'eur'],
    ['currency', '', 'must be three letters such as EUR (got "").', 'EUR'],
    ['taxPercent', 'abc', 'must be a percentage such as 19 (got "abc").', '19%'],
    ['taxPercent', '0.19', 'must be a percentage such as 19 (got "0.19").', '7,5'],
    ['taxPercent', '-7', 'must be a percentage such as 19 (got "-7").', ''],
    ['taxPercent', '119', 'must be a percentage such as 19 (got "119").', '7'],
  ];
  const NOTED: readonly Cell[] = [
    [
      'timeZone',
      'Berlin time',
      'must be a time zone such as Europe/Berlin (got "Berlin time").',
      'Europe/Berlin',
    ],
    ['timeZone', '=1/0', 'must be a time zone such as Europe/Berlin (got "#DIV/0!").', 'Europe/Berlin'],
    [
      'openingHours',
      'Funday 8-18',
      'must be opening hours such as Mon-Fri 08:00-18:00',
      'Mon-Sun 00:00-24:00',
    ],
    [
      'openingHours',
      'Sun closed',
      'must be opening hours such as Mon-Fri 08:00-18:00, Sat 09:00-14:00: closed days alone: add the times of the others (got "Sun closed").',
      '',
    ],
    [
      'isPaused',
      'yes',
      'must be TRUE or FALSE (got "yes"). Anything other than FALSE or no pauses the cafe.',
      'FALSE',
    ],
    [
      'isPaused',
      'no',
      'must be TRUE or FALSE (got "no"). Anything other than FALSE or no pauses the cafe.',
      'FALSE',
    ],
    ['maxDrafts', '-1', 'must be', ''],
  ];
  const PAUSES: readonly [string, boolean][] = [
    ['yes', true],
    ['x', true],
    ['#ERROR!', true],
    ['1', true],
    ['no', false],
    [' No ', false],
    ['false', false],
    ['', false],
  ];
  const NO_ZONES: readonly [string, string][] = [
    ["'+01:00", '+01:00'],
    ['=1/0', '#DIV/0!'],
  ];
  const TOKYO = ['asia/tokyo', 'ASIA/TOKYO', ' Asia/Tokyo ', 'Japan'];

  let cafe: Cafe;
  const last = REFUSING.length + NOTED.length + 1;
  const cafeAt = (at: number) => `C-${at + 1}`;
  const itemAt = (at: number) => `I-${at + 1}`;
  beforeAll(async () => {
    cafe = await startCafe();
    const { services, scripts } = cafe.api;
    for (let at = 2; at < last; at++)
      for (const [column, text] of [cafeAt(at), 'Corner', 'EUR', 'Europe/Berlin', '7'].entries())
        services.spreadsheets.editAs(scripts.api.spreadsheetId, 'Cafes', {
          a1: `${'ABCDE'[column]}${at + 2}`,
          text,
          now: cafe.now(),
        });
    const { admin: token } = cafe.api.tokens;
    const made = Array.from(
      { length: last },
      (_, at): Call => [`POST /v1/cafes/${cafeAt(at)}/menu`, { token, body: { name: 'Tea', price: 300 } }],
    );
    for (const { status } of await cafe.callAll(...made)) expect(status).toBe(201);
  });
  afterAll(() => cafe.close());

  const type = (cells: readonly (readonly [column: string, text: string])[]) =>
    cafe.paste(
      'Cafes',
      cells.map(([column, text], at) => [cafeAt(at), column, text]),
    );
  const typeZones = (openingHours: string, zones: readonly string[]) =>
    cafe.paste(
      'Cafes',
      zones.flatMap((zone, at): [string, string, string][] => [
        [cafeAt(at), 'openingHours', openingHours],
        [cafeAt(at), 'timeZone', zone],
      ]),
    );
  const order = (at: number): Call => [
    'POST /v1/orders',
    { body: { cafeId: cafeAt(at), items: [{ menuItemId: itemAt(at) }] } },
  ];
  const get = (at: number): Call => [`GET /v1/cafes/${cafeAt(at)}`];

  test('that is not valid gets a note and a line in Health until it is mended; some refuse orders until then', async () => {
    const cells = [...REFUSING, ...NOTED];
    await type([['name', 'Corner']]);
    await type(cells.map(([column, text]) => [column, text]));
    const lines = await healthOf(cafe);
    const told = await cafe.callAll(...cells.map((_, at) => order(at)));
    for (const [at, [column, text, note]] of cells.entries()) {
      const isRefusing = at < REFUSING.length;
      const [rule = ''] = isRefusing ? note.split(' (') : [note];
      const noted = cafe.note('Cafes', cafeAt(at), column);
      expect([column, text, noted]).toEqual([column, text, expect.stringContaining(`Not valid: ${rule}`)]);
      expect(lines).toContain(`${column} ${rule}`);
      if (!isRefusing) continue;
      const message = `Cafes!${column === 'currency' ? 'C' : 'E'}${at + 2}: ${column} of ${cafeAt(at)} ${note}`;
      const refused = { status: 503, body: { error: { message } } };
      expect([column, text, told[at]]).toMatchObject([column, text, refused]);
      expect(noted).toContain('Orders are refused until then.');
    }
    expect(cafe.note('Cafes', cafeAt(cells.length - 1), 'maxDrafts')).toContain(
      'It counts as 200 until then.',
    );
    expect(told.at(-1)?.status).toBe(201);
    await type(cells.map(([column, , , valid]) => [column, valid]));
    const mended = await cafe.callAll(...cells.map((_, at) => order(at)));
    for (const [at, [column, , , valid]] of cells.entries())
      expect([column, valid, cafe.note('Cafes', cafeAt(at), column), mended[at]?.status]).toEqual([
        column,
        valid,
        '',
        201,
      ]);
  });

  test('that is no time zone refuses what needs one, and is named', async () => {
    await typeZones(
      'Mon-Sun 00:00-24:00',
      NO_ZONES.map(([text]) => text),
    );
    const { admin: token } = cafe.api.tokens;
    const told = await cafe.callAll(
      ...NO_ZONES.flatMap((_, at): Call[] => [
        get(at),
        order(at),
        [`GET /v1/cafes/${cafeAt(at)}/takings`, { token }],
      ]),
    );
    for (const [at, [, got]] of NO_ZONES.entries()) {
      const message = `Cafes!D${at + 2}: timeZone of ${cafeAt(at)} must be a time zone such as Europe/Berlin (got ${JSON.stringify(got)}).`;
      const refused = { status: 503, body: { error: { message } } };
      const shown = { status: 200, body: { isOpen: false } };
      expect(told.slice(3 * at, 3 * at + 3)).toMatchObject([shown, refused, refused]);
    }
  });

  test('may spell Tokyo in many ways', async () => {
    await typeZones('Mon-Sun 06:00-06:30', TOKYO);
    const told = await cafe.callAll(...TOKYO.flatMap((_, at) => [get(at), order(at)]));
    for (const [at, text] of TOKYO.entries()) {
      expect([text, told[2 * at]?.body]).toMatchObject([
        text,
        { opensAt: expect.stringMatching(/T21:00:00\.000Z$/) },
      ]);
      expect(cafe.note('Cafes', cafeAt(at), 'timeZone')).toBe('');
      expect([text, told[2 * at + 1]?.body]).toMatchObject([
        text,
        { error: { message: expect.stringMatching(/06:00 in (Asia\/Tokyo|Japan)\)\.$/) } },
      ]);
    }
  });

  test('pauses it by anything in the column isPaused but FALSE, no and nothing', async () => {
    await cafe.paste(
      'Cafes',
      PAUSES.flatMap(([text], at): [string, string, string][] => [
        [cafeAt(at), 'openingHours', ''],
        [cafeAt(at), 'isPaused', text],
      ]),
    );
    const told = await cafe.callAll(...PAUSES.flatMap((_, at) => [get(at), order(at)]));
    for (const [at, [text, isPaused]] of PAUSES.entries()) {
      expect([text, told[2 * at]?.body]).toMatchObject([text, { isPaused, isOpen: !isPaused }]);
      expect([text, told[2 * at + 1]?.status]).toEqual([text, isPaused ? 409 : 201]);
    }
  });
});

describe('a cell that somebody types', () => {
  let cafe: Cafe;
  beforeAll(async () => {
    cafe = await startCafe();
    const { admin: token } = cafe.api.tokens;
    const toItem = (id: string, body: object): Call => [`POST /v1/cafes/${id}/menu`, { token, body }];
    await cafe.callAll(
      toItem('C-1', { name: 'Tea', price: 300, stock: 5 }),
      toItem('C-2', { name: 'Sushi', price: 1_200 }),
      toItem('C-1', { name: 'Orphan', price: 900 }),
    );
  });
  afterAll(() => cafe.close());

  const itemOf = async (id: string) =>
    itemsIn(await cafe.call('GET /v1/cafes/C-1/menu')).find((item) => item.id === id);
  const health = () => healthOf(cafe);

  testLong('as a price, is noted although the currency of its cafe is not valid', async () => {
    await cafe.edit('Menu', 'I-1', 'priceAmount', 'abc');
    await cafe.edit('Cafes', 'C-1', 'currency', '€');
    const lines = await health();
    expect(lines).toContain('Cafes!C2: currency must be');
    expect(lines).toContain('Menu!D2: priceAmount must be an amount such as 12.50 (got "abc")');
    await cafe.edit('Menu', 'I-1', 'priceAmount', '€3');
    expect(cafe.note('Menu', 'I-1', 'priceAmount')).toBe('');
    await cafe.edit('Cafes', 'C-1', 'currency', 'EUR');
  });

  test('as the id of a cafe that another one has, is noted on both', async () => {
    await cafe.edit('Cafes', 'C-2', 'id', 'C-1');
    const notes = ['Cafes!A2', 'Cafes!A3'].map((address) => new RegExp(`${address}: id must be a unique id`));
    const lines = await health();
    for (const note of notes) expect(lines).toMatch(note);
    cafe.api.services.spreadsheets.editAs(cafe.api.scripts.api.spreadsheetId, 'Cafes', {
      a1: 'A3',
      text: 'C-2',
      now: cafe.now(),
    });
    await cafe.edit('Cafes', 'C-2', 'name', 'Station');
    expect(await health()).not.toContain('Cafes!A');
  });

  testLong.each(['C-9', ''])(
    'as the cafe of a manager, %j is told by Health until it is mended',
    async (text) => {
      const { id } = cafe.rows('Users').find(({ role }) => role === 'manager') ?? {};
      await cafe.edit('Users', String(id), 'cafeId', text);
      expect(await health()).toMatch(
        new RegExp(` sees no orders: Users!E\\d must be the id of a cafe \\(got "${text}"\\)\\.`),
      );
      await cafe.edit('Users', String(id), 'disabledAt', 'left');
      expect(await health()).not.toContain('Users!E');
      await cafe.edit('Users', String(id), 'disabledAt', '');
      await cafe.edit('Users', String(id), 'cafeId', 'C-1');
      expect(await health()).not.toContain('Users!E');
    },
  );

  test('keeps the note that a person has written there', async () => {
    const { grid } = bookOf(cafe).findByName('Menu') as Sheet;
    const own = grid.attributes(2, 4);
    grid.setAttributes(2, 4, { ...own, note: 'Ask Anna' });
    await cafe.edit('Menu', 'I-1', 'priceAmount', 'abc');
    expect(cafe.note('Menu', 'I-1', 'priceAmount')).toMatch(/^Not valid: .*\n\nAsk Anna$/);
    await cafe.edit('Menu', 'I-1', 'priceAmount', '3');
    expect(cafe.note('Menu', 'I-1', 'priceAmount')).toBe('Ask Anna');
  });

  test('loses its note within an hour where the API has mended it', async () => {
    await cafe.edit('Menu', 'I-1', 'priceAmount', 'abc');
    await cafe.call('PATCH /v1/menu/I-1', { token: cafe.api.tokens.admin, body: { price: 320 } });
    cafe.stopTimers();
    await cafe.later(61 * 60_000);
    await cafe.runTimer();
    expect(cafe.note('Menu', 'I-1', 'priceAmount')).not.toContain('Not valid');
  });

  testLong('counts in a block that is pasted, one note for each invalid cell', async () => {
    await cafe.item({ name: 'Cake', price: 400 });
    await cafe.paste('Menu', [
      ['I-1', 'priceAmount', '3,50'],
      ['I-2', 'priceAmount', 'free'],
      ['I-3', 'priceAmount', '4 €'],
    ]);
    const notes = ['I-1', 'I-2', 'I-3'].map((id) =>
      cafe.note('Menu', id, 'priceAmount').includes('Not valid'),
    );
    expect(notes).toEqual([false, true, false]);
    expect(await itemOf('I-1')).toMatchObject({ price: 350 });
    expect(await itemOf('I-3')).toMatchObject({ price: 400 });
    await cafe.edit('Menu', 'I-2', 'priceAmount', '1200');
  });

  test('as the id of an item that another one has, takes both off sale', async () => {
    await cafe.edit('Menu', 'I-3', 'id', 'I-1');
    expect(cafe.note('Menu', 'I-1', 'id')).toContain('The item is sold out until then.');
    const { admin: token, staff } = cafe.api.tokens;
    const menu = JSON.stringify(cafe.rows('Menu'));
    const message = '2 rows of the Menu tab have the ID "I-1". Give each its own ID first.';
    const [shown, ...told] = await cafe.callAll(
      ['GET /v1/cafes/C-1/menu'],
      ['POST /v1/orders', { body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] } }],
      ['PATCH /v1/menu/I-1', { token, body: { price: 100 } }],
      ['PATCH /v1/menu/I-1', { token: staff, body: { availability: 'hidden' } }],
      ['DELETE /v1/menu/I-1', { token }],
    );
    const same = itemsIn(shown).filter((item) => item.id === 'I-1');
    expect(same.map(({ availability }) => availability)).toEqual(['sold_out', 'sold_out']);
    const refused = { status: 409, body: { error: { code: 'repeated_id', message } } };
    expect(told).toMatchObject([{ status: 409 }, refused, refused, refused]);
    expect(JSON.stringify(cafe.rows('Menu'))).toBe(menu);
    cafe.api.services.spreadsheets.editAs(cafe.api.scripts.api.spreadsheetId, 'Menu', {
      a1: 'A4',
      text: 'I-3',
      now: cafe.now(),
    });
    await cafe.edit('Menu', 'I-1', 'category', '');
    expect(await itemOf('I-1')).toMatchObject({ availability: 'available' });
  });

  testLong(
    'as the id of an item, with a blank after it, is found by the API as the menu has it and without',
    async () => {
      const { id } = await cafe.item({ name: 'Scone', price: 250 });
      await cafe.edit('Menu', id, 'id', 'scone ');
      const { staff, admin } = cafe.api.tokens;
      for (const [path, availability] of [
        ['scone%20', 'sold_out'],
        ['scone', 'available'],
      ]) {
        const changed = await cafe.call(`PATCH /v1/menu/${path}`, { token: staff, body: { availability } });
        expect(changed).toMatchObject({ status: 200, body: { id: 'scone ', availability } });
      }
      expect((await cafe.order([{ menuItemId: 'scone ' }])).status).toBe(201);
      expect((await cafe.call('DELETE /v1/menu/scone', { token: admin })).status).toBe(200);
      expect(await itemOf('scone ')).toBeUndefined();
    },
  );

  test('gives back no pieces to a stock that is invalid', async () => {
    await cafe.edit('Menu', 'I-1', 'stock', '5');
    await cafe.order([{ menuItemId: 'I-1', quantity: 2 }]);
    await cafe.edit('Menu', 'I-1', 'stock', 'about ten');
    await cafe.later(7 * 60_000);
    await cafe.runTimer();
    expect(cafe.rows('Menu')[0]).toMatchObject({ stock: 'about ten', held: '{}' });
    expect(await itemOf('I-1')).toMatchObject({ availability: 'sold_out', stock: 0 });
  });
});

testLong(
  'a cell that is typed beside 1,000 items is checked within five seconds, without the lock',
  async () => {
    const cafe = await startCafe();
    await cafe.item({ name: 'Tea', price: 300, description: 'x'.repeat(200) });
    fill(cafe, 'Menu', { last: 1_000, idOf: (number) => `I-${number}` });
    await cafe.edit('Menu', 'I-500', 'priceAmount', 'abc');
    const edited = cafe.api.executions.filter((execution) => execution.function === 'onEdit').slice(-1)[0];
    expect(cafe.note('Menu', 'I-500', 'priceAmount')).toContain('Not valid');
    expect(edited?.holds).toEqual([]);
    expect(edited?.elapsed).toBeLessThanOrEqual(5_000);
    await cafe.close();
  },
);
