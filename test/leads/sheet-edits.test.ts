import { typeInto } from '../../runtime/server/owner';
import { ENVELOPE, type SeededApi, startApi } from '../harness/api';

interface Lead {
  id: string;
  status: string;
  notes: string;
  updatedAt: string;
  convertedAt: string | null;
  version: number;
  activities: { by: string; what: string; changes?: object }[];
}

describe('what is typed into the tab Leads', () => {
  let api: SeededApi;
  let id: string;
  let made = 0;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    id = await create();
  });

  const call = (
    method: string,
    path: string,
    asked: { body?: object; query?: Record<string, string> } = {},
  ) => api.call(ENVELOPE, method, path, { token: api.tokens.key, ...asked });
  const create = async () => {
    const body = { name: 'Ann', phone: `+1555124${1_000 + made++}` };
    return ((await call('POST', '/v1/leads', { body })).body as Lead).id;
  };
  const get = async (of = id) => (await call('GET', `/v1/leads/${of}`)).body as Lead;
  const a1 = (column: string, of = id) => {
    const rows = api.services.spreadsheets.rows(api.scripts.api.spreadsheetId, 'Leads');
    const letter = String.fromCharCode(65 + Object.keys(rows[0] ?? {}).indexOf(column));
    return `${letter}${rows.findIndex((row) => row.id === of) + 2}`;
  };
  const type = (column: string, text: string) =>
    typeInto(api, api.scripts.api, { tab: 'Leads', a1: a1(column), text });
  /** Several cells at once: the event says only where. */
  const paste = async (ids: readonly string[], column: string, text: string) => {
    const { spreadsheetId } = api.scripts.api;
    const cells = ids.map((one) => a1(column, one));
    for (const cell of cells)
      api.services.spreadsheets.editAs(spreadsheetId, 'Leads', { a1: cell, text, now: api.scheduler.now() });
    const place = {
      spreadsheetId,
      edited: { tab: 'Leads', a1: `${cells[0]}:${cells[cells.length - 1]}` },
      unknown: [],
    };
    const event = { authMode: 'LIMITED', place };
    const ended = await api.run(api.scripts.api, 'onEdit', [event], { kind: 'simple trigger' });
    expect(ended.error).toBeUndefined();
  };

  test('is a change of the lead: time, version and an activity by the sheet', async () => {
    const before = await get();
    await type('status', 'contacted');
    const after = await get();
    expect(after).toMatchObject({ status: 'contacted', version: 2, convertedAt: null });
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    expect(after.activities.slice(1)).toMatchObject([
      { by: 'sheet', what: 'changed', changes: { status: { from: 'new', to: 'contacted' } } },
    ]);
    const query = { updatedFrom: after.updatedAt };
    const { data } = (await call('GET', '/v1/leads', { query })).body as { data: Lead[] };
    expect(data.map((lead) => lead.id)).toContain(id);
  });

  test('converts a lead once', async () => {
    await type('status', 'sold');
    const { convertedAt } = await get();
    expect(convertedAt).not.toBeNull();
    await type('status', 'lost');
    await type('status', 'appointment');
    expect((await get()).convertedAt).toBe(convertedAt);
  });

  test('may be notes, which are kept as they are', async () => {
    await type('notes', 'called twice');
    await type('notes', '');
    const { notes, activities } = await get();
    expect(notes).toBe('');
    expect(activities.slice(1).map(({ changes }) => changes)).toEqual([
      { notes: { from: '', to: 'called twice' } },
      { notes: { from: 'called twice', to: '' } },
    ]);
  });

  test('into many cells changes each lead that has another value now', async () => {
    const ids = [id, await create(), await create(), await create()];
    await call('PATCH', `/v1/leads/${ids[1]}`, { body: { status: 'contacted' } });
    await call('PATCH', `/v1/leads/${ids[2]}`, { body: { status: 'lost' } });
    await paste(ids, 'status', 'lost');
    const versions: number[] = [];
    for (const one of ids) versions.push((await get(one)).version);
    expect(versions).toEqual([2, 3, 2, 2]);
    const { activities } = await get(ids[1]);
    expect(activities[2]?.changes).toEqual({ status: { from: 'contacted', to: 'lost' } });
  });

  test('elsewhere in the tab, or the same again, is no change', async () => {
    await type('location', 'Austin');
    await type('status', 'new');
    expect((await get()).version).toBe(1);
  });

  test('is pushed by the timer to who listens', async () => {
    await call('POST', '/v1/leads', { body: { name: 'Bob', phone: '+15551230002' } });
    const made = await api.call(ENVELOPE, 'POST', '/v1/push-endpoints', {
      token: api.tokens.admin,
      body: { url: 'https://example.com/leads', events: ['lead.updated'] },
    });
    expect(made.status).toBe(201);
    await type('status', 'contacted');
    const outbox = api.services.spreadsheets.rows(api.scripts.api.spreadsheetId, 'Outbox');
    expect(outbox).toMatchObject([{ id: `evt_${id}_2`, kind: 'lead push', targetId: id, version: 2 }]);
  });
});

