import type { OrderView } from '../../src/cafe/orders/order-view';
import { fill } from '../cafe/fill';
import { type Staff, startStaff } from '../harness/staff-page';
import { eventually } from '../harness/until';

const ORDERS = 60;

const OAT = { option: 'Milk', choice: 'Oat' };
const COFFEE = { menuItemId: 'I-1', quantity: 2, options: [OAT] };
const LARGE = {
  menuItemId: 'I-4',
  options: [
    { option: 'Size', choice: 'Large' },
    OAT,
    { option: 'Extras', choice: 'Extra shot' },
    { option: 'Extras', choice: 'Cinnamon' },
  ],
};
const BREAD = {
  menuItemId: 'I-7',
  options: [{ option: 'Serve it', choice: 'Toasted' }],
  note: 'Allergic to nuts',
};
const ESPRESSO = { menuItemId: 'I-2' };

/** What people order: one to three lines, most of them with options. */
const USUAL = [[COFFEE], [LARGE, ESPRESSO], [BREAD, COFFEE], [ESPRESSO, COFFEE, BREAD], [LARGE]];
const NAMES = ['Ada', 'Benedikt Hoffmann', 'Chloé', 'Mohammed Al-Rashid', 'Eve'];

let staff: Staff;
beforeAll(async () => {
  staff = await startStaff();
  const placed: OrderView[] = [];
  for (const [index, items] of USUAL.entries())
    placed.push(await staff.place({ items, customer: { name: NAMES[index] } }));
  const secret = placed[0]?.id.slice('O-1'.length);
  for (let last = USUAL.length + 1; last <= ORDERS; last++)
    fill(staff, 'Orders', {
      last,
      idOf: (number) => `O-${number}${secret}`,
      template: 2 + ((last - 1) % USUAL.length),
    });
});
afterAll(() => staff.close());

test.each([
  { width: 1180, height: 820, fewest: 13 },
  { width: 1920, height: 1080, fewest: 28 },
])(
  'of a rush of sixty orders $fewest can be read at once on $width × $height',
  async ({ fewest, ...viewport }) => {
    const board = await staff.open('staff', '#/orders', { viewport });
    await board.page.getByRole('heading', { name: `New (${ORDERS})` }).waitFor();
    const { tickets, below } = await board.page.evaluate(() => ({
      tickets: [...document.querySelectorAll('.ticket')].map((one) => one.getBoundingClientRect().bottom),
      below: document.querySelector('.below')?.getBoundingClientRect().top ?? 0,
    }));
    const readable = tickets.filter((bottom) => bottom <= below).length;
    expect(readable).toBeGreaterThanOrEqual(fewest);
    await board.page.getByText(/^\d+ more below, oldest/).waitFor();
    const { bottom } = await board.page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect());
    expect(bottom).toBeLessThanOrEqual(80);
    await board.close();
  },
);

test('a rush of sixty orders is accepted by keyboard alone, one request at a time', async () => {
  const board = await staff.open('staff', '#/orders');
  const { page } = board;
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) });
  const heading = (name: string, count: number) =>
    column(name).getByRole('heading', { name: `${name} (${count})` });
  const numbers = (name: string) => column(name).getByRole('heading', { level: 3 }).allInnerTexts();
  await heading('New', ORDERS).waitFor();
  const before = await numbers('New');
  const underWay = new Set<object>();
  let most = 0;
  page.on('request', (request) => {
    underWay.add(request);
    most = Math.max(most, underWay.size);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  await page.keyboard.press('j');
  for (let left = ORDERS - 1; left >= 0; left--) {
    await page.keyboard.press('Enter');
    await heading('New', left).waitFor();
  }
  await eventually(async () => expect(await numbers('Making')).toEqual(before));
  while ((await listPlaced()) > 0) await page.clock.runFor(1_000);
  expect(most).toBe(1);
  await board.close();
});

async function listPlaced(): Promise<number> {
  const { body } = await staff.call('GET /v1/cafes/C-1/orders', { role: 'staff', query: 'status=placed' });
  return (body as { data: OrderView[] }).data.length;
}
