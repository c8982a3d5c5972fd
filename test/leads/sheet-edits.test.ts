import { typeInto } from '../../runtime/server/owner';
import { letter } from '../../src/tables/schema/header';
import { ENVELOPE, type SeededApi, startApi } from '../harness/api';
import { toHealthRows } from '../harness/health';

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
  let ids: string[];
  beforeAll(async () => {
    api = await startApi();
    const rows = Array.from({ length: 12 }, (_, at) => ({ name: 'Ann', phone: `+1555124${1_000 + at}` }));
    const asked = { token: api.tokens.key, body: { rows } };
    const { body } = await api.call(ENVELOPE, 'POST', '/v1/leads/import', asked);
    ids = (body as { data: { id: string }[] }).data.map((made) => made.id);
  });
  afterAll(() => api.close());
  beforeEach(() => {
    id = create();
  });

  /** One that nobody has changed yet. */
  const create = () => ids.pop() ?? '';
  /** A lead as its row has it. */
  const row = (of = id) => {
    const rows = api.services.spreadsheets.rows(api.scripts.api.spreadsheetId, 'Leads');
    const found = rows.find((one) => one.id === of) ?? {};
    return { ...found, activities: JSON.parse(String(found.activities)) } as unknown as Lead;
  };
  const a1 = (column: string, of = id) => {
    const rows = api.services.spreadsheets.rows(api.scripts.api.spreadsheetId, 'Leads');
    const at = Object.keys(rows[0] ?? {}).indexOf(column);
    return `${letter(at)}${rows.findIndex((row) => row.id === of) + 2}`;
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
    const before = row();
    await type('status', 'contacted');
    const { updatedAt: changedAt } = row();
    const [read, listed] = await api.callAll([
      [`GET /v1/leads/${id}`, { token: api.tokens.key }],
      ['GET /v1/leads', { token: api.tokens.key, query: { updatedFrom: changedAt } }],
    ]);
    const after = read?.body as Lead;
    expect(after).toMatchObject({ status: 'contacted', version: 2, convertedAt: null });
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    expect(after.activities.slice(1)).toMatchObject([
      { by: 'sheet', what: 'changed', changes: { status: { from: 'new', to: 'contacted' } } },
    ]);
    expect((listed as { body: unknown }).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id })]),
    });
  });

  test('converts a lead once', async () => {
    await type('status', 'sold');
    const { convertedAt } = row();
    expect(convertedAt).toMatch(/^20/);
    await type('status', 'appointment');
    expect(row().convertedAt).toBe(convertedAt);
  });

  test('may be notes, which are kept as they are', async () => {
    await type('notes', 'called twice');
    await type('notes', '');
    const { notes, activities } = row();
    expect(notes).toBe('');
    expect(activities.slice(1).map(({ changes }) => changes)).toEqual([
      { notes: { from: '', to: 'called twice' } },
      { notes: { from: 'called twice', to: '' } },
    ]);
  });

  test('may correct a name, by which the lead is then found', async () => {
    await type('name', 'José Núñez');
    const find = () =>
      api.call(ENVELOPE, 'GET', '/v1/leads', { token: api.tokens.key, query: { q: 'nunez jose' } });
    expect((await find()).body).toMatchObject({ total: 1, data: [{ id }] });
    expect(row()).toMatchObject({ version: 1, activities: [{ what: 'created' }] });
    // As a row is that was pasted.
    await paste([id], 'searchable', '');
    expect((await find()).body).toMatchObject({ total: 1, data: [{ id }] });
  });

  test('into many cells changes each lead that has another value now', async () => {
    const pasted = [id, create(), create(), create()];
    await api.callAll(
      ['contacted', 'lost'].map((status, at) => [
        `PATCH /v1/leads/${pasted[at + 1]}`,
        { token: api.tokens.key, body: { status } },
      ]),
    );
    await paste(pasted, 'status', 'lost');
    expect(pasted.map((one) => row(one).version)).toEqual([2, 3, 2, 2]);
    expect(row(pasted[1]).activities[2]?.changes).toEqual({ status: { from: 'contacted', to: 'lost' } });
  });

  test('elsewhere in the tab, or the same again, is no change', async () => {
    await type('location', 'Austin');
    await type('status', 'new');
    expect(row().version).toBe(1);
  });

  test('is pushed by the timer to who listens', async () => {
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
  const cell = (tab: string, column: string) => `${String.fromCharCode(64 + place(tab, column))}2`;
  const type = (tab: string, column: string, text: string) =>
    typeInto(api, api.scripts.api, { tab, a1: cell(tab, column), text });
  /** No run of the script depends on what is typed there: the tab is read when it is needed. */
  const typeUnheard = (tab: string, column: string, text: string) =>
    api.services.spreadsheets.editAs(api.scripts.api.spreadsheetId, tab, {
      a1: cell(tab, column),
      text,
      now: api.scheduler.now(),
    });
  const health = async () => {
    await api.run(api.scripts.api, 'showHealth', [], { kind: 'menu' });
    const cells = api.sheets().find(({ name }) => name === 'Health')?.cells ?? [];
    return toHealthRows(cells)
      .map(({ text }) => text)
      .join('\n');
  };
  const note = (tab: string, column: string) => {
    const book = api.services.spreadsheets.books.get(api.scripts.api.spreadsheetId);
    return book.findByName(tab)?.grid?.attributes(2, place(tab, column))?.note ?? '';
  };

  test('is a line in Health until it is valid, and has a note in the tab Vehicles', async () => {
    const unknown = 'It reads as unknown until then.';
    const typed = [
      ['Vehicles', 'price', 'call us', `must be a number (got "call us"). ${unknown}`, '9500'],
      ['Vehicles', 'miles', '12k', `must be a number (got "12k"). ${unknown}`, '12000'],
      ['Scoring', 'points', 'lots', 'Scoring!D2 must be a whole number', '30'],
      ['Lists', 'defaultCountry', 'US', 'Lists!B2 must be a calling code such as +1 (got "US").', '+1'],
    ] as const;
    const notes = () => [note('Vehicles', 'price'), note('Vehicles', 'miles')];
    const typeAll = async (texts: readonly string[]) => {
      for (const [at, [tab, column]] of typed.entries())
        await (tab === 'Vehicles' ? type : typeUnheard)(tab, column, texts[at] ?? '');
    };
    await typeAll(typed.map(([, , text]) => text));
    expect(notes()).toEqual(typed.slice(0, 2).map(([, , , problem]) => `Not valid: ${problem}`));
    const said = await health();
    expect(typed.filter(([, , , problem]) => !said.includes(problem))).toEqual([]);
    await type('Vehicles', 'price', '-5');
    expect(note('Vehicles', 'price')).toBe('Not valid: must be at least 0 (got "-5").');
    await type('Vehicles', 'model', 'Río');
    await typeAll(typed.map(([, , , , valid]) => valid));
    expect(notes()).toEqual(['', '']);
    expect(rows('Vehicles')).toMatchObject([{ version: 1, searchable: 'kia rio' }]);
    expect(await health()).not.toMatch(/Vehicles!|Scoring!|Lists!/);
  });

  test('a rule and a country that are typed into Scoring and Lists count at once', async () => {
    const create = (...phones: string[]) =>
      api.callAll(
        phones.map((phone) => ['POST /v1/leads', { token: api.tokens.key, body: { name: 'Ann', phone } }]),
      );
    await type('Lists', 'defaultCountry', '');
    const [before, refused] = await create('+15551239001', '(555) 123-9002');
    expect(refused?.status).toBe(422);
    const rule = rows('Scoring').findIndex(({ field, when }) => field === 'idType' && when === 'unknown') + 2;
    await typeInto(api, api.scripts.api, { tab: 'Scoring', a1: `D${rule}`, text: '0' });
    await type('Lists', 'defaultCountry', '+1');
    const [after] = await create('(555) 123-9002');
    expect(after?.status).toBe(201);
    const [scoredAfter, scoredBefore] = ([after, before] as { body: { score: number } }[]).map(
      ({ body }) => body.score,
    );
    expect(scoredAfter).toBeLessThan(scoredBefore as number);
  });
});
