import { type Call, ENVELOPE, GATEWAY, PLAIN, type SeededApi, startApi, type Told } from '../harness/api';
import { spread } from '../harness/extent';
import { DOCUMENTS, MAILED, MAILS } from './adf-documents';

const PATH = '/v1/leads/adf';
const XML = { 'content-type': 'application/xml; charset=utf-8' };
const MAIL = { 'content-type': 'message/rfc822' };
const OK = '<customer><contact><name part="full">Ann</name><email>a@b.example</email></contact></customer>';

describe('POST /v1/leads/adf', () => {
  let api: SeededApi;
  beforeAll(async () => {
    api = await startApi();
    await api.callAll([
      [
        'POST /v1/vehicles',
        {
          token: api.tokens.key,
          body: { make: 'Honda', model: 'Civic', price: 1, vin: '1HGBH41JXMN109186' },
        },
      ],
    ]);
  });
  afterAll(() => api.close());

  const posting = (body: string, headers: Record<string, string> = XML): Call => [
    `POST ${PATH}`,
    { token: api.tokens.key, body, headers },
  ];
  const idOf = ({ body }: Told) => String((body as { id?: string }).id);
  const readAll = async (told: readonly Told[]) => {
    const calls = told.map((one): Call => [`GET /v1/leads/${idOf(one)}`, { token: api.tokens.key }]);
    return (await api.callAll(calls)).map(({ body }) => body);
  };

  test('takes documents as vendors send them, and keeps in the notes what no field is for', async () => {
    const told = await api.callAll(DOCUMENTS.map(({ xml }) => posting(xml)));
    expect(told.map(({ status, text }) => [status, text])).toEqual(told.map(({ text }) => [201, text]));
    expect(Object.keys(told[0]?.body as object)).toEqual(['id', 'score', 'filter']);
    const leads = await readAll(told);
    const shapes = DOCUMENTS.map(({ shape }) => shape);
    const named = leads.map((lead, at) => ({ shape: shapes[at], ...(lead as object) }));
    expect(named).toMatchObject(DOCUMENTS.map(({ shape, lead }) => ({ shape, ...lead })));
  });

  test('takes a raw mail that has one: as its body or a part, however it is encoded', async () => {
    const told = await api.callAll(MAILS.map(([, mail]) => posting(mail, MAIL)));
    const leads = await readAll(told);
    expect(leads.map((lead, at) => [MAILS[at]?.[0], lead])).toMatchObject(
      MAILS.map(([kind]) => [kind, MAILED]),
    );
  });

  test.each(spread([PLAIN, ENVELOPE, GATEWAY], 1))(
    'is once with an Idempotency-Key by $name',
    async (way) => {
      const headers = { ...(way === PLAIN ? {} : XML), 'idempotency-key': `adf-${way.name}` };
      const body = `<adf><prospect>${OK}</prospect></adf>`;
      const asked = { token: api.tokens.key, body, headers };
      const first = await api.call(way, 'POST', PATH, asked);
      const again = await api.call(way, 'POST', PATH, asked);
      expect([first.body, idOf(first)]).toEqual([again.body, expect.stringMatching(/^L-/)]);
    },
  );

  const deep = (depth: number) => `${'<a>'.repeat(depth)}x${'</a>'.repeat(depth)}`;
  const REFUSED: readonly [body: string, status: number, code: string, message: RegExp, type?: string][] = [
    ['{"name": "Ann"}', 400, 'malformed_adf', /has no <adf>/],
    ['', 400, 'malformed_adf', /has no <adf>/],
    ['<adf><prospect></adf>', 400, 'malformed_adf', /Missing end tag for element prospect/],
    [`<adf><prospect>${OK}&foo;</prospect></adf>`, 400, 'malformed_adf', /entity isn't defined: &foo;/],
    [
      `<!DOCTYPE adf [<!ENTITY x "y">]><adf><prospect>${OK}</prospect></adf>`,
      ...([400, 'malformed_adf', /no document type/] as const),
    ],
    [`<adf><prospect>${OK}${deep(31)}</prospect></adf>`, 400, 'malformed_adf', /deeper than 32/],
    [`<adf>${'<a>'.repeat(60_000)}</adf>`, 400, 'malformed_adf', /deeper than 32/],
    [`<adf>${'<![CDATA['.repeat(20_000)}</adf>`, 400, 'malformed_adf', /CDATA/],
    ['<adf></adf>', 422, 'invalid_request', /one prospect \(got 0\)/],
    ['<adf><prospect/><prospect/></adf>', 422, 'invalid_request', /one prospect \(got 2\)/],
    ['<adf><prospect/></adf>', 422, 'invalid_request', /^name must not be empty/],
    [
      '<adf><prospect><customer><contact><phone>415-555-0132</phone></contact></customer></prospect></adf>',
      ...([422, 'invalid_request', /^phone must be an international number .* defaultCountry/] as const),
    ],
    [`<adf>${'x'.repeat(256_000)}</adf>`, 413, 'too_large', /256000 bytes/],
    ['{}', 415, 'unsupported_media_type', /application\/xml/, 'application/json'],
    ['Subject: Hello\n\nNo document.', 400, 'malformed_adf', /has no <adf>/, 'message/rfc822'],
  ];

  test('refuses anything else and says why; nothing is written', async () => {
    const counting: Call = ['GET /v1/leads', { token: api.tokens.key }];
    const posts = REFUSED.map(([body, , , , type]) => posting(body, type ? { 'content-type': type } : XML));
    const other: Call = ['POST /v1/leads', { token: api.tokens.key, body: '<adf/>', headers: XML }];
    const told = await api.callAll([counting, ...posts, other, counting]);
    const errors = told.slice(1, -2).map(({ status, body }) => {
      const { error } = body as { error: { code: string; message: string } };
      return [status, error.code, error.message];
    });
    expect(errors).toEqual(
      REFUSED.map(([, status, code, message]) => [status, code, expect.stringMatching(message)]),
    );
    expect(told.at(-2)?.status).toBe(415);
    const totals = [told[0], told.at(-1)].map((one) => Object(one?.body).total);
    expect(totals[1]).toBe(totals[0]);
  });
});