describe('what is not valid in the tabs of the lead desk', () => {
  let api: SeededApi;
  beforeAll(async () => {
    api = await startApi();
    const body = { make: 'Kia', model: 'Rio', price: 9_000 };
    await api.call(ENVELOPE, 'POST', '/v1/vehicles', { token: api.tokens.key, body });
  });
  afterAll(() => api.close());

  const rows = (tab: string) => api.services.spreadsheets.rows(api.scripts.api.spreadsheetId, tab);
  const place = (tab: string, column: string) => Object.keys(rows(tab)[0] ?? {}).indexOf(column) + 1;
  const type = (tab: string, column: string, text: string) =>
    typeInto(api, api.scripts.api, { tab, a1: `${String.fromCharCode(64 + place(tab, column))}2`, text });
  const health = async () => {
    await api.run(api.scripts.api, 'showHealth', [], { kind: 'menu' });
    const cells = api.sheets().find(({ name }) => name === 'Health')?.cells ?? [];
    return cells.map(([label, detail]) => `${label}: ${detail}`).join('\n');
  };
  const note = (tab: string, column: string) => {
    const book = api.services.spreadsheets.books.get(api.scripts.api.spreadsheetId);
    return book.findByName(tab)?.grid?.attributes(2, place(tab, column))?.note ?? '';
  };

  test.each([
    ['price', 'call us', 'must be a number (got "call us"). It reads as unknown until then.', '9500'],
    ['price', '-5', 'must be at least 0 (got "-5").', ''],
    ['miles', '12k', 'must be a number (got "12k"). It reads as unknown until then.', '12000'],
  ])('the %s %j of a vehicle gets a note and a line in Health', async (column, text, problem, valid) => {
    await type('Vehicles', column, text);
    expect(note('Vehicles', column)).toBe(`Not valid: ${problem}`);
    expect(await health()).toContain(`${column} ${problem}`);
    await type('Vehicles', column, valid);
    expect(note('Vehicles', column)).toBe('');
    expect(await health()).not.toContain('Vehicles!');
  });

  test.each([
    ['Scoring', 'points', 'lots', 'Scoring!D2 must be a whole number', '30'],
    ['Lists', 'defaultCountry', 'US', 'Lists!B2 must be a calling code such as +1 (got "US").', '+1'],
  ])(
    'a cell of the tab %s is told before a lead needs it: %s %j',
    async (tab, column, text, problem, valid) => {
      await type(tab, column, text);
      expect(await health()).toContain(problem);
      await type(tab, column, valid);
      expect(await health()).not.toContain(problem);
    },
  );

  test('a rule and a country that are typed into Scoring and Lists count at once', async () => {
    const create = (phone: string) =>
      api.call(ENVELOPE, 'POST', '/v1/leads', { token: api.tokens.key, body: { name: 'Ann', phone } });
    await type('Lists', 'defaultCountry', '');
    const before = (await create('+15551239001')).body as { score: number };
    expect((await create('(555) 123-9002')).status).toBe(422);
    const rule = rows('Scoring').findIndex(({ field, when }) => field === 'idType' && when === 'unknown') + 2;
    await typeInto(api, api.scripts.api, { tab: 'Scoring', a1: `D${rule}`, text: '0' });
    await type('Lists', 'defaultCountry', '+1');
    const after = await create('(555) 123-9002');
    expect(after.status).toBe(201);
    expect((after.body as { score: number }).score).toBeLessThan(before.score);
  });
});
