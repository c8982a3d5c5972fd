import { USERS } from '../../src/accounts/tables';
import { MOVED_TABLES } from '../../src/api/desks';
import { toApiDocument } from '../../src/api/document';
import { API_ROUTES } from '../../src/api/sheet';
import type { Call, Told } from '../harness/api';
import { spread } from '../harness/extent';
import { startPayingCafe } from './paying-cafe';

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
}

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Characters of two, three and four bytes of UTF-8; the last is two of JavaScript's. */
const CHARACTERS = ['я', '語', '🚗'];

/** Fields with a form of their own, by name. */
const FORMED: Record<string, unknown> = {
  phone: '+15551230001',
  url: 'https://pos.example.com/orders',
  image: 'https://img.example/a.jpg',
  vin: '1HGCM82633A004352',
  email: 'ann@customer.example',
  cafeId: 'C-1',
  menuItemId: 'I-1',
  vehicleId: 'V-1',
  agentId: undefined,
  isPaused: false,
  status: 'new',
  nextStep: 'visit',
  lostReason: 'price',
  year: 2_020,
  lateSoonMinutes: 10,
  lateMinutes: 20,
  events: undefined,
  openingHours: 'Mon-Sun 00:00-24:00',
  specialHours: '2026-12-25 closed',
  options: [],
  quantity: 1,
  tip: 100,
  stock: 1_000,
};

/** As long as the document allows; where it says nothing, as long as a name. */
function fill(schema: Schema, character: string, name = ''): unknown {
  if (schema.enum) return schema.enum[0];
  if (name in FORMED) return FORMED[name];
  if (schema.anyOf?.[0]) return fill(schema.anyOf[0], character, name);
  const type = [schema.type].flat()[0];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, one]) => [key, fill(one, character, key)]),
    );
  if (type === 'array')
    return Array.from({ length: Math.min(schema.maxItems ?? 2, 20) }, () =>
      fill(schema.items ?? {}, character),
    );
  if (schema.format === 'date-time') return '2026-11-21T12:00:00Z';
  if (type === 'string') return character.repeat(Math.floor((schema.maxLength ?? 200) / character.length));
  if (type === 'boolean') return true;
  return Math.min(schema.maximum ?? 100, 100);
}

const { paths } = toApiDocument(API_ROUTES) as { paths: Record<string, Record<string, Operation>> };
const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);

/** Vehicles and menus come before what names them, and all are made before they are changed. */
const FIRST = ['/v1/vehicles', '/v1/cafes/{cafeId}/menu'];
const rank = ({ method, path }: { method: string; path: string }) =>
  method === 'patch' ? 2 : FIRST.includes(path) ? 0 : 1;

/** Without what needs a session, a provider, XML or the id of an order or of another lead. */
const WRITES = OPERATIONS.filter(
  ({ path, operation }) =>
    operation.requestBody && !/auth|webhook|messaging|users|adf|merge|orders\/\{/.test(path),
).sort((a, b) => rank(a) - rank(b));

const IDS: Record<string, string> = { cafes: 'C-1', leads: 'L-1', vehicles: 'V-1', menu: 'I-1' };
const toPath = (path: string) => path.replace(/\{\w+\}/, IDS[path.split('/')[2] ?? ''] ?? 'P-1');

/** Reports that need to know of which cafe. */
const OF_A_CAFE = /\/reports\/(takings|sold|time)/;

const reads = (token: string) =>
  OPERATIONS.filter(({ method }) => method === 'get').map(
    ({ path }): Call => [
      `GET ${toPath(path)}`,
      { token, ...(OF_A_CAFE.test(path) && { query: { cafeId: 'C-1' } }) },
    ],
  );

test('every field filled to its limit with characters of two, three and four bytes is taken and read', async () => {
  const { cafe, close } = await startPayingCafe();
  const token = cafe.api.tokens.key;
  const writes = CHARACTERS.flatMap((character) =>
    WRITES.map(({ method, path, operation }): Call => {
      const [{ schema } = { schema: {} }] = Object.values(operation.requestBody?.content ?? {});
      return [`${method.toUpperCase()} ${toPath(path)}`, { token, body: fill(schema, character) }];
    }),
  );
  const calls = [...writes, ...reads(token), ...reads(token)];
  const told = await cafe.api.callAll(calls);
  const statuses = told.map(({ status = 200, text }, at) => [calls[at]?.[0], status < 300 ? 'taken' : text]);
  const unknown = /orders\/P-1|threads\/P-1|calendar|appointment/;
  expect(statuses.filter(([call = '', end]) => end !== 'taken' && !unknown.test(call))).toEqual([]);
  expect(told.filter(({ status = 200 }) => status >= 500)).toEqual([]);
  await close();
});

test('cells that hold whatever somebody typed, as much as a cell takes, end no request in a fault of the API, and are quoted in part', async () => {
  const { cafe, close } = await startPayingCafe();
  const token = cafe.api.tokens.key;
  await cafe.order([{ menuItemId: 'I-1', quantity: 1 }]);
  for (const character of spread(CHARACTERS, 1)) {
    const text = character.repeat(50_000 / character.length);
    for (const { name, edited } of [...MOVED_TABLES, USERS]) {
      const [row] = cafe.rows(name);
      const columns = Object.keys(row ?? {});
      const free = edited.filter(
        (column) => column !== 'id' && !cafe.ruleOf(name, columns.indexOf(column) + 1),
      );
      if (row)
        await cafe.paste(
          name,
          free.map((column) => [2, column, text]),
        );
    }
    const told = await cafe.api.callAll([...reads(token), ...reads(token)]);
    // A cafe whose currency is none is not available, and the answer says so.
    const tooLong = ({ status = 200, text }: Told) => status >= 400 && text.length > 1_000;
    expect(told.filter((one) => one.status === 500 || tooLong(one))).toEqual([]);
  }
  await close();
});
