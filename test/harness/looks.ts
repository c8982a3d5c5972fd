import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { IS_LONG } from './extent';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const PHONE = { width: 360, height: 640 };

/** The widths and colours in which everything has to be readable. */
export const LOOKS: [string, BrowserContextOptions][] = [
  ['in light', { colorScheme: 'light' }],
  ['in dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: PHONE }],
  ['with forced colors', { forcedColors: 'active' }],
  // A window of 1280 by 1024.
  ['at 400 percent', { viewport: { width: 320, height: 256 } }],
];

/** What axe judges by colours; the rest is the same in light and in dark. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe complains about and what is cut off. The long tests open every look and judge all of it in each; the usual
 * ones open the first, and judge of the others what they have of their own: colours in dark, width on a phone.
 */
export async function findFaults(page: Page, frame: Frame = page.mainFrame()): Promise<string[]> {
  const faults = [...(await findViolations(frame)), ...(await findWidth(frame))];
  if (IS_LONG) return faults;
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await findViolations(frame, COLOR_RULES)).map((fault) => `in dark ${fault}`));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  faults.push(...(await findWidth(frame)).map((fault) => `on a phone ${fault}`));
  if (size) await page.setViewportSize(size);
  return faults;
}

/** What axe complains about as the frame looks now: each rule with the elements that break it. */
export async function findViolations(frame: Frame, rules?: readonly string[]): Promise<string[]> {
  if (await frame.evaluate('typeof axe === "undefined"')) await frame.evaluate(AXE);
  const options = JSON.stringify(rules ? { runOnly: rules } : {});
  return frame.evaluate(
    `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((one) => one.target).join(" ")))`,
  );
}

/** How much wider it is than its window, if one has to scroll sideways. */
export async function findWidth(frame: Frame): Promise<string[]> {
  await painted(frame);
  const [needed = 0, given = 0] = await frame.evaluate(() => {
    const { body, documentElement: html } = document;
    return [Math.max(html.scrollWidth, body.scrollWidth), Math.min(html.clientWidth, innerWidth)];
  });
  return needed > given ? [`${needed} px wide, not ${given}`] : [];
}

/** Waits until the frame has drawn what has happened to it, scrolling and new sizes too. */
export async function painted(frame: Frame): Promise<void> {
  await frame.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
