import { ENVELOPE, GATEWAY, PLAIN, type SeededApi, startApi } from '../harness/api';

describe('the filters of a list', () => {
  let api: SeededApi;
  beforeAll(async () => {
    api = await startApi();
    const rows = ['web', 'fair, big', 'Fair', 'big'].map((source, at) => ({
      ...{ name: source, phone: `+1555766000${at}`, location: 'Reno', source },
    }));
    await api.call(ENVELOPE, 'POST', '/v1/leads/import', { token: api.tokens.key, body: { rows } });
  });
  afterAll(() => api.close());

  interface Listed {
    data: { name: string; filter: string }[];
    total: number;
  }
  const get = async (query: string, way = ENVELOPE) => {
    const told = await api.call(way, 'GET', '/v1/leads', { token: api.tokens.key, query });
    return { ...told, body: told.body as Listed };
  };

  test.each([
    ['a plain call', PLAIN],
    ['an envelope', ENVELOPE],
    ['the gateway', GATEWAY],
  ])('take texts with commas one by one, and so do the links: %s', async (_, way) => {
    const query = 'location=Reno&sort=id&pageSize=1&source=web&source=fair%2C%20big';
    const { body, headers } = await get(query, way);
    expect([body.data.map(({ name }) => name), body.total]).toEqual([['web'], 2]);
    if (!headers) return;
    const [, next = ''] = /<\/v1\/leads\?([^>]+)>; rel="next"/.exec(headers.link ?? '') ?? [];
    expect((await get(next, way)).body.data).toMatchObject([{ name: 'fair, big' }]);
  });

  test('count a short list to its end, also where a cap is allowed', async () => {
    const { body } = await get('location=Reno&pageSize=1&count=capped');
    expect(body).toMatchObject({ total: 4, page: 1 });
    expect(body).not.toHaveProperty('totalIsAtLeast');
  });

  const CATEGORIES = ['filter=REVIEW&filter=hot', 'filter=Review,HOT', 'filter=review', 'filter=REVIEW'];

  test('take several texts separated by commas, and find a category in any letter case', async () => {
    const queries = ['sort=id&source=web,fair', ...CATEGORIES];
    const [several, ...found] = (await api.callAll(
      queries.map((query) => ['GET /v1/leads', { token: api.tokens.key, query: `location=Reno&${query}` }]),
    )) as { body: unknown }[] as { body: Listed }[];
    expect(several?.body.data.map(({ name }) => name)).toEqual(['web', 'Fair']);
    expect(found.map(({ body }, at) => [CATEGORIES[at], body.total])).toEqual(
      CATEGORIES.map((query) => [query, 4]),
    );
  });
});
