/** The lists that take filters, each by all of its parameters: what the document declares has to filter and sort, on either engine. */
import { CAFE_ID } from '../../local/world/cafe';
import { type Call, type SeededApi, startCafeApi, type Told } from '../harness/api';

interface Parameter {
  name: string;
  in: string;
  schema: { enum?: string[]; type?: string; items?: { enum?: string[] } };
}

type Item = Readonly<Record<string, unknown>>;

/** Which part of a list is answered, and how. */
const WINDOW = ['page', 'pageSize', 'count', 'cursor', 'sort', 'format', 'include'];

/** Of many scripts and none; of an emoji and of what comes after it in Unicode. */
const WRITTEN = [
  ...['\u{10FFFD}', '\u{E000}', '\uFFFFa', '\uFFFF\uFF21'],
  ...'😀Ann 👩‍👧 𝒜da ﬁona ﾊﾅ Ａｄａ ΣΟΦΙΑ Ольга שרה مريم अदिति 李雷 さくら 김민수 Żaneta Åsa emile Émile Zoë'.split(
    ' ',
  ),
];

/** Letters of either case and blanks stand where they decide the order; some have no value. */
const LEADS: { name: string; externalId?: string; [field: string]: unknown }[] = [
  { name: 'beta', location: 'reno', source: 'Web', downPayment: 1_000, idType: 'passport' },
  { name: ' Alpha', location: 'Austin', source: 'fair', hasBank: true, tradeIn: true },
  {
    name: 'alpha 2',
    creditScore: '700',
    vehicleId: 'V-1',
    agentId: 'U-1',
    downPayment: 200,
    email: 'alpha@example.com',
    externalId: 'crm-3',
  },
  { name: 'gone' },
  ...WRITTEN.map((name) => ({ name, source: name, location: name })),
];
const VEHICLES = [
  { make: 'toyota', model: 'Corolla', price: 18_900, year: 2_023, miles: 21_400, location: 'Austin' },
  { make: 'Audi', model: 'a4', price: 9_000, vin: '1HGCM82633A004352', status: 'sold' },
  { make: 'BMW', model: 'X1', price: 30_000, year: 2_020 },
  ...WRITTEN.map((make) => ({ make, model: 'written', price: 1, location: make })),
];

let api: SeededApi;
/** By its path, the lists' parameters. */
let lists: Map<string, Parameter[]>;
beforeAll(async () => {
  api = await startCafeApi();
  lists = findLists();
  const made = await askAll([
    ...VEHICLES.map((body): Call => ['POST /v1/vehicles', { body }]),
    ...LEADS.map((lead, at): Call => {
      const { externalId, ...fields } = lead;
      const endpoint = externalId ? `PUT /v1/leads/by-external-id/${externalId}` : 'POST /v1/leads';
      return [endpoint, { body: { ...fields, phone: `+14155550${199 - at}` } }];
    }),
    ['PATCH /v1/leads/L-3', { body: { nextAt: '2026-12-01T15:30:00Z', nextStep: 'visit' } }],
    ['DELETE /v1/leads/L-4'],
    ...[1, 2].map(
      (quantity): Call => [
        'POST /v1/orders',
        { body: { cafeId: CAFE_ID, items: [{ menuItemId: 'I-2', quantity }] } },
      ],
    ),
  ]);
  expect(made.filter(({ body }) => Object(body).error)).toEqual([]);
});
afterAll(() => api.close());

function findLists(): typeof lists {
  const { paths } = api.document as unknown as {
    paths: Record<string, { get?: { parameters?: Parameter[] } }>;
  };
  const found = Object.entries(paths).map(([path, { get }]) => {
    const parameters = get?.parameters?.filter((one) => one.in === 'query') ?? [];
    return [path.replace('{cafeId}', CAFE_ID), parameters] as const;
  });
  return new Map(found.filter(([, all]) => all.some(({ name }) => name === 'page') && all.some(isFilter)));
}

/** Fields of the owner's own have tests of their own. */
function isFilter({ name }: Parameter): boolean {
  return name !== 'custom' && !WINDOW.includes(name);
}

function askAll(calls: readonly Call[]): Promise<Told[]> {
  const { admin } = api.tokens;
  return api.callAll(calls.map(([endpoint, asked]): Call => [endpoint, { token: admin, ...asked }]));
}

/** The rows of each page, and how many there are in all. */
async function listAll(
  path: string,
  queries: readonly Record<string, string>[],
): Promise<{ data: Item[]; total: number }[]> {
  const told = await askAll(
    queries.map((query): Call => [`GET ${path}`, { query: { pageSize: '100', ...query } }]),
  );
  return told.map(({ body }) => body as { data: Item[]; total: number });
}

