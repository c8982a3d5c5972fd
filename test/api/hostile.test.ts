import { ENVELOPE, GATEWAY, type SeededApi, startApi } from '../harness/api';
import { WAYS, type Way } from '../http/ways';

let api: SeededApi;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = api.tokens.admin;
});
afterAll(() => api.close());

interface Lead {
  id: string;
  name: string;
  notes: string;
  location: string;
  messages: { body: string }[];
}

const ask = async <B>(way: Way, method: string, path: string, body?: object) => {
  const told = await api.call(way, method, path, { token, ...(body ? { body } : {}) });
  return told.body as B;
};

/** What a spreadsheet, a program or a page might take for something else. */
const TEXTS = [
  '=HYPERLINK("https://evil.example","x")',
  '=IMPORTXML("https://evil.example","//a")',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  "'=1+1",
  '007',
  '1e3',
  'TRUE',
  '2026-11-21',
  '#REF!',
  '🚗👩‍👩‍👧‍👦 é e\u0301',
  'a\tb\nc\r\nd\u2028e',
  '\u0001\u0007\u001b[31m\u007f\u009f',
  'a\u0000b',
  '\ud800 half \udfff',
  '\ufeff\u202egnp.exe',
  '__proto__',
  '<script>alert(1)</script>',
  '"; drop table leads; --',
  '\u241B0041',
  '{{constructor}} %s %00',
];

describe.each(WAYS)('by $name', (way) => {
  test.each(TEXTS)('%j is kept as it came, and no cell makes anything of it', async (text) => {
    const { id } = await ask<Lead>(way, 'POST', '/v1/leads', {
      name: `n${text}`,
      phone: '+15551230001',
      location: text,
    });
    await ask(way, 'PATCH', `/v1/leads/${id}`, { notes: text });
    await ask(way, 'POST', '/v1/messaging/messages', { leadId: id, body: text });
    const lead = await ask<Lead>(way, 'GET', `/v1/leads/${id}`);
    expect(lead).toMatchObject({ name: `n${text}`, location: text, notes: text, messages: [{ body: text }] });
    const cells = api.sheets().find(({ name }) => name === 'Leads')?.cells ?? [];
    const row = cells.find(([first]) => first === id) ?? [];
    expect(row.filter((cell) => cell.startsWith('#') && cell !== text)).toEqual([]);
  });

  test('a lead as large as the rules allow is kept', async () => {
    const most = { name: 'n'.repeat(200), location: '=1+1'.repeat(20), creditScore: '🚗'.repeat(40) };
    const { id } = await ask<Lead>(way, 'POST', '/v1/leads', { ...most, phone: '+123456789012345' });
    const notes = '\u0001'.repeat(5_000);
    expect(await ask(way, 'PATCH', `/v1/leads/${id}`, { notes })).toMatchObject({ ...most, notes });
  });

  test('the same request with its key again is answered the same, and made once', async () => {
    const headers = { 'idempotency-key': `again ${way.name}` };
    for (const [path, body] of [
      ['/v1/leads', { name: 'Ann', phone: '+15551230009' }],
      ['/v1/vehicles', { make: 'Acme', model: 'One', price: 1 }],
      ['/v1/messaging/messages', { leadId: 'L-1', body: 'hello' }],
    ] as const) {
      const first = await api.call(way, 'POST', path, { token, headers, body });
      expect(first.text).toContain('"id"');
      const before = JSON.stringify(api.sheets());
      const again = await api.call(way, 'POST', path, { token, headers, body });
      expect(again.text).toBe(first.text);
      const other = await api.call(way, 'POST', path, { token, headers, body: { ...body, ...OTHER[path] } });
      expect(other.body).toMatchObject({
        error: { status: 422, code: 'idempotency_key_reused', param: 'idempotency-key' },
      });
      expect(JSON.stringify(api.sheets())).toBe(before);
    }
  });
});

const OTHER = {
  '/v1/leads': { name: 'Bob' },
  '/v1/vehicles': { price: 2 },
  '/v1/messaging/messages': { body: 'bye' },
};

test('the same key of another caller is another request', async () => {
  const headers = { 'idempotency-key': 'shared' };
  const body = { name: 'Ann', phone: '+15551230008' };
  const ids = [];
  for (const caller of [api.tokens.admin, api.tokens.agent])
    ids.push((await api.call(GATEWAY, 'POST', '/v1/leads', { token: caller, headers, body })).body);
  expect(new Set(ids.map((one) => (one as Lead).id)).size).toBe(2);
});

test('the same request at once is made once', async () => {
  const headers = { 'idempotency-key': 'at once' };
  const body = { name: 'Ann', phone: '+15551230007' };
  const told = await Promise.all(
    [...WAYS, ENVELOPE].map((way) => api.call(way, 'POST', '/v1/leads', { token, headers, body })),
  );
  expect(new Set(told.map(({ text }) => text)).size).toBe(1);
});

test('a lead that was deleted is no lead for its key any more, and its number is not given again', async () => {
  const headers = { 'idempotency-key': 'gone' };
  const body = { name: 'Ann', phone: '+15551230006' };
  const send = async () =>
    (await api.call(GATEWAY, 'POST', '/v1/leads', { token, headers, body })).body as Lead;
  const { id } = await send();
  await ask(GATEWAY, 'DELETE', `/v1/leads/${id}`);
  const later = await send();
  expect(later.id).toMatch(/^L-\d+$/);
  expect(later.id).not.toBe(id);
});
