import { typeInto } from '../../runtime/server/owner';
import { parseCsv } from '../../src/http/csv';
import { letter } from '../../src/tables/schema/header';
import { type Call, type SeededApi, startApi } from '../harness/api';

interface Body {
  id: string;
  version: number;
  updatedAt: string;
  custom: Record<string, unknown>;
  data: Body[];
  activities: { what: string; by: string; changes?: object }[];
  error: { message: string; param?: string; errors?: { param?: string; message: string }[] };
}

const FIELDS = [
  ['Tier', 'silver, gold', ''],
  ['Visits', 'number', ''],
  ['Birthday', 'date', 'agent'],
  ['Insured', 'yes/no', ''],
  ['Margin', 'number', 'admin'],
  ['Remark', '', ''],
] as const;

let api: SeededApi;
let id: string;
let phones = 0;
const phone = () => `+1555987${String(1_000 + phones++)}`;

beforeAll(async () => {
  api = await startApi();
  const { spreadsheets } = api.services;
  const { spreadsheetId } = api.scripts.api;
  const at = Object.keys(spreadsheets.rows(spreadsheetId, 'Lists')[0] ?? {}).indexOf('field');
  for (const [row, cells] of FIELDS.entries())
    for (const [index, text] of cells.filter(Boolean).entries())
      spreadsheets.editAs(spreadsheetId, 'Lists', {
        a1: `${letter(at + index)}${row + 2}`,
        text,
        now: api.scheduler.now(),
      });
});
afterAll(() => api.close());

const as = (role: 'admin' | 'agent', endpoint: string, asked: object = {}): Call => [
  endpoint,
  { token: api.tokens[role], ...asked },
];
async function ask(...calls: Call[]): Promise<(Body & { status: number; text: string })[]> {
  const told = await api.callAll(calls);
  return told.map(({ status, text, body }) => ({ ...(body as Body), status: status ?? 0, text }));
}
async function create(custom: object, role: 'admin' | 'agent' = 'admin'): Promise<string> {
  const [made] = await ask(as(role, 'POST /v1/leads', { body: { name: 'Ada', phone: phone(), custom } }));
  return made?.id ?? '';
}
/** The lead that was made before. */
const before = () => `L-${Number(id.slice(2)) - 1}`;
const all = { Tier: 'gold', Visits: 3, Birthday: '1990-02-28', Insured: true, Remark: '=1+1', Margin: -12.5 };
const { Margin: _, ...forAgents } = all;
const none = { Tier: null, Visits: null, Birthday: null, Insured: null, Remark: null };

beforeEach(async () => {
  await create({});
  id = await create(all);
});

test('fields of the owner come with a lead, in a list and as CSV, to whoever may read them', async () => {
  const query = { after: before() };
  const [admin, agent, list, mine, csv, theirs] = await ask(
    as('admin', `GET /v1/leads/${id}`),
    as('agent', `GET /v1/leads/${id}`),
    as('admin', 'GET /v1/leads', { query }),
    as('agent', 'GET /v1/leads', { query }),
    as('admin', 'GET /v1/leads', { query: { ...query, format: 'csv' } }),
    as('agent', 'GET /v1/leads', { query: { ...query, format: 'csv' } }),
  );
  expect([admin?.custom, agent?.custom]).toEqual([all, forAgents]);
  expect(admin?.activities).toEqual([expect.objectContaining({ what: 'created' })]);
  expect([list?.data[0]?.custom, mine?.data[0]?.custom]).toEqual([all, forAgents]);
  const shown = (text = '') => {
    const [header = [], row = []] = parseCsv(text);
    const own = header.flatMap((name, at) => (name.startsWith('custom.') ? [[name.slice(7), row[at]]] : []));
    return Object.fromEntries(own);
  };
  const texts = (custom: object) =>
    Object.fromEntries(Object.entries(custom).map(([name, value]) => [name, String(value)]));
  expect([shown(csv?.text), shown(theirs?.text)]).toEqual([texts(all), texts(forAgents)]);
  expect(theirs?.text).not.toContain('-12.5');
});

