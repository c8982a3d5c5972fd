/** Records a moving picture of the three desks, the pages of the demo one after the other, as an animated PNG. */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';

const DEMO = path.join(import.meta.dirname, '../dist/demo');
const PICTURE = path.join(DEMO, 'desks.png');
const SIZE = { width: 900, height: 560 };
const DONE = 'Built dist/demo: open dist/demo/index.html, or copy the folder to any static host.';

/** Steps that a person takes on a page of the demo; each ends in a frame, shown for so many seconds. */
const SCENES = [
  {
    page: 'desk/page.html#/all',
    steps: [
      [2, (page) => page.getByRole('link', { name: 'Heating does not start' }).waitFor()],
      [2, (page) => page.getByRole('link', { name: 'Radiator in the bathroom gurgles' }).click()],
      [1, (page) => page.getByRole('radio', { name: 'Closed' }).check()],
    ],
  },
  {
    page: 'staff/page.html#/leads',
    steps: [
      [2, (page) => page.getByRole('link', { name: 'Marcus Webb', exact: true }).waitFor()],
      [2, (page) => page.getByRole('link', { name: 'Marcus Webb', exact: true }).click()],
      [
        1,
        (page) => page.getByRole('textbox', { name: /Marcus Webb/ }).fill('When would you like to drive it?'),
      ],
      [2, (page) => page.getByRole('button', { name: 'Send' }).click()],
    ],
  },
  {
    page: 'staff/page.html#/orders',
    steps: [
      [2, (page) => ticket(page).waitFor()],
      [1, (page) => ticket(page).getByRole('button', { name: 'Accept' }).click()],
      [2, (page) => ticket(page).getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' })],
    ],
  },
];

function ticket(page) {
  return page.getByRole('article').filter({ hasText: 'Tom Okafor' });
}

async function record() {
  const { openBrowser, unpackBrowser } = createRequire(import.meta.url)('../test/jest/browser.cjs');
  process.env.SHEETDESK_BROWSER = await unpackBrowser();
  const browser = await openBrowser();
  const frames = [];
  for (const { page: address, steps } of SCENES) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(`${pathToFileURL(DEMO)}/${address}`);
    for (const [seconds, step] of steps) {
      await step(page);
      await page.waitForTimeout(1_000);
      frames.push({ seconds, png: await page.screenshot() });
    }
    await page.close();
  }
  await browser.close();
  return frames;
}

const SIGNATURE_BYTES = 8;

/** The chunks of a PNG: a length, a name, the data, and a checksum of the last two. */
function* chunksOf(png) {
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    yield { name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) };
    at = end + 4;
  }
}

function chunk(name, ...parts) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), ...parts]);
  return Buffer.concat([uint32(named.length - 4), named, uint32(crc32(named))]);
}

function uint32(...values) {
  const buffer = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => {
    buffer.writeUInt32BE(value, 4 * index);
  });
  return buffer;
}

/** One picture of several of the same size, as the third edition of the PNG specification has it; it repeats for ever. */
function animate(frames) {
  const [first] = frames;
  const header = [...chunksOf(first.png)].find(({ name }) => name === 'IHDR');
  let sequence = 0;
  const drawn = frames.flatMap(({ seconds, png }, index) => {
    const control = Buffer.concat([
      uint32(sequence++, SIZE.width, SIZE.height, 0, 0),
      Buffer.from([0, seconds, 0, 1, 0, 0]),
    ]);
    const data = [...chunksOf(png)].filter(({ name }) => name === 'IDAT').map(({ data }) => data);
    const image = index === 0 ? chunk('IDAT', ...data) : chunk('fdAT', uint32(sequence++), ...data);
    return [chunk('fcTL', control), image];
  });
  return Buffer.concat([
    first.png.subarray(0, SIGNATURE_BYTES),
    chunk('IHDR', header.data),
    chunk('acTL', uint32(frames.length, 0)),
    ...drawn,
    chunk('IEND'),
  ]);
}

// The browser is a package of the tests.
if (existsSync(path.join(import.meta.dirname, '../node_modules/playwright-core'))) {
  writeFileSync(PICTURE, animate(await record()));
  console.log(`${DONE} Its moving picture is dist/demo/desks.png.`);
} else console.log(DONE);
