import { type Cafe, startCafe } from './cafe';

const LATTE = {
  name: 'Latte',
  price: 380,
  category: 'Coffee',
  description: 'With milk',
  image: 'https://img.example/latte.jpg',
  options: [{ name: 'Milk', min: 1, choices: [{ name: 'Cow' }, { name: 'Oat', priceChange: 40 }] }],
};

describe('the menu', () => {
  let cafe: Cafe;
  beforeAll(async () => {
    cafe = await startCafe();
  }, 30_000);
  afterAll(() => cafe.close());

  const menu = async (token?: string, id = 'C-1') => {
    const { body } = await cafe.call(`GET /v1/cafes/${id}/menu`, token ? { token } : {});
    return body as { categories: string[]; data: { id: string; name: string; availability: string; stock: number }[] };
  };

  test('takes an item from its manager and shows it to anybody', async () => {
    const { manager } = cafe.api.tokens;
    const { status, body } = await cafe.call('POST /v1/cafes/C-1/menu', { token: manager, body: LATTE });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...LATTE,
      id: 'I-1',
      cafeId: 'C-1',
      currency: 'EUR',
      availability: 'available',
      stock: null,
      version: 1,
      options: [{ name: 'Milk', min: 1, max: 1, choices: [{ name: 'Cow', priceChange: 0 }, LATTE.options[0]?.choices[1]] }],
    });
    expect(await menu()).toEqual({
      cafe: { id: 'C-1', name: 'Corner', currency: 'EUR', timeZone: 'Europe/Berlin' },
      categories: ['Coffee'],
      data: [body],
    });
    expect((await menu(undefined, 'C-2')).data).toEqual([]);
  });
});