test('PATCH sets those that it names, null empties one, and the history says nothing of the values', async () => {
  const [patched, same, emptied, put] = await ask(
    as('agent', `PATCH /v1/leads/${id}`, { body: { custom: { Tier: ' SILVER ', Visits: 4 } } }),
    as('agent', `PATCH /v1/leads/${id}`, { body: { custom: { Tier: 'silver' } } }),
    as('agent', `PATCH /v1/leads/${id}`, { body: { custom: { Remark: '', Birthday: null }, notes: 'x' } }),
    as('admin', 'PUT /v1/leads/by-external-id/own-1', {
      body: { name: 'Ada', phone: phone(), custom: { Tier: 'gold' } },
    }),
  );
  const changed = { ...forAgents, Tier: 'silver', Visits: 4 };
  expect(patched).toMatchObject({ status: 200, custom: changed });
  expect(same?.version).toBe(patched?.version);
  expect(emptied?.custom).toEqual({ ...changed, Remark: null, Birthday: null });
  expect(JSON.stringify(emptied?.activities)).not.toMatch(/silver|1990/);
  expect(emptied?.activities.map(({ what }) => what)).toEqual(['created', 'changed', 'changed']);
  const [again, read, admin] = await ask(
    as('admin', 'PUT /v1/leads/by-external-id/own-1', {
      body: { name: 'Ada', phone: phone(), custom: { Visits: 1 } },
    }),
    as('agent', `GET /v1/leads/${put?.id}`),
    as('admin', `GET /v1/leads/${id}`),
  );
  expect(again?.id).toBe(put?.id);
  expect(read?.custom).toEqual({ ...none, Tier: 'gold', Visits: 1 });
  expect(admin?.custom).toMatchObject({ Margin: -12.5 });
});

test('a value of another type is refused by its name, and so is a field that the caller may not read', async () => {
  const wrong = {
    Tier: 'bronze',
    Visits: '3',
    Birthday: '2026-02-30',
    Insured: 'yes',
    Remark: 'a\u0000',
    Colour: 'red',
  };
  const [refused, hidden, unknown, filter, filtered, sorted] = await ask(
    as('admin', `PATCH /v1/leads/${id}`, { body: { custom: wrong } }),
    as('agent', `PATCH /v1/leads/${id}`, { body: { custom: { Margin: 1 } } }),
    as('agent', 'POST /v1/leads', { body: { name: 'Bob', phone: phone(), custom: { toString: 'x' } } }),
    as('agent', 'GET /v1/leads', { query: { 'custom.Margin': '-12.5' } }),
    as('admin', 'GET /v1/leads', {
      query: { 'custom.Margin': '-12.5', after: before() },
    }),
    as('agent', 'GET /v1/leads', { query: { sort: 'custom.Margin' } }),
  );
  expect(refused).toMatchObject({ status: 422, error: { param: 'custom.Tier' } });
  expect(refused?.error.errors?.map(({ message }) => message)).toEqual([
    'custom.Tier must be one of silver, gold (got "bronze").',
    'custom.Visits must be a number of at most 15 digits (got "3").',
    'custom.Birthday must be a date such as 2028-02-29 (got "2026-02-30").',
    'custom.Insured must be true or false (got "yes").',
    expect.stringMatching(/^custom.Remark must be a text of at most 1000 characters/),
    'Unknown parameter: custom.Colour.',
  ]);
  expect(hidden?.error).toMatchObject({
    param: 'custom.Margin',
    message: 'Unknown parameter: custom.Margin.',
  });
  expect(unknown?.error.message).toBe('Unknown parameter: custom.toString.');
  expect(filter?.error.message).toBe('Unknown parameter: custom.Margin.');
  expect(filtered?.data.map((lead) => lead.id)).toEqual([id]);
  expect(sorted?.status).toBe(422);
});

test('a list is filtered by them, each by several values, whatever their letter case', async () => {
  const [other, blank] = [
    await create({ Tier: 'silver', Visits: 0.5, Insured: false, Remark: 'Núñez, "J"' }),
    await create({}),
  ];
  const since = { after: before() };
  const queries: [Record<string, string>, string[]][] = [
    [{ 'custom.Tier': 'GOLD' }, [id]],
    [{ 'custom[Tier]': 'gold,silver' }, [other, id]],
    [{ 'custom.Tier': 'silver', 'custom.Visits': '0.5' }, [other]],
    [{ 'custom.Tier': 'silver', 'custom.Visits': '3' }, []],
    [{ 'custom.Insured': 'false' }, [other]],
    [{ 'custom.Birthday': '1990-02-28' }, [id]],
    [{ 'custom.Remark': 'NÚÑEZ, "j"' }, [other]],
    [{ 'custom.Tier': '' }, [blank]],
    [{ 'custom.Tier': 'gold', q: 'ada', filter: 'cold' }, []],
  ];
  const told = await ask(
    ...queries.map(([query]) => as('admin', 'GET /v1/leads', { query: { ...query, ...since } })),
  );
  const found = told.map(({ data }) => data.map((lead) => lead.id));
  expect(found.map((ids) => [...ids].sort().reverse())).toEqual(
    queries.map(([, ids]) => [...ids].sort().reverse()),
  );
});

