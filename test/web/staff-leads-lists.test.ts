import type { VehicleView } from '../../src/leads/inventory/vehicles';
import type { LeadView } from '../../src/leads/lead/lead-view';
import { spread, testLong } from '../harness/extent';
import { LOOKS } from '../harness/looks';
import { type Staff, type StaffPage, startStaff } from '../harness/staff-page';
import { eventually } from '../harness/until';
import { XSS } from '../harness/xss';

const CAR = { make: 'Toyota', model: 'Corolla', year: 2021, price: 18_900, miles: 42_000 };
const NAMES = ['Ann Able', 'Ben Baker', 'Cleo Cook'];

let staff: Staff;
let car: VehicleView;
const ids: string[] = [];
beforeAll(async () => {
  staff = await startStaff();
  car = (await staff.call('POST /v1/vehicles', { role: 'agent', body: CAR })).body as VehicleView;
  for (const [at, name] of NAMES.entries())
    ids.push(await create({ name, source: ['fair', 'website'][at % 2], hasBank: true, downPayment: 3_000 }));
});
afterAll(() => staff.close());

let count = 0;

async function create(fields: object): Promise<string> {
  count += 1;
  const body = { phone: `+1555030${String(count).padStart(4, '0')}`, ...fields };
  return ((await staff.call('POST /v1/leads', { role: 'agent', body })).body as LeadView).id;
}

async function leadOf(id: string): Promise<LeadView> {
  return (await staff.call(`GET /v1/leads/${id}`, { role: 'agent' })).body as LeadView;
}

/** Opens the page and waits for its first row. */
async function openList(fragment: string, options = {}): Promise<StaffPage> {
  const opened = await staff.open('agent', fragment, options);
  await opened.page.locator('.lead-row').first().waitFor();
  return opened;
}

test('a search finds by name, is in the address, and is left by taking its filter away', async () => {
  const { page, close } = await openList('#/leads');
  await page.keyboard.press('/');
  await page.keyboard.type('baker');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.hash === '#/leads?view=all&q=baker');
  await page.getByText('1 of 1').waitFor();
  await eventually(async () =>
    expect(await page.locator('.lead-row .name').allInnerTexts()).toEqual(['Ben Baker']),
  );
  await page.reload();
  await page.getByText('1 of 1').waitFor();
  await page.getByRole('link', { name: 'Remove the filter Text: baker' }).click();
  await page.getByRole('link', { name: 'Ann Able', exact: true }).waitFor();
  await close();
});

test('filters narrow the list together', async () => {
  const { page, close } = await openList('#/leads?view=all');
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('group', { name: 'Filters' });
  await panel.getByLabel('Status').selectOption('new');
  await panel.getByLabel('Source').fill('fair');
  await panel.getByLabel('Lowest score').fill('1');
  await panel.getByRole('button', { name: 'Show leads' }).click();
  await page.getByText('2 of 2').waitFor();
  await eventually(async () =>
    expect(await page.locator('.lead-row .name').allInnerTexts()).toEqual(['Cleo Cook', 'Ann Able']),
  );
  await page.getByRole('button', { name: 'Filters' }).click();
  await panel.getByLabel('Lowest score').fill('100');
  await panel.getByRole('button', { name: 'Show leads' }).click();
  await page.getByText('Nothing matches. Remove a filter').waitFor();
  await close();
});

testLong('a filter that the API refuses is named', async () => {
  const { page, close } = await staff.open('agent', '#/leads?view=all&createdFrom=yesterday');
  await page.getByRole('alert').getByText('createdFrom must be a time').waitFor();
  await close();
});

testLong('j and k go through the list, Enter opens, r writes, s changes the status', async () => {
  const { page, close } = await openList('#/leads?view=all');
  const [third, second] = [...ids].reverse();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.hash.startsWith(`#/leads/${third}?`));
  await page.getByRole('textbox', { name: 'Notes' }).waitFor();
  await page.keyboard.press('j');
  await page.waitForURL((url) => url.hash.startsWith(`#/leads/${second}?`));
  await page.getByRole('heading', { name: 'Ben Baker' }).waitFor();
  await page.getByRole('textbox', { name: 'Notes' }).waitFor();
  await page.keyboard.press('s');
  await page.locator('#lead-status:focus').waitFor();
  await page.locator('#content').focus();
  await page.keyboard.press('r');
  await page.locator('#composer:focus').waitFor();
  await close();
});

testLong('the list of all leads goes on where one scrolls to its end', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    name: `Many ${at}`,
    phone: `+1555040${String(at).padStart(4, '0')}`,
    source: 'import',
  }));
  await staff.call('POST /v1/leads/import', { role: 'agent', body: { rows } });
  const { page, close } = await openList('#/leads?view=all&source=import', {
    viewport: { width: 360, height: 640 },
  });
  await page.getByText('25 of 40').waitFor();
  await page.getByText('25 of 40').scrollIntoViewIfNeeded();
  await page.getByText('40 of 40').waitFor();
  await eventually(async () =>
    expect(new Set(await page.locator('.lead-row .name').allInnerTexts()).size).toBe(40),
  );
  await page.getByRole('link', { name: 'Many 3', exact: true }).click();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('link', { name: 'Many 3', exact: true }).waitFor();
  await close();
});

