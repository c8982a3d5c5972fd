import type { Sheet } from '../../runtime/spreadsheet/sheet';
import { extent, inTurns, spread, testLong } from '../harness/extent';
import { type Cafe, startCafe } from './cafe';
import { fill } from './fill';
import { makeOld, menuHeaders } from './old-menu';

interface Item {
  id: string;
  price: number | null;
  availability: string;
}

const LOCALES = ['en_US', 'de_DE', 'fr_CH', 'ja_JP'];

describe('a cell that somebody types', () => {
  let cafe: Cafe;
  beforeAll(async () => {
    cafe = await startCafe();
    await cafe.item({ name: 'Tea', price: 300, stock: 5 });
    await cafe.item({ name: 'Sushi', price: 1_200 }, 'C-2');
  });
  afterAll(() => cafe.close());

  const itemOf = async (id: string, at = 'C-1') => {
    const { body } = await cafe.call(`GET /v1/cafes/${at}/menu`);
    return (body as { data: Item[] }).data.find((item) => item.id === id);
  };
  const book = () => cafe.api.services.spreadsheets.books.get(cafe.api.scripts.api.spreadsheetId);
  const health = async () => {
    await cafe.run('showHealth', [], { kind: 'menu' });
    const { grid } = book().findByName('Health') as Sheet;
    return grid.rows.map((row) => row?.values.slice(0, 2).join(': ')).join('\n');
  };

  describe.each(LOCALES)('in a sheet of the locale %s', (locale) => {
    beforeAll(() => {
      book().record.locale = locale;
    });
    afterAll(() => {
      book().record.locale = 'en_US';
    });

    test.each(
      inTurns<[string, number], string>(
        [
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
        ],
        LOCALES,
        locale,
      ),
    )('the price %j is sold at %d', async (text, price) => {
      await cafe.edit('Menu', 'I-1', 'priceAmount', text);
      expect(await itemOf('I-1')).toMatchObject({ price, availability: 'available' });
      expect(cafe.note('Menu', 'I-1', 'priceAmount')).toBe('');
    });

    test.each(
      inTurns(
        ['$5', 'abc', '1,250', '1.250', '-3', '=1/0', '5%', '1e3', '2026-04-05', '4.5.2026', 'TRUE', ''],
        LOCALES,
        locale,
      ).slice(0, extent({ usual: 1, long: 12 })),
    )('the price %j is none: the item is sold out, with a note and a line in Health', async (text) => {
      await cafe.edit('Menu', 'I-1', 'priceAmount', text);
      expect(await itemOf('I-1')).toMatchObject({ price: null, availability: 'sold_out' });
      expect(cafe.note('Menu', 'I-1', 'priceAmount')).toMatch(
        /^Not valid: must be an amount in EUR such as 12\.50 \(got ".*"\)\. The item is sold out until then\.$/,
      );
      expect(await health()).toContain('Menu!D2: priceAmount must be an amount in EUR');
      expect((await cafe.order([{ menuItemId: 'I-1' }])).status).toBe(409);
    });
  });

  test.each(
    spread<[string, number | null]>(
      [
        ['1250', 1_250],
        ['¥1,250', 1_250],
        ['1250円', 1_250],
        ['12.50', null],
        ['€5', null],
      ],
      2,
    ),
  )('the price %j in JPY is %j', async (text, price) => {
    await cafe.edit('Menu', 'I-2', 'priceAmount', text);
    expect(await itemOf('I-2', 'C-2')).toMatchObject({ price });
    expect(cafe.note('Menu', 'I-2', 'priceAmount') === '').toBe(price !== null);
  });

  test.each(
    spread(
      [
        ['stock', 'ten', 'must be a whole number, or empty for no limit (got "ten")', '7'],
        ['stock', '-1', 'must be a whole number', ''],
        ['stock', '2.5', 'must be a whole number', '0'],
        ['options', 'oat or cow', 'must be the JSON that the API writes, or empty (got "oat or cow")', '[]'],
        ['cafeId', 'C-9', 'must be the id of a cafe in the Cafes tab (got "C-9")', 'C-1'],
      ],
      2,
    ),
  )('in the column %s of the menu, %j gets a note until it is mended', async (column, text, note, valid) => {
    await cafe.edit('Menu', 'I-1', 'priceAmount', '3.00');
    await cafe.edit('Menu', 'I-1', column, text);
    expect(cafe.note('Menu', 'I-1', column)).toContain(`Not valid: ${note}`);
    expect(await health()).toContain(`${column} ${note}`);
    await cafe.edit('Menu', 'I-1', column, valid);
    expect(cafe.note('Menu', 'I-1', column)).toBe('');
    expect(await health()).not.toContain(`${column} must be`);
  });

  test.each(
    spread(
      [
        ['currency', '€', 'Cafes!C2: currency of C-1 must be three letters such as EUR (got "€").', 'eur'],
        ['currency', '', 'Cafes!C2: currency of C-1 must be three letters such as EUR (got "").', 'EUR'],
        [
          'taxPercent',
          'abc',
          'Cafes!E2: taxPercent of C-1 must be a percentage such as 19 (got "abc").',
          '19%',
        ],
        [
          'taxPercent',
          '0.19',
          'Cafes!E2: taxPercent of C-1 must be a percentage such as 19 (got "0.19").',
          '7,5',
        ],
        ['taxPercent', '-7', 'Cafes!E2: taxPercent of C-1 must be a percentage such as 19 (got "-7").', ''],
        [
          'taxPercent',
          '119',
          'Cafes!E2: taxPercent of C-1 must be a percentage such as 19 (got "119").',
          '7',
        ],
      ],
      2,
    ),
  )(
    'in the column %s of a cafe, %j refuses its orders until it is mended',
    async (column, text, message, valid) => {
      await cafe.edit('Menu', 'I-1', 'stock', '');
      await cafe.edit('Cafes', 'C-1', column, text);
      const refused = await cafe.order([{ menuItemId: 'I-1' }]);
      expect(refused).toMatchObject({ status: 503, body: { error: { message } } });
      expect(cafe.note('Cafes', 'C-1', column)).toContain('Orders are refused until then.');
      expect(await health()).toContain(message.replace(/ of C-1.*/, ' must be'));
      await cafe.edit('Cafes', 'C-1', column, valid);
      expect(cafe.note('Cafes', 'C-1', column)).toBe('');
      expect((await cafe.order([{ menuItemId: 'I-1' }])).status).toBe(201);
    },
  );

  test.each(
    spread(
      [
        [
          'timeZone',
          'Berlin time',
          'must be a time zone such as Europe/Berlin (got "Berlin time").',
          'Europe/Berlin',
        ],
        [
          'openingHours',
          'Funday 8-18',
          'must be opening hours such as Mon-Fri 08:00-18:00',
          'Mon-Sun 00:00-24:00',
        ],
        ['openingHours', '8 to 18', 'must be opening hours such as Mon-Fri 08:00-18:00', ''],
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
        ['timeZone', '=1/0', 'must be a time zone such as Europe/Berlin (got "#DIV/0!").', 'Europe/Berlin'],
      ],
      2,
    ),
  )('in the column %s of a cafe, %j gets a note until it is mended', async (column, text, note, valid) => {
    await cafe.edit('Cafes', 'C-1', column, text);
    expect(cafe.note('Cafes', 'C-1', column)).toContain(`Not valid: ${note}`);
    expect(await health()).toContain(`${column} ${note}`);
    await cafe.edit('Cafes', 'C-1', column, valid);
    expect(cafe.note('Cafes', 'C-1', column)).toBe('');
  });

  test.each(
    spread(
      [
        ["'+01:00", '+01:00'],
        ['=1/0', '#DIV/0!'],
      ],
      1,
    ),
  )('as a time zone, %j refuses what needs one, and names the cell', async (text, got) => {
    const { manager } = cafe.api.tokens;
    await cafe.edit('Cafes', 'C-1', 'openingHours', 'Mon-Sun 00:00-24:00');
    await cafe.edit('Cafes', 'C-1', 'timeZone', text);
    const message = `Cafes!D2: timeZone of C-1 must be a time zone such as Europe/Berlin (got ${JSON.stringify(got)}).`;
    const refused = { status: 503, body: { error: { message } } };
    expect(await cafe.call('GET /v1/cafes/C-1')).toMatchObject({ status: 200, body: { isOpen: false } });
    expect(await cafe.order([{ menuItemId: 'I-1' }])).toMatchObject(refused);
    expect(await cafe.call('GET /v1/cafes/C-1/takings', { token: manager })).toMatchObject(refused);
    await cafe.edit('Cafes', 'C-1', 'timeZone', 'Europe/Berlin');
    await cafe.edit('Cafes', 'C-1', 'openingHours', '');
  });

  test.each(spread(['asia/tokyo', 'ASIA/TOKYO', ' Asia/Tokyo ', 'Japan'], 1))(
    'as a time zone, %j is that of Tokyo',
    async (text) => {
      const opensAt = async () =>
        ((await cafe.call('GET /v1/cafes/C-1')).body as { opensAt: string }).opensAt;
      await cafe.edit('Cafes', 'C-1', 'openingHours', 'Mon-Sun 06:00-06:30');
      await cafe.edit('Cafes', 'C-1', 'timeZone', text);
      expect(await opensAt()).toMatch(/T21:00:00\.000Z$/);
      expect(cafe.note('Cafes', 'C-1', 'timeZone')).toBe('');
      expect((await cafe.order([{ menuItemId: 'I-1' }])).body).toMatchObject({
        error: { message: expect.stringMatching(/06:00 in (Asia\/Tokyo|Japan)\)\.$/) },
      });
      await cafe.edit('Cafes', 'C-1', 'timeZone', 'Europe/Berlin');
      await cafe.edit('Cafes', 'C-1', 'openingHours', '');
    },
  );

  test.each(
    spread<[string, boolean]>(
      [
        ['yes', true],
        ['x', true],
        ['#ERROR!', true],
        ['1', true],
        ['no', false],
        [' No ', false],
        ['false', false],
        ['', false],
      ],
      2,
    ),
  )('in the column isPaused, %j pauses the cafe: %j', async (text, isPaused) => {
    await cafe.edit('Cafes', 'C-1', 'isPaused', text);
    expect((await cafe.call('GET /v1/cafes/C-1')).body).toMatchObject({ isPaused, isOpen: !isPaused });
    expect((await cafe.order([{ menuItemId: 'I-1' }])).status).toBe(isPaused ? 409 : 201);
    await cafe.edit('Cafes', 'C-1', 'isPaused', '');
  });

  test.each(spread(['javascript:alert(1)', 'data:text/html,hi', 'example.com/a.png', 'https://a b'], 1))(
    'as an image, %j is not shown, with a note until it is mended',
    async (text) => {
      await cafe.edit('Menu', 'I-1', 'image', text);
      expect(await itemOf('I-1')).toMatchObject({ image: '', availability: 'available' });
      expect(cafe.note('Menu', 'I-1', 'image')).toBe(
        `Not valid: must be a URL that starts with https://, or empty (got ${JSON.stringify(text)}). The item is shown without an image until then.`,
      );
      expect(await health()).toContain('image must be a URL');
      await cafe.edit('Menu', 'I-1', 'image', 'https://example.com/tea.png');
      expect(await itemOf('I-1')).toMatchObject({ image: 'https://example.com/tea.png' });
      expect(cafe.note('Menu', 'I-1', 'image')).toBe('');
    },
  );

  test.each(spread(['', '   ', 'x'.repeat(201)], 1))(
    'as the name of an item, %j takes it off sale',
    async (text) => {
      await cafe.edit('Menu', 'I-1', 'name', text);
      expect(await itemOf('I-1')).toMatchObject({ availability: 'sold_out' });
      expect(cafe.note('Menu', 'I-1', 'name')).toContain('Not valid: must be a name of 1 to 200 characters');
      expect((await cafe.order([{ menuItemId: 'I-1' }])).status).toBe(409);
      await cafe.edit('Menu', 'I-1', 'name', 'Tea');
      expect(await itemOf('I-1')).toMatchObject({ availability: 'available' });
      expect(cafe.note('Menu', 'I-1', 'name')).toBe('');
    },
  );

  test('as the name of an item, "- Tea" is a formula that fails, which is no name', async () => {
    await cafe.edit('Menu', 'I-1', 'name', '- Tea');
    expect(await itemOf('I-1')).toMatchObject({ availability: 'sold_out' });
    expect(cafe.note('Menu', 'I-1', 'name')).toContain(
      'Not valid: must be a name, with an apostrophe before one that begins with =, + or - (got "#NAME?")',
    );
    await cafe.edit('Menu', 'I-1', 'name', "'- Tea");
    expect(await itemOf('I-1')).toMatchObject({ name: '- Tea', availability: 'available' });
    expect(cafe.note('Menu', 'I-1', 'name')).toBe('');
    await cafe.edit('Menu', 'I-1', 'name', 'Tea');
  });

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

  test('as a price that is too high, is told the limit', async () => {
    await cafe.edit('Menu', 'I-1', 'priceAmount', '99999999');
    expect(cafe.note('Menu', 'I-1', 'priceAmount')).toBe(
      'Not valid: must be an amount in EUR of at most 999999.99 (got "99999999"). The item is sold out until then.',
    );
    await cafe.edit('Menu', 'I-1', 'priceAmount', '3');
  });

  test('in the column maxDrafts of a cafe gets a note, and 200 drafts are allowed', async () => {
    await cafe.edit('Cafes', 'C-1', 'maxDrafts', '-1');
    expect(cafe.note('Cafes', 'C-1', 'maxDrafts')).toContain('It counts as 200 until then.');
    expect((await cafe.order([{ menuItemId: 'I-1' }])).status).toBe(201);
    await cafe.edit('Cafes', 'C-1', 'maxDrafts', '');
    expect(cafe.note('Cafes', 'C-1', 'maxDrafts')).toBe('');
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
        new RegExp(
          `Users!E\\d: cafeId must be the id of a cafe \\(got "${text}"\\)\\. This manager can do nothing until then\\.`,
        ),
      );
      await cafe.edit('Users', String(id), 'disabledAt', 'left');
      expect(await health()).not.toContain('Users!E');
      await cafe.edit('Users', String(id), 'disabledAt', '');
      await cafe.edit('Users', String(id), 'cafeId', 'C-1');
      expect(await health()).not.toContain('Users!E');
    },
  );

  test('keeps the note that a person has written there', async () => {
    const { grid } = book().findByName('Menu') as Sheet;
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
    await cafe.later(61 * 60_000);
    expect(cafe.note('Menu', 'I-1', 'priceAmount')).not.toContain('Not valid');
  });

  test('counts in a block that is pasted, one note for each invalid cell', async () => {
    await cafe.item({ name: 'Cake', price: 400 });
    const { spreadsheets } = cafe.api.services;
    const { spreadsheetId } = cafe.api.scripts.api;
    const paste = (a1: string, text: string) =>
      spreadsheets.editAs(spreadsheetId, 'Menu', { a1, text, now: cafe.now() });
    for (const [row, text] of ['3,50', 'free', '4 €'].entries()) paste(`D${row + 2}`, text);
    const place = { spreadsheetId, edited: { tab: 'Menu', a1: 'C2:D4' }, unknown: [] };
    await cafe.run('onEdit', [{ authMode: 'LIMITED', place }], { kind: 'simple trigger' });
    const notes = ['I-1', 'I-2', 'I-3'].map((id) =>
      cafe.note('Menu', id, 'priceAmount').includes('Not valid'),
    );
    expect(notes).toEqual([false, true, false]);
    expect(await itemOf('I-1')).toMatchObject({ price: 350 });
    expect(await itemOf('I-3')).toMatchObject({ price: 400 });
    await cafe.edit('Menu', 'I-2', 'priceAmount', '1200');
  });

  test('as the id of an item that another one has, takes both off sale', async () => {
    const { id } = await cafe.item({ name: 'Orphan', price: 900 });
    await cafe.edit('Menu', id, 'id', 'I-1');
    const { body } = await cafe.call('GET /v1/cafes/C-1/menu');
    const same = (body as { data: Item[] }).data.filter((item) => item.id === 'I-1');
    expect(same.map(({ availability }) => availability)).toEqual(['sold_out', 'sold_out']);
    expect(cafe.note('Menu', 'I-1', 'id')).toContain('The item is sold out until then.');
    expect((await cafe.order([{ menuItemId: 'I-1' }])).status).toBe(409);
    const { admin: token, staff } = cafe.api.tokens;
    const menu = JSON.stringify(cafe.rows('Menu'));
    const message = '2 rows of the Menu tab have the ID "I-1". Give each its own ID first.';
    for (const refused of [
      await cafe.call('PATCH /v1/menu/I-1', { token, body: { price: 100 } }),
      await cafe.call('PATCH /v1/menu/I-1', { token: staff, body: { availability: 'hidden' } }),
      await cafe.call('DELETE /v1/menu/I-1', { token }),
    ])
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'repeated_id', message } } });
    expect(JSON.stringify(cafe.rows('Menu'))).toBe(menu);
    cafe.api.services.spreadsheets.editAs(cafe.api.scripts.api.spreadsheetId, 'Menu', {
      a1: `A${cafe.rows('Menu').length + 1}`,
      text: id,
      now: cafe.now(),
    });
    await cafe.edit('Menu', 'I-1', 'category', '');
    expect(await itemOf('I-1')).toMatchObject({ availability: 'available' });
    await cafe.call(`DELETE /v1/menu/${id}`, { token: cafe.api.tokens.admin });
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
    expect(cafe.rows('Menu')[0]).toMatchObject({ stock: 'about ten', held: '{}' });
    expect(await itemOf('I-1')).toMatchObject({ availability: 'sold_out', stock: 0 });
  });

  test('in the old column of prices is not taken once it has been converted, and says where to type', async () => {
    makeOld(cafe, [300, 1_200]);
    cafe.api.services.caches.open('script', cafe.api.scripts.api.id).clear();
    await cafe.run('deliverOutbox', [], { kind: 'trigger' });
    expect(menuHeaders(cafe)).toContain('priceBackup');
    await cafe.edit('Menu', 'I-1', 'price', '4');
    expect(cafe.rows('Menu')[0]).toMatchObject({ price: 'See priceAmount', priceAmount: '3.00' });
    expect(cafe.note('Menu', 'I-1', 'price')).toBe(
      'Not taken: "4". Type prices into the column priceAmount.',
    );
    await cafe.edit('Menu', 'I-1', 'price', '');
    expect(await itemOf('I-1')).toMatchObject({ price: 300 });
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
