import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { closeWindow, openWindow } from '../harness/browser';
import { testLong } from '../harness/extent';
import { findFaults } from '../harness/looks';
import { LoopbackServer } from '../harness/loopback-server';
import { eventually } from '../harness/until';

const FOLDER = path.resolve('dist/demo');
/** Somebody's site has more than the demo. */
const SUB_PATH = '/tools/sheetdesk/';

const asked: string[] = [];
/** As dumb as a host of files can be. */
const host = new LoopbackServer(({ url = '' }, _, response) => {
  asked.push(url);
  const file = path.join(FOLDER, url.slice(SUB_PATH.length));
  const isThere = url.startsWith(SUB_PATH) && existsSync(file);
  response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html' });
  response.end(isThere ? readFileSync(file) : '');
});

let site: string;
beforeAll(async () => {
  site = `${await host.listen()}${SUB_PATH}`;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  await host.close();
});

/** The demo in a window of its own, with every address it asks for and every error it logs. */
async function open(
  address: string,
  options: BrowserContextOptions = {},
): Promise<{
  page: Page;
  demo: FrameLocator;
  requests: string[];
  errors: string[];
  close: () => Promise<void>;
}> {
  const page = await openWindow(options);
  const requests: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(address);
  return { page, demo: page.frameLocator('iframe'), requests, errors, close: () => closeWindow(page) };
}

testLong('the demo records the three desks as a picture that moves', async () => {
  const { status } = spawnSync(process.execPath, ['tools/record-demo.mjs']);
  expect(status).toBe(0);
  const { page, close } = await open(`${site}index.html`, { bypassCSP: true });
  const base64 = readFileSync(path.join(FOLDER, 'desks.png')).toString('base64');
  const shown = await page.evaluate(async (text) => {
    const data = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: 'image/png' });
    await decoder.tracks.ready;
    return decoder.tracks.selectedTrack?.frameCount;
  }, base64);
  expect(shown).toBe(10);
  await close();
});

testLong('the first page of the demo leads to each of its pages', async () => {
  const { page, close } = await open(`${site}index.html`);
  await page.getByRole('link', { name: 'Case desk' }).click();
  await page.frameLocator('iframe').getByText('Heating does not start').waitFor();
  await page.getByText('All data is invented.').waitFor();
  await page.getByRole('link', { name: 'All demos' }).click();
  await page.getByRole('heading', { name: 'Sheetdesk demo' }).waitFor();
  await close();
});

testLong.each(['index.html', 'desk/index.html', 'staff/index.html'])(
  'around the pages of the demo axe finds nothing: %s',
  async (name) => {
    const { page, close } = await open(`${site}${name}`, { bypassCSP: true });
    await eventually(async () => expect(await findFaults(page)).toEqual([]));
    await close();
  },
);

test('a case of the demo keeps its status and its notes', async () => {
  const { demo, errors, close } = await open(`${site}desk/index.html`);
  await demo.getByRole('link', { name: 'Radiator in the bathroom gurgles' }).click();
  await demo.getByLabel('Notes').fill('Balance the loop.');
  await demo.locator('.save-state').getByText('Saved', { exact: true }).waitFor();
  await demo.getByRole('radio', { name: 'Closed' }).check();
  await demo.getByRole('link', { name: 'Back to the list' }).click();
  await demo.getByRole('link', { name: 'Closed 11' }).click();
  await demo.getByRole('link', { name: 'Radiator in the bathroom gurgles' }).click();
  await expect(demo.getByLabel('Notes').inputValue()).resolves.toBe('Balance the loop.');
  expect(errors).toEqual([]);
  await close();
});

testLong('a search of the demo looks into the mails', async () => {
  const { demo, close } = await open(`${site}desk/index.html#/all`);
  await demo.getByRole('searchbox').fill('floor plans');
  await demo.getByRole('link', { name: 'Quote for a heat pump' }).waitFor();
  await demo.getByRole('link', { name: 'Heating does not start' }).waitFor({ state: 'hidden' });
  await close();
});

testLong('the settings of the demo take a sender', async () => {
  const { demo, close } = await open(`${site}desk/index.html#/settings`);
  const field = demo.getByRole('textbox', { name: 'Tracked senders' });
  await field.fill('new.customer@example.com');
  await field.press('Enter');
  await demo.getByRole('button', { name: 'Remove new.customer@example.com' }).waitFor();
  await close();
});

