/** The page on which every part of the pages is shown, as it is built with the demo. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWindow } from '../harness/browser';
import { ROOT } from '../harness/local';
import { findFaults, LOOKS } from '../harness/looks';
import { eventually } from '../harness/until';

const PAGE = String(pathToFileURL(path.join(ROOT, 'dist/demo/look.html')));

test.each(LOOKS)('axe finds nothing, and nothing is cut off, %s', async (_, options) => {
  const page = await openWindow({ ...options, bypassCSP: true });
  await page.goto(PAGE);
  await eventually(async () => expect(await findFaults(page)).toEqual([]));
  await page.close();
});

test('both lights stand beside each other, with every state of a part, and a person with and without a name', async () => {
  const page = await openWindow({ colorScheme: 'light' });
  await page.goto(PAGE);
  const grounds = ['light', 'dark'].map((name) =>
    page.getByRole('region', { name }).evaluate((part) => getComputedStyle(part).backgroundColor),
  );
  expect(await Promise.all(grounds)).toEqual(['rgb(255, 255, 255)', 'rgb(20, 24, 29)']);
  const [usual, hovered] = await Promise.all(
    ['[aria-current]', '.is-hover'].map((kind) =>
      page
        .locator(`nav a${kind}`)
        .first()
        .evaluate((link) => getComputedStyle(link).backgroundColor),
    ),
  );
  expect(hovered).not.toBe(usual);
  const people = await page
    .locator('.light bdi')
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('title')]));
  expect(people.slice(-3)).toEqual([
    ['Ana (ana@example.com)', 'Ana (ana@example.com)'],
    ['ana@example.com', 'ana@example.com'],
    ['No name', 'No name'],
  ]);
  const looksOf = (kind: string) =>
    page
      .locator(`.light button${kind}:not(.quiet, .danger), .light input${kind}`)
      .evaluateAll((controls) =>
        controls.map((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).opacity].join()),
      );
  const [plain = [], ...others] = await Promise.all(
    [':not([class], :disabled, [aria-disabled], [aria-invalid], [type])', ':disabled', '[aria-disabled]'].map(
      looksOf,
    ),
  );
  for (const looks of others) expect(looks.filter((one) => plain.includes(one))).toEqual([]);
  const outline = page.locator('button.is-focus').first();
  expect(await outline.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('solid');
  await page.close();
});