/** With what the list does not show of a lead. */
function toWhole(row: Item): Item {
  const [, number = 0] = /^L-(\d+)$/.exec(String(row.id)) ?? [];
  const isWaiting = 'waitingFor' in row ? { waiting: row.waitingFor === 'you' } : {};
  return { ...LEADS[Number(number) - 1], ...isWaiting, ...row };
}

/** What one row has at least. */
function friendOf(rows: readonly Item[], { name, schema }: Parameter): string {
  if (name === 'after') return String(rows.at(-1)?.id);
  if (name === 'q') return String(rows[0]?.name ?? rows[0]?.make);
  if (/From$|^since$/.test(name)) return '2000-01-01T00:00:00Z';
  if (name.endsWith('To')) return '2100-01-01';
  const column = schema.type === 'number' ? name.replace(/M(?:in|ax)$/, '') : name;
  return String(
    rows.map((row) => row[column]).find((value) => value !== undefined && value !== null && value !== ''),
  );
}

/** What no row has. */
function strangerTo(rows: readonly Item[], { name, schema }: Parameter): string {
  const choices = schema.enum ?? schema.items?.enum;
  if (choices) return choices.find((one) => rows.every((row) => row[name] !== one)) ?? '';
  if (schema.type === 'boolean') return String(rows.some((row) => row[name] === false));
  if (schema.type === 'number') return name.endsWith('Max') ? '0' : '9999999999';
  if (name === 'after') return String(rows[0]?.id);
  if (name === 'phone') return '+15550009999';
  if (/From$|^since$/.test(name)) return '2100-01-01T00:00:00Z';
  return name.endsWith('To') ? '2000-01-01' : 'nothing';
}

test('each filter of each list has the rows that it means, and no others', async () => {
  expect([...lists.keys()]).toEqual([
    '/v1/leads',
    '/v1/leads/deleted',
    '/v1/vehicles',
    `/v1/cafes/${CAFE_ID}/orders`,
  ]);
  for (const [path, parameters] of lists) {
    const [all] = await listAll(path, [{}]);
    expect([path, all?.data.length]).toEqual([path, all?.total]);
    const filters = parameters.filter(isFilter);
    const rows = (all?.data ?? []).map(toWhole);
    const none = await listAll(
      path,
      filters.map((filter) => ({ [filter.name]: strangerTo(rows, filter) })),
    );
    const some = await listAll(
      path,
      filters.map((filter) => ({ [filter.name]: friendOf(rows, filter) })),
    );
    const told = filters.map(({ name }, at) => [path, name, none[at]?.total, (some[at]?.total ?? 0) > 0]);
    expect(told).toEqual(filters.map(({ name }) => [path, name, 0, true]));
  }
});

test('each list is sorted by each column that it may be sorted by, either way, rows without a value last', async () => {
  for (const [path, parameters] of lists) {
    const sorts = parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [];
    const pages = await listAll(
      path,
      sorts.map((sort) => ({ sort })),
    );
    const told = sorts.map((sort, at) => [
      sort,
      pages[at]?.data.map((row) => toWhole(row)[sort.replace('-', '')] ?? null),
    ]);
    expect(told).toEqual(told.map(([sort, values]) => [sort, inOrder(String(sort), values as unknown[])]));
  }
});

function inOrder(sort: string, values: readonly unknown[]): unknown[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const filled = values.filter((value) => value !== null && value !== '');
  const ordered = [...filled].sort((a, b) => sign * compare(a, b));
  return [...ordered, ...values.filter((value) => !filled.includes(value))];
}

/** Texts by the code points of their characters, in lower case and without the blanks around them. */
function compare(one: unknown, other: unknown): number {
  if (typeof one !== 'string' || typeof other !== 'string') return Number(one) - Number(other);
  const [a = '', b = ''] = [one, other].map(toComparable);
  return a < b ? -1 : Number(a > b);
}

/** After all characters that anybody uses comes what no database holds. */
const LAST = 0xf0000;

/** Each character, and the number in an ID, as a number of eight digits. */
function toComparable(text: string): string {
  const [, number] = /^[LV]-(\d+)$/.exec(text) ?? [];
  const codes = number
    ? [number]
    : Array.from(
        text.trim().toLowerCase(),
        (one) => (/[\0\uFFFF\uD800-\uDFFF]/u.test(one) ? LAST : 0) + Number(one.codePointAt(0)),
      );
  return codes.map((code) => String(code).padStart(8)).join();
}
