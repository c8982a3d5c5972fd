import { type Call, ENVELOPE, GATEWAY, PLAIN, type SeededApi, startApi, type Told } from '../harness/api';
import { spread } from '../harness/extent';

const PATH = '/v1/leads/import';
const CSV = { 'content-type': 'text/csv; charset=utf-8' };

interface Imported {
  data: {
    row: number;
    id?: string;
    score?: number;
    error?: { code: string; message: string; param?: string };
  }[];
  created: number;
  failed: number;
}

describe('POST /v1/leads/import', () => {
  let api: SeededApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const post = async (asked: { body: unknown; headers?: Record<string, string>; way?: typeof ENVELOPE }) => {
    const { way = ENVELOPE, ...others } = asked;
    const told = await api.call(way, 'POST', PATH, { token: api.tokens.key, ...others });
    return { ...told, body: told.body as Imported };
  };
  const toPost = (body: unknown, headers: Record<string, string> = {}): Call => [
    `POST ${PATH}`,
    { token: api.tokens.key, body, headers },
  ];
  const getAll = async (...ids: readonly (string | undefined)[]) => {
    const told = await api.callAll(ids.map((id): Call => [`GET /v1/leads/${id}`, { token: api.tokens.key }]));
    return told.map(({ body }) => body as Record<string, unknown>);
  };
  let phones = 0;
  const phone = () => `+1555700${String(++phones).padStart(4, '0')}`;
  const refusal = (body: unknown) =>
    (body as { error: { code: string; message: string; param?: string } }).error;

  test.each([
    ['a plain call', [PLAIN]],
    ['an envelope and of the gateway', [ENVELOPE, GATEWAY]],
  ])('creates and scores the leads of %s, in the order of the rows', async (_, ways) => {
    const rowsOf = () => [
      {
        name: 'One',
        phone: phone(),
        creditScore: '760',
        downPayment: 6_000,
        hasBank: true,
        tradeIn: true,
        idType: 'passport',
      },
      { name: 'Two', phone: phone(), source: 'fair' },
    ];
    const [ids, expected]: [(string | undefined)[], object[]] = [[], []];
    for (const way of ways) {
      const rows = rowsOf();
      const { body } = await post({ body: { rows }, way });
      expect(body).toMatchObject({
        created: 2,
        failed: 0,
        data: [
          { row: 1, score: 100, filter: 'hot' },
          { row: 2, filter: 'review' },
        ],
      });
      ids.push(...body.data.map(({ id }) => id));
      expected.push({ ...rows[0], source: 'api', status: 'new', version: 1 }, { ...rows[1], hasBank: null });
    }
    expect(await getAll(...ids)).toMatchObject(expected);
  });

  test('says of each row that is invalid what is wrong with it, and creates the others', async () => {
    const rows = [
      { name: 'One', phone: phone() },
      { name: 'Two', phone: '5551234' },
      { name: 'Three' },
      { name: 'Four', phone: phone(), downPayment: 'a lot' },
      { name: 'Five', phone: phone(), colour: 'red' },
      'six',
      { name: 'Seven', phone: phone() },
    ];
    const { status, body } = await post({ body: { rows } });
    expect([status, body.created, body.failed]).toEqual([200, 2, 5]);
    const got = body.data.map(({ row, id, error }) => [row, id ? 'created' : error?.param, error?.message]);
    expect(got).toEqual([
      [1, 'created', undefined],
      [2, 'phone', expect.stringMatching(/^phone must be an international number .* \(got "5551234"\)\./)],
      [3, 'phone', 'phone or email is required.'],
      [4, 'downPayment', 'downPayment must be a number (got "a lot").'],
      [5, 'colour', 'Unknown parameter: colour.'],
      [6, undefined, 'row must be an object (got "six").'],
      [7, 'created', undefined],
    ]);
    const [first, last] = [body.data[0]?.id ?? '', body.data[6]?.id ?? ''];
    expect(Number(last.slice(2))).toBe(Number(first.slice(2)) + 1);
  });

  test('links leads that share a phone, with those before and within the list', async () => {
    const shared = phone();
    const [before, imported] = (await api.callAll([
      ['POST /v1/leads', { token: api.tokens.key, body: { name: 'Before', phone: shared } }],
      toPost({ rows: ['A', 'B'].map((name) => ({ name, phone: shared })) }),
    ])) as [Told, Told];
    const { id } = before.body as { id: string };
    const [a, b] = (imported.body as Imported).data.map((row) => row.id);
    const duplicates = (await getAll(a, b)).map(
      ({ activities }) =>
        (activities as { what: string; leads?: string[] }[]).find(({ what }) => what === 'duplicate')?.leads,
    );
    expect(duplicates).toEqual([[id], [id, a]]);
  });

  test('with an Idempotency-Key creates each row once, and refuses another body', async () => {
    const headers = { 'idempotency-key': 'import 1' };
    const rows = [{ name: 'One', phone: phone() }, { name: 'Bad' }, { name: 'Three', phone: phone() }];
    const first = await post({ body: { rows }, headers });
    const others = [
      rows.slice(0, 1),
      [...rows, { name: 'Four', phone: phone() }],
      [rows[2], rows[1], rows[0]],
    ];
    const token = api.tokens.key;
    const [, again, ...told] = await api.callAll([
      [
        `PATCH /v1/leads/${first.body.data[0]?.id}`,
        { token, body: { creditScore: '760', downPayment: 9_000 } },
      ],
      toPost({ rows }, headers),
      ...others.map((other) => toPost({ rows: other }, headers)),
      ['GET /v1/leads', { token, query: { phone: rows[0]?.phone ?? '' } }],
    ]);
    expect(again?.body).toEqual(first.body);
    for (const { status, body } of told.slice(0, -1))
      expect([status, refusal(body)]).toEqual([
        422,
        expect.objectContaining({ code: 'idempotency_key_reused', param: 'idempotency-key' }),
      ]);
    expect(told.at(-1)?.body).toMatchObject({ total: 1 });
  });

  test('takes CSV with commas or semicolons, words for yes and no, and header names in any case', async () => {
    const [a, b, c] = [phone(), phone(), phone()];
    const comma = `\ufeffNAME,Phone,downpayment,HasBank,tradeIn\r\n"Ann ""A"", Jr",'${a},2500.5,yes,NO\r\n\r\nBob,"${b}",,,\r\n`;
    const { body } = await post({ body: comma, headers: CSV });
    expect([body.created, body.failed]).toEqual([2, 0]);
    const semicolons = `name;phone;downPayment\nCleo;${c};99,5\nDan;${c};1,500\nEve;${c};0,125\nFay;${c};1500.1255\n`;
    const other = await post({ body: semicolons, headers: CSV, way: GATEWAY });
    expect(other.body.data).toMatchObject([
      { row: 1, id: expect.any(String) },
      { row: 2, error: { param: 'downPayment', message: 'downPayment must be a number (got "1,500").' } },
      { row: 3, id: expect.any(String) },
      { row: 4, id: expect.any(String) },
    ]);
    const made = await getAll(...[...body.data, ...other.body.data.slice(2)].map(({ id }) => id));
    expect(made).toMatchObject([
      { name: 'Ann "A", Jr', phone: a, downPayment: 2_500.5, hasBank: true, tradeIn: false },
      { name: 'Bob', phone: b, downPayment: null, hasBank: null },
      { downPayment: 0.125 },
      { downPayment: 1500.1255 },
    ]);
  });

  test('takes the columns of other systems by their titles, and keeps those that no field is for in the notes', async () => {
    const [a, b] = [phone(), phone()];
    const header =
      'First Name\tLast Name\tMobile Phone\tWork phone\tE-mail\tDown payment\tTrade-In\tComments';
    const text = `${header}\nJosé\tNúñez\t${a}\t${b}\tjose@example.com\t€1.234,50\ty\tCall after 5\nAnn\t\t\t${b}\tnone\t1 500 USD\t\t\n`;
    const { status, body } = await post({
      body: text,
      headers: { 'content-type': 'text/tab-separated-values' },
    });
    expect([status, body.created, body.failed]).toEqual([200, 2, 0]);
    expect(await getAll(...body.data.map(({ id }) => id))).toMatchObject([
      {
        ...{ name: 'José Núñez', phone: a, downPayment: 1234.5, tradeIn: true },
        notes: `Call after 5\nWork phone: ${b}`,
        email: 'jose@example.com',
      },
      { name: 'Ann', phone: b, downPayment: 1_500, tradeIn: null, email: '', notes: 'E-mail: none' },
    ]);
  });

  test.each(
    spread(
      [
        [',', '"$1,500"', 1_500],
        [',', '"1,234,567.8"', 1_234_567.8],
        [',', '1.500', undefined],
        [';', '1.500', 1_500],
        [';', '1,500', undefined],
        [';', '1.234,56', 1_234.56],
        ['\t', '1.500', undefined],
        ['\t', '1,5,0', undefined],
        ['\t', 'about 5', undefined],
      ] as const,
      1,
    ),
  )('a file with %j between its cells reads %s as %s', async (separator, cell, number) => {
    const lines = [
      ['name', 'phone', 'downPayment'],
      ['A', phone(), cell],
    ].map((cells) => cells.join(separator));
    const { body } = await post({ body: lines.join('\n'), headers: CSV });
    const [{ id, error } = {} as Imported['data'][number]] = body.data;
    if (number === undefined) expect(error).toMatchObject({ param: 'downPayment' });
    else expect(await getAll(id)).toMatchObject([{ downPayment: number }]);
  });

  const NO_CSV: readonly [string, string, number, string, string | undefined][] = [
    [
      'a column twice',
      'name,phone,Name\nA,+15551230000,B',
      422,
      'The header has the column name twice.',
      'name',
    ],
    ['no rows', 'name,phone\n', 422, 'rows must have at least 1 item (got 0).', 'rows'],
    ['nothing', '', 422, 'rows must have at least 1 item (got 0).', 'rows'],
    [
      'a quote that is not closed',
      'name,phone\n"A,+15551230000',
      400,
      'The CSV is not valid. A quote is never closed (line 2).',
      undefined,
    ],
  ];

  test('refuses CSV that is none as a whole', async () => {
    const told = await api.callAll(NO_CSV.map(([, body]) => toPost(body, CSV)));
    for (const [at, [what, , status, message, param]] of NO_CSV.entries())
      expect([what, told[at]?.status, refusal(told[at]?.body).param, refusal(told[at]?.body)]).toMatchObject([
        what,
        status,
        param,
        { message: expect.stringMatching(`^${message.replace(/[()]/g, '\\$&')}`) },
      ]);
  });

  test.each(spread(['name,phone, ,', 'name,phone', 'name,phone,'], 1))(
    'takes blank cells beyond the header %j, and refuses a row with others',
    async (header) => {
      const { body } = await post({
        body: `${header}\nA,${phone()},more\nB,${phone()},,\n`,
        headers: CSV,
      });
      expect(body.data).toMatchObject([
        { row: 1, error: { message: 'Unknown parameter: column 3.' } },
        { row: 2, id: expect.any(String) },
      ]);
    },
  );

  test('refuses another type, and other bodies than those that it names', async () => {
    const cells: readonly [unknown, string][] = [
      [{ rows: [] }, 'rows must have at least 1 item (got 0).'],
      [{ rows: Array(1_001).fill({}) }, 'rows must have at most 1000 items (got 1001).'],
      [{ rows: 'all' }, 'rows must be an array (got "all").'],
      [{}, 'rows is required.'],
      [{ rows: [{}], mode: 'fast' }, 'Unknown parameter: mode.'],
    ];
    const [other, ...told] = await api.callAll([
      toPost('<a/>', { 'content-type': 'application/xml' }),
      ...cells.map(([body]) => toPost(body)),
    ]);
    expect([other?.status, refusal(other?.body).message]).toEqual([
      415,
      'Content-Type must be application/json or text/csv (got "application/xml").',
    ]);
    expect(told.map(({ status, body }) => [status, refusal(body).message])).toEqual(
      cells.map(([, message]) => [422, message]),
    );
  });

  test('takes what the list of leads returns as CSV, without what the desk itself fills', async () => {
    const lead = {
      ...{ name: 'Zoe, "Z"', phone: phone(), creditScore: '700', downPayment: 1500.5, hasBank: true },
      ...{ idType: 'passport', tradeIn: false, location: 'Austin', source: '=1' },
    };
    const query = { format: 'csv', phone: lead.phone };
    const [, listed] = await api.callAll([
      toPost({ rows: [lead] }),
      ['GET /v1/leads', { token: api.tokens.key, query }],
    ]);
    const { body } = await post({ body: listed?.text, headers: CSV });
    expect(body).toMatchObject({ created: 1, failed: 0 });
    expect(await getAll(body.data[0]?.id)).toMatchObject([{ ...lead, status: 'new' }]);
  });

  test('an export of leads that have an ID of another system changes those, and makes none', async () => {
    const [token, email] = [api.tokens.key, 'zoe.of.crm@example.com'];
    const [made, exported] = await api.callAll([
      ['PUT /v1/leads/by-external-id/crm-z', { token, body: { name: 'Zoe', email } }],
      ['GET /v1/leads', { token, query: { format: 'csv', externalId: 'crm-z' } }],
    ]);
    const { body } = await post({ body: exported?.text.replace('Zoe', 'Zoe Z'), headers: CSV });
    const { id } = (made?.body ?? {}) as { id?: string };
    expect(body).toMatchObject({ created: 0, updated: 1, failed: 0, data: [{ row: 1, id }] });
    expect(await getAll(id)).toMatchObject([{ name: 'Zoe Z', email, externalId: 'crm-z', version: 2 }]);
  });

  test('CSV is taken nowhere else, and managers import no leads', async () => {
    const { key: token, manager } = api.tokens;
    const told = await api.callAll([
      ['POST /v1/leads', { token, body: 'name\nA', headers: CSV }],
      [`POST ${PATH}`, { token: manager, body: { rows: [{}] } }],
      [`GET ${PATH}`, { token }],
    ]);
    expect(told.map(({ status }) => status)).toEqual([415, 403, 405]);
  });
});
