import { type Desk, startDesk } from '../harness/local';

describe('a plain call of the api script', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk();
  });
  afterAll(() => desk.close());

  const get = async (path: string) => {
    const { returned } = await desk.local.run(desk.local.scripts.api, 'doGet', [{ parameter: { path } }]);
    return JSON.parse(returned?.kind === 'text' ? returned.content : 'null');
  };

  test('answers its health', async () => {
    expect(await get('/v1/health')).toEqual({ status: 'ok' });
  });

  test.each(['', '/nothing', '__proto__', 'toString', 'constructor'])('finds nothing at %p', async (path) => {
    expect(await get(path)).toMatchObject({ error: { status: 404, code: 'not_found' } });
  });
});