test('a file has them by their headers; a column that the caller may not read goes to the notes as any other', async () => {
  const file =
    'Name;Phone;tier;custom.Visits;Insured;Margin\nCy;+15559870001;Gold;1.234,5;yes;7\nDi;+15559870002;bronze;;;\n';
  const headers = { 'content-type': 'text/csv' };
  const [admin, agent] = await ask(
    as('admin', 'POST /v1/leads/import', { body: file, headers }),
    as('agent', 'POST /v1/leads/import', { body: file.replaceAll('5559870', '5559871'), headers }),
  );
  const [made, refused] = admin?.data ?? [];
  expect(refused?.error.param).toBe('custom.Tier');
  const [read, mine] = await ask(
    as('admin', `GET /v1/leads/${made?.id}`),
    as('admin', `GET /v1/leads/${agent?.data[0]?.id}`),
  );
  expect(read).toMatchObject({
    notes: '',
    custom: { Tier: 'gold', Visits: 1_234.5, Insured: true, Margin: 7 },
  });
  expect(mine).toMatchObject({ notes: 'Margin: 7', custom: { Tier: 'gold', Margin: null } });
});

test('a merge fills the fields that the lead lacks', async () => {
  const [into, from] = [
    await create({ Tier: 'silver', Margin: 1 }),
    await create({ Tier: 'gold', Visits: 9 }),
  ];
  const [merged] = await ask(as('admin', `POST /v1/leads/${from}/merge`, { body: { into } }));
  expect(merged?.custom).toEqual({ ...none, Tier: 'silver', Visits: 9, Margin: 1 });
});

describe('in the sheet', () => {
  const sheet = () => [api.scripts.api.spreadsheetId, 'Leads'] as const;
  const header = () => api.sheets().find(({ name }) => name === 'Leads')?.cells[0] ?? [];
  const type = async (a1: string, text: string) => typeInto(api, api.scripts.api, { tab: 'Leads', a1, text });
  const rowOf = (of: string) =>
    api.services.spreadsheets.rows(...sheet()).findIndex((row) => row.id === of) + 2;

  test('each has a column of its own, which is added, and what is typed there is a change of the lead', async () => {
    const names = header().map(String);
    expect(names).toEqual(expect.arrayContaining(FIELDS.map(([name]) => name)));
    const row = rowOf(id);
    const at = (name: string) => `${letter(names.indexOf(name))}${row}`;
    const [first] = await ask(as('agent', `GET /v1/leads/${id}`));
    await type(at('Tier'), 'Silver');
    await type(at('Birthday'), '2001-03-04');
    await type(at('Visits'), 'many');
    await type(at('Insured'), 'FALSE');
    const [read, listed, gold] = await ask(
      as('agent', `GET /v1/leads/${id}`),
      as('agent', 'GET /v1/leads', {
        query: { updatedFrom: first?.updatedAt ?? '', 'custom.Tier': 'silver' },
      }),
      as('agent', 'GET /v1/leads', { query: { 'custom.Birthday': '2001-03-04' } }),
    );
    expect(read).toMatchObject({
      version: (first?.version ?? 0) + 4,
      custom: { ...forAgents, Tier: 'silver', Birthday: '2001-03-04', Visits: null, Insured: false },
    });
    expect(read?.activities.at(-1)).toEqual({ at: expect.any(String), by: 'sheet', what: 'changed' });
    expect([listed?.data, gold?.data].map((data) => data?.map((lead) => lead.id))).toEqual([[id], [id]]);
    // What is no number stays in the cell until somebody sets the field.
    await ask(as('agent', `PATCH /v1/leads/${id}`, { body: { custom: { Tier: 'gold' } } }));
    expect(api.services.spreadsheets.rows(...sheet())[row - 2]).toMatchObject({
      Tier: 'gold',
      Visits: 'many',
    });
  });

  test('a column that is not named never leaves it', async () => {
    const { spreadsheets } = api.services;
    const width = header().length;
    spreadsheets.insertLines(...sheet(), { dimension: 'columns', at: width + 1, count: 1 });
    await type(`${letter(width)}1`, 'Secret');
    await type(`${letter(width)}${rowOf(id)}`, 'do-not-tell');
    const told = await ask(
      as('admin', `GET /v1/leads/${id}`),
      as('admin', 'GET /v1/leads'),
      as('admin', 'GET /v1/leads', { query: { format: 'csv' } }),
      as('admin', `PATCH /v1/leads/${id}`, { body: { notes: 'seen', custom: { Visits: 5 } } }),
      as('admin', 'GET /v1/leads', { query: { q: 'do-not-tell' } }),
    );
    const [filtered, written] = await ask(
      as('admin', 'GET /v1/leads', { query: { 'custom.Secret': 'do-not-tell' } }),
      as('admin', `PATCH /v1/leads/${id}`, { body: { custom: { Secret: 'x' } } }),
    );
    for (const { text } of told) expect(text).not.toMatch(/do-not-tell|Secret/);
    expect(told[4]?.data).toEqual([]);
    expect([filtered?.status, written?.status]).toEqual([422, 422]);
    expect(spreadsheets.rows(...sheet())[rowOf(id) - 2]).toMatchObject({ Secret: 'do-not-tell', Visits: 5 });
  });
});
