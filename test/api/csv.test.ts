import { parseCsv } from '../../src/http/csv';
import { type Call, ENVELOPE, GATEWAY, PLAIN, type SeededApi, startApi, type Told } from '../harness/api';

const CSV = { 'content-type': 'text/csv' };
/** Fields of a list alone. */
const WAITING = ['waitingFor', 'waitingSince', 'lastText', 'nextAt', 'nextStep', 'custom'];

describe('GET /v1/leads with format=csv', () => {
  let api: SeededApi;
  let json: { data: Record<string, unknown>[]; total: number };
  beforeAll(async () => {
    api = await startApi();
    const rows = Array.from({ length: 6 }, (_, at) => ({
      name: `Lead, "${at}"`,
      phone: `+1555765000${at}`,
      creditScore: `${600 + 40 * at}`,
    }));
    const [, listed] = await api.callAll([
      ['POST /v1/leads/import', { token: api.tokens.agent, body: { rows } }],
      toGet({ pageSize: '100' }),
    ]);
    json = listed?.body as typeof json;
  });
  afterAll(() => api.close());

  const toGet = (query: Record<string, string>, headers = {}): Call => [
    'GET /v1/leads',
    { token: api.tokens.agent, query, headers },
  ];

  const get = (query: Record<string, string>, way = ENVELOPE, headers = {}) =>
    api.call(way, 'GET', '/v1/leads', { token: api.tokens.agent, query, headers });

  test.each([
    ['a plain call', PLAIN],
    ['an envelope', ENVELOPE],
    ['the gateway', GATEWAY],
  ])('has the columns and the rows of the list: %s', async (_, way) => {
    const csv = await get({ format: 'csv' }, way);
    const [header = [], ...rows] = parseCsv(csv.text);
    const listed = Object.keys(json.data[0] ?? {}).filter((name) => !WAITING.includes(name));
    expect(header).toEqual([
      ...listed,
      ...['creditScore', 'downPayment', 'hasBank', 'idType', 'tradeIn', 'location', 'notes'],
      ...['vehicleId', 'agentId', 'email', 'externalId'],
    ]);
    expect(rows.map((row) => row.slice(0, listed.length))).toEqual(
      json.data.map((lead) => listed.map((column) => String(lead[column] ?? ''))),
    );
    expect(rows).toHaveLength(json.total);
    if (csv.headers)
      expect(csv.headers).toMatchObject({
        'content-type': expect.stringMatching(/^text\/csv\b/),
        ...(way === PLAIN ? {} : { 'x-total-count': String(json.total), etag: expect.any(String) }),
      });
  });

  test('takes filters, sort and pages, whose links keep the format', async () => {
    const [sorted, page, known, none] = (await api.callAll([
      toGet({ format: 'csv', sort: 'score' }),
      toGet({ format: 'csv', sort: 'score', pageSize: '2', page: '2' }),
      toGet({ format: 'csv' }),
      toGet({ format: 'csv', status: 'sold', location: 'nowhere' }),
    ])) as [Told, Told, Told, Told];
    const all = parseCsv(sorted.text);
    expect(parseCsv(page.text)).toEqual([all[0], ...all.slice(3, 5)]);
    expect(page.headers?.link).toMatch(
      /<\/v1\/leads\?format=csv&sort=score&pageSize=2&page=3(&cursor=[^>]+)?>; rel="next"/,
    );
    const unchanged = await get({ format: 'csv' }, ENVELOPE, { 'if-none-match': known.headers?.etag ?? '' });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect([none.text, none.headers?.['x-total-count']]).toEqual([`${all[0]?.join(',')}\r\n`, '0']);
  });

  const REFUSED: readonly [Record<string, string>, string, string][] = [
    [
      { format: 'csv', pageSize: '1001' },
      'pageSize must be an integer from 1 to 1000 (got "1001").',
      'pageSize',
    ],
    [
      { pageSize: '101' },
      'pageSize must be an integer from 1 to 100 unless format is csv (got 101).',
      'pageSize',
    ],
    [{ format: 'xml' }, 'format must be one of "json", "csv" (got "xml").', 'format'],
  ];

  test('another format, or a page that is too large for it, is refused', async () => {
    const told = await api.callAll(REFUSED.map(([query]) => toGet(query)));
    expect(told.map(({ status, body }) => [status, body])).toMatchObject(
      REFUSED.map(([, message, param]) => [
        422,
        { error: { status: 422, code: 'invalid_request', message, param } },
      ]),
    );
  });

  test('an error is JSON all the same', async () => {
    const told = await api.call(GATEWAY, 'GET', '/v1/leads', { query: { format: 'csv' } });
    expect([told.status, told.headers?.['content-type']]).toEqual([
      401,
      expect.stringContaining('application/json'),
    ]);
  });

  test('formulas are defused, and are imported as they were', async () => {
    const name = '=HYPERLINK("https://evil.example";"click")';
    const [, listed] = await api.callAll([
      ['POST /v1/leads', { token: api.tokens.agent, body: { name, phone: '+15557654321' } }],
      toGet({ format: 'csv', phone: '+15557654321' }),
    ]);
    const [line = ''] = listed?.text.split('\r\n').slice(1) ?? [];
    expect(line).toContain(`"'=HYPERLINK(""https://evil.example"";""click"")"`);
    const [, cell = ''] = /^[^,]+,("(?:[^"]|"")*")/.exec(line) ?? [];
    const { body } = await api.call(ENVELOPE, 'POST', '/v1/leads/import', {
      token: api.tokens.agent,
      headers: CSV,
      body: `name,phone\r\n${cell},'+15557654322\r\n`,
    });
    const [{ id }] = (body as { data: [{ id: string }] }).data;
    const imported = await api.call(ENVELOPE, 'GET', `/v1/leads/${id}`, { token: api.tokens.agent });
    expect(imported.body).toMatchObject({ name, phone: '+15557654322' });
  });

  test('notes are imported as they were, line ends and formulas too', async () => {
    const token = api.tokens.agent;
    const notes = '=1+1, he said;\n"call me, after six"';
    const [made, listed] = await api.callAll([
      ['POST /v1/leads', { token, body: { name: 'Noted', phone: '+15557654323', notes } }],
      toGet({ format: 'csv', phone: '+15557654323' }),
    ]);
    expect(made?.status).toBe(201);
    const { body } = await api.call(ENVELOPE, 'POST', '/v1/leads/import', {
      token,
      headers: CSV,
      body: listed?.text,
    });
    const [{ id }] = (body as { data: [{ id: string }] }).data;
    const imported = await api.call(ENVELOPE, 'GET', `/v1/leads/${id}`, { token });
    expect(imported.body).toMatchObject({
      notes,
      activities: [{ what: 'created', changes: { notes: { from: '', to: notes } } }, { what: 'duplicate' }],
    });
  });
});