testLong('an order of the demo moves across the board', async () => {
  const { demo, errors, close } = await open(`${site}staff/index.html#/orders`);
  const order = demo.getByRole('article').filter({ hasText: 'Tom Okafor' });
  await order.getByRole('button', { name: 'Accept' }).click();
  await demo.getByRole('heading', { name: 'Making (3)' }).waitFor();
  await order.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' });
  await order.getByRole('button', { name: 'Start' }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

testLong('money trouble among what is done today covers no heading of the board', async () => {
  const { demo, close } = await open(`${site}staff/index.html#/orders`);
  await demo.getByText('1 with payment problems').waitFor();
  await demo.getByRole('heading', { name: 'Ready (2)' }).click({ trial: true });
  await close();
});

testLong('customers of the demo order while somebody looks, until the cafe is paused', async () => {
  const { page, demo, close } = await open(`${site}staff/index.html#/orders`);
  await demo.getByRole('heading', { name: 'New (2)' }).waitFor();
  // Some of them order for later.
  const orders = async () => {
    const titles = await demo.getByText(/^(New|Later) \(\d\)$/).allInnerTexts();
    return titles.reduce((sum, title) => sum + Number(/\d/.exec(title)?.[0]), 0);
  };
  const before = await orders();
  await page.clock.runFor(40_000);
  await eventually(async () => expect(await orders()).toBeGreaterThan(before));
  await demo.getByRole('button', { name: 'Pause orders' }).click();
  await page.clock.runFor(5_000);
  await demo.getByText('Paused').first().waitFor();
  // The last order before the pause may come with the next poll.
  await page.clock.runFor(15_000);
  await page.clock.runFor(15_000);
  const paused = await orders();
  await page.clock.runFor(60_000);
  expect(await orders()).toBe(paused);
  await close();
});

test('a lead of the demo gets a text and answers', async () => {
  const { page, demo, errors, close } = await open(`${site}staff/index.html#/leads`);
  await demo.getByRole('link', { name: 'Marcus Webb', exact: true }).click();
  await page.clock.runFor(1_000);
  await demo.getByRole('textbox', { name: /Marcus Webb/ }).fill('When would you like to drive it?');
  await demo.getByRole('button', { name: 'Send' }).click();
  await page.clock.runFor(30_000);
  await demo.getByText('Delivered').waitFor();
  await demo.getByRole('list', { name: 'Texts' }).getByText('Thanks, that works for me.').waitFor();
  expect(errors).toEqual([]);
  await close();
});

testLong('every page of the staff has something to show in the demo', async () => {
  const { page, demo, requests, errors, close } = await open(`${site}staff/index.html#/menu`);
  await demo.getByText('Flat white').first().waitFor();
  for (const [name, text] of [
    ['Tablets', 'Tablet at the counter'],
    ['Vehicles', 'CR-V'],
    ['Lead overview', 'How many leads come in?'],
    ['Cafe overview', 'How much do we take?'],
  ] as const) {
    await demo.getByRole('button', { name: 'Menu' }).click();
    await demo.getByRole('link', { name }).click();
    await demo.getByText(text).first().waitFor();
  }
  await demo.getByRole('button', { name: 'Menu' }).click();
  await demo.getByRole('button', { name: 'Log out' }).click();
  await demo.getByLabel('Email address').fill('anybody@example.com');
  await demo.getByLabel('Password').fill('anything');
  await demo.getByRole('button', { name: 'Log in' }).click();
  await demo.getByRole('button', { name: 'Menu' }).waitFor();
  expect(errors).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(site))).toEqual([]);
  expect(page.context().serviceWorkers()).toEqual([]);
  await close();
});

test('a link that would leave the demo is named and not followed', async () => {
  const { page, demo, requests, close } = await open(`${site}desk/index.html#/case/CASE-0013`);
  await demo.getByRole('link', { name: 'cellar-1.jpg' }).click();
  await page.getByText('This opens drive.google.com. Not in this demo.').waitFor();
  expect(page.context().pages()).toHaveLength(1);
  expect(requests.filter((url) => !url.startsWith(site))).toEqual([]);
  await close();
});

testLong('the board of the demo works from a folder without any server', async () => {
  const { demo, errors, close } = await open(
    `${pathToFileURL(path.join(FOLDER, 'staff/index.html'))}#/orders`,
  );
  await demo.getByRole('heading', { name: 'New (2)' }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

testLong('the demo works from a folder without any server', async () => {
  const { demo, errors, requests, close } = await open(
    `${pathToFileURL(path.join(FOLDER, 'desk/index.html'))}#/case/CASE-0016`,
  );
  await demo.getByRole('heading', { name: 'Heating does not start' }).waitFor();
  await demo.getByRole('link', { name: 'Back to the list' }).click();
  await demo.getByRole('link', { name: 'Boiler room: key box code' }).waitFor();
  expect(errors).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(pathToFileURL(FOLDER).href))).toEqual([]);
  await close();
});

test('the browser itself keeps the demo from asking anybody', async () => {
  const { page, demo, close } = await open(`${site}desk/index.html`);
  await demo.getByText('Heating does not start').waitFor();
  const frame = page.frames()[1];
  const refused = await frame?.evaluate(async (url) => {
    const image = new Image();
    const isRefused = new Promise((resolve) => image.addEventListener('error', () => resolve(true)));
    image.src = `${url}pixel.png`;
    await isRefused;
    return fetch(url).then(
      () => false,
      () => true,
    );
  }, site);
  expect(refused).toBe(true);
  expect(asked).toEqual(['desk/index.html', 'desk/page.html'].map((name) => `${SUB_PATH}${name}`));
  await close();
});