test('a vehicle is chosen for a lead, and leads to those who ask for it', async () => {
  const [id = ''] = ids;
  const { page, close } = await staff.open('agent', `#/leads/${id}`);
  const section = page.getByRole('region', { name: 'Vehicle' });
  await section.getByRole('searchbox').fill('corolla');
  await section.getByRole('button', { name: 'Choose a vehicle' }).click();
  await section.getByRole('button', { name: 'Choose 2021 Toyota Corolla' }).click();
  await section.getByRole('link', { name: '2021 Toyota Corolla' }).click();
  await page.waitForURL((url) => url.hash === `#/vehicles/${car.id}`);
  await eventually(async () => expect((await leadOf(id)).vehicleId).toBe(car.id));
  await page.getByText('42,000 miles').first().waitFor();
  await page.getByRole('link', { name: 'Interested leads' }).click();
  // The list of vehicles says "1 of 1" too.
  await page.locator('.lead-row').first().waitFor();
  await eventually(async () =>
    expect(await page.locator('.lead-row .name').allInnerTexts()).toEqual(['Ann Able']),
  );
  await close();
});

test('the overview answers four questions, each with a picture and its numbers as a table', async () => {
  const [id = ''] = ids;
  await staff.call(`PATCH /v1/leads/${id}`, { role: 'agent', body: { status: 'appointment' } });
  const { page, close } = await staff.open('agent', '#/reports');
  for (const [title, text] of [
    ['How many leads come in?', /^\d+ leads came in, \d+ more than in the 28 days before\.$/],
    ['How long do new leads wait for an answer?', /^Half waited at most \d+ minutes?, nine in ten/],
    ['How far do leads get?', /^0 of \d+ leads bought, 0 %\.$/],
    ['Why are leads lost?', 'No leads were lost.'],
  ] as const) {
    const report = page.getByRole('region', { name: title });
    await report.getByText(text).waitFor();
    await report.getByText('As a table').click();
    await eventually(async () => expect(await report.getByRole('row').count()).toBeGreaterThan(1));
  }
  const days = page.getByRole('region', { name: 'How many leads come in?' });
  // Under their head, and above what they add up to, and the days before.
  await eventually(async () => expect(await days.getByRole('row').count()).toBe(1 + 28 + 2));
  await page.getByRole('button', { name: 'Last 90 days' }).click();
  await days.getByText('As a table').click();
  await eventually(async () => expect(await days.getByRole('row').count()).toBe(1 + 90 + 2));
  await days.getByRole('combobox', { name: 'By' }).selectOption('Source');
  await eventually(async () =>
    expect(await days.getByRole('listitem').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('fair'), expect.stringContaining('website')]),
    ),
  );
  await close();
});

testLong('a range that ends before it begins is refused where it is typed', async () => {
  const { page, close } = await staff.open('agent', '#/reports');
  await page.getByRole('textbox', { name: 'From' }).fill('2026-02-02');
  await page.getByRole('textbox', { name: 'To' }).fill('2026-02-01');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('alert').getByText('must not be after').waitFor();
  await close();
});

testLong('a lead that is not there says so', async () => {
  const { page, close } = await staff.open('agent', '#/leads/L-999999');
  await page.getByRole('alert').getByText('There is no lead L-999999').waitFor();
  await close();
});

testLong('script and markup in every field of a lead stay text', async () => {
  const strangers: string[] = [];
  const id = await create({
    name: XSS[0],
    source: XSS[9],
    location: XSS[18],
    creditScore: XSS[11],
    idType: XSS[2],
  });
  await staff.call(`PATCH /v1/leads/${id}`, { role: 'agent', body: { notes: XSS.join('\n') } });
  for (const text of XSS.slice(0, 10))
    await staff.call('POST /v1/messaging/messages', { role: 'agent', body: { leadId: id, body: text } });
  await staff.call('POST /v1/vehicles', {
    role: 'agent',
    body: { make: XSS[5], model: XSS[11], price: 1, location: XSS[18] },
  });
  const { page, close } = await staff.open('agent', `#/leads/${id}`);
  page.on('dialog', (dialog) => {
    strangers.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('popup', (popup) => strangers.push(popup.url()));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(staff.api.urls.home).origin) strangers.push(request.url());
  });
  const texts = page.getByRole('list', { name: 'Texts' }).locator('.text');
  await texts.nth(9).waitFor();
  await eventually(async () => expect(await texts.allInnerTexts()).toEqual(XSS.slice(0, 10)));
  await eventually(async () =>
    expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe(XSS.join('\n')),
  );
  await eventually(async () =>
    expect(
      await page.getByRole('heading', { level: 2 }).filter({ hasText: 'script' }).first().innerText(),
    ).toBe(XSS[0]),
  );
  await page.evaluate(() => {
    location.hash = '#/vehicles';
  });
  await page.getByText('onerror=alert(1)').first().waitFor();
  await eventually(async () =>
    expect(
      await page.locator('main :is(img, script, iframe, object, embed, style, [onerror], [onload])').count(),
    ).toBe(0),
  );
  expect(strangers).toEqual([]);
  await close();
});

const VIEWS = ['#/leads', '#/leads?view=all&status=new', '#/vehicles', '#/reports'];

testLong.each(
  spread(LOOKS, 2).flatMap(([look, options]) => VIEWS.map((view) => [look, view, options] as const)),
)('axe finds nothing %s at %s', async (_, view, options) => {
  const { page, faults, close } = await staff.open('agent', view, options);
  await page.locator('.lead-row, .report svg').first().waitFor();
  await eventually(async () => expect(await faults()).toEqual([]));
  await close();
});

testLong.each(LOOKS)('axe finds nothing in a lead %s', async (_, options) => {
  const [id = ''] = ids;
  const { page, faults, close } = await staff.open('agent', `#/leads/${id}`, options);
  await staff.call('POST /v1/messaging/messages', { role: 'agent', body: { leadId: id, body: 'Hello' } });
  await page.getByRole('textbox', { name: 'Notes' }).waitFor();
  await page.getByText('History').click();
  await eventually(async () => expect(await faults()).toEqual([]));
  await close();
});
