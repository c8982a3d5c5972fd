import type { OrderView } from '../../src/cafe/orders/order-view';
import { fill } from '../cafe/fill';
import { type Staff, startStaff } from '../harness/staff-page';
import { eventually } from '../harness/until';

const ORDERS = 60;

let staff: Staff;
beforeAll(async () => {
  staff = await startStaff();
  const { id } = await staff.place();
  const secret = id.slice('O-1'.length);
  fill(staff, 'Orders', { last: ORDERS, idOf: (number) => `O-${number}${secret}` });
});
afterAll(() => staff.close());

test.each([
  { width: 1280, height: 800, fewest: 6 },
  { width: 1920, height: 1080, fewest: 15 },
])('a rush of sixty orders shows $fewest at once on $width × $height', async ({ fewest, ...viewport }) => {
  const board = await staff.open('staff', '#/orders', { viewport });
  await board.page.getByRole('heading', { name: `New (${ORDERS})` }).waitFor();
  const bottoms = await board.page
    .locator('.ticket')
    .evaluateAll((tickets) => tickets.map((ticket) => ticket.getBoundingClientRect().bottom));
  expect(bottoms.filter((bottom) => bottom <= viewport.height).length).toBeGreaterThanOrEqual(fewest);
  const { bottom } = await board.page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect());
  expect(bottom).toBeLessThanOrEqual(115);
  const widths = await board.page
    .locator('.column')
    .evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().width));
  expect(widths.map((width) => width > viewport.width / 2)).toEqual([true, false, false]);
  await board.close();
});

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
