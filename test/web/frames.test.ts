import type { Frame, Page } from 'playwright-core';
import type { Local } from '../../local/local';
import { openWindow } from '../harness/browser';
import { divert } from '../harness/calls';
import { serveScripts } from '../harness/scripts';
import { eventually } from '../harness/until';

const PAGE = `<!doctype html>
<title>ignored</title>
<h1>Inside</h1>
<form id="form"><input name="a" value="1"><input name="b" value="x"><input name="b" value="y"></form>
<script>
  window.early = Object.keys(google.script);
  window.ask = (name, ...args) => new Promise((resolve, reject) =>
    google.script.run.withSuccessHandler(resolve).withFailureHandler(reject)[name](...args));
</script>`;

let local: Local;
let page: Page;
let inner: Frame;

beforeAll(async () => {
  const doGet = `() => HtmlService.createHtmlOutput(${JSON.stringify(PAGE)}).setTitle('Framed')`;
  const fixed = { toString: () => doGet } as unknown as () => unknown;
  local = await serveScripts({
    desk: {
      doGet: fixed,
      give: (...args) => args,
      giveDate: () => ({ deep: [new Date()] }),
      giveNothing: () => {},
      fail: () => {
        throw new RangeError('out of range');
      },
      private_: () => 'secret',
    },
  });
  page = await openWindow();
  inner = await open(`${local.urls.desk}?case=1#/case/CASE-0001`);
});
afterAll(() => local.close());

async function open(url: string): Promise<Frame> {
  await page.goto(url);
  const user = page.frameLocator('#sandboxFrame').frameLocator('#userHtmlFrame');
  await user.getByRole('heading', { name: 'Inside' }).waitFor();
  const frame = page.frames().find((one) => one.parentFrame()?.parentFrame() === page.mainFrame());
  if (!frame) throw new Error('The page has no inner frame.');
  return frame;
}

/** Runs in the user's page. */
const inside = <T>(code: string): Promise<T> => inner.evaluate(code);

test('the page runs two frames deep, in another origin than the address bar', async () => {
  const origins = page.frames().map((frame) => new URL(frame.url()).origin);
  expect(origins).toHaveLength(3);
  expect(origins[1]).not.toBe(origins[0]);
  await eventually(async () => expect(await page.title()).toBe('Framed'));
  await expect(inside('top.document')).rejects.toThrow(/cross-origin/);
  await expect(inside('top.location = "http://localhost/"')).rejects.toThrow(/permission to navigate/);
});

test('google.script is there before the first script of the page', async () => {
  expect(await inside('early')).toEqual(['run', 'url', 'history', 'host']);
});

describe('a call', () => {
  test.each([
    ['["text", 1.5, true, null, {"a": [{}]}]', ['text', 1.5, true, null, { a: [{}] }]],
    ['[[1, undefined], {a: undefined}]', [[1, null], {}]],
    ['[document.getElementById("form")]', [{ a: '1', b: ['x', 'y'] }]],
  ])('carries %s', async (args, arrived) => {
    expect(await inside(`ask('give', ...${args})`)).toEqual(arrived);
  });

  test.each([
    'new Date()',
    '() => 1',
    'document.body',
    '{deep: [new Date()]}',
    '(() => { const a = []; a.push(a); return a; })()',
  ])('with %s fails at once', async (value) => {
    const before = local.executions.length;
    const failed = `try { google.script.run.give(${value}); 'went' } catch (error) { [error instanceof TypeError, error.message] }`;
    expect(await inside(failed)).toEqual([true, expect.stringContaining('illegal value')]);
    expect(local.executions.length).toBe(before);
  });

  test('answers in values of the page itself', async () => {
    expect(await inside('ask("give", []).then((value) => value instanceof Array)')).toBe(true);
  });

  test.each(['giveDate', 'giveNothing'])('%s comes back as null', async (name) => {
    expect(await inside(`ask('${name}')`)).toBeNull();
  });

  test('that fails tells the message to the failure handler', async () => {
    const told = await inside("ask('fail').catch((error) => [error instanceof Error, error.message])");
    expect(told).toEqual([true, 'out of range']);
  });

  test('keeps the user object in the browser, and leaves the runner as it was', async () => {
    const code = `new Promise((resolve) => {
      const runner = google.script.run.withSuccessHandler((value, user) => resolve([value, user === window]));
      runner.withUserObject(window).give(7);
    })`;
    expect(await inside(code)).toEqual([[7], true]);
  });

  test('reaches public functions only', async () => {
    expect(
      await inside("['give', 'private_', 'nothing'].map((name) => typeof google.script.run[name])"),
    ).toEqual(['function', 'undefined', 'undefined']);
  });

  test('waits while ten others run', async () => {
    const waiting: (() => Promise<void>)[] = [];
    const answerAll = () => Promise.all(waiting.splice(0).map((answer) => answer()));
    const mend = await divert(page, 'give', async (route) => {
      waiting.push(() => route.continue());
    });
    const all = inside("Promise.all(Array.from({ length: 11 }, (_, index) => ask('give', index)))");
    // What comes after the calls on their way, so they have arrived.
    await inside('new Promise((resolve) => google.script.url.getLocation(resolve))');
    await page.evaluate(() => fetch(`${location.pathname}/nothing`));
    expect(waiting).toHaveLength(10);
    const eleventh = page.waitForRequest((request) => request.postDataJSON()?.args[0] === 10);
    await answerAll();
    await eleventh;
    await mend();
    await answerAll();
    expect(await all).toEqual(Array.from({ length: 11 }, (_, index) => [index]));
  });
});

describe('the address', () => {
  beforeEach(async () => {
    await page.goto('about:blank');
    inner = await open(`${local.urls.desk}?case=1#/case/CASE-0001`);
  });

  const located = () => inside('new Promise((resolve) => google.script.url.getLocation(resolve))');

  test('is told with its query and its fragment', async () => {
    const parameters = { case: ['1'] };
    await eventually(async () =>
      expect(await located()).toEqual({ hash: '/case/CASE-0001', parameter: { case: '1' }, parameters }),
    );
  });

  test('is changed by the page, and told when a person goes back', async () => {
    await inside('void google.script.history.setChangeHandler((event) => { window.changed = event; })');
    await inside("google.script.history.replace({ at: 1 }, { tab: 'a' }, 'one')");
    await inside("google.script.history.push({ at: 2 }, { tab: ['b', 'c'] }, 'two')");
    await inside("google.script.history.push({ at: 3 }, null, 'three')");
    await page.waitForURL('**/exec?tab=b&tab=c#three');
    await page.goBack();
    await inner.waitForFunction('window.changed?.state?.at === 2');
    await page.goBack();
    await inner.waitForFunction('window.changed?.state?.at === 1');
    expect(await inside('changed.location')).toMatchObject({ hash: 'one', parameter: { tab: 'a' } });
    await page.goForward();
    await inner.waitForFunction('window.changed?.state?.at === 2');
    expect(page.url()).toMatch(/exec\?tab=b&tab=c#two$/);
  });
});
