import { rmSync } from 'node:fs';
import path from 'node:path';
import { API_OFF } from './apps-script';
import { Newcomer } from './newcomer';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
});
afterAll(() => anna.leave());

const deployDesk = (...args: string[]) => anna.deploy('desk', ...args);

/** As if so many versions had been made before, of other builds. */
function padVersions(count: number): void {
  const { versions } = anna.google.get('Case desk');
  while (versions.length < count)
    versions.push({ versionNumber: versions.length + 1, description: 'older', files: [] });
}

describe('before anything is made', () => {
  beforeEach(() => anna.startOver());

  test('with --user it says how to log in as that account', async () => {
    const { code, text } = await deployDesk('--user', 'shop');
    expect([code, text]).toEqual([1, expect.stringContaining('Run: npm run login -- --user shop\n')]);
  });

  test('an expired login is reported as one', async () => {
    anna.logIn({ isExpired: true });
    anna.google.isLoginGood = false;
    const { code, text } = await deployDesk();
    expect([code, text]).toEqual([1, expect.stringContaining('Run: npm run login\n')]);
    expect(anna.google.sheets).toEqual([]);
  });

  test('a login with a missing permission is reported as one', async () => {
    anna.google.refusal = 'Request had insufficient authentication scopes.';
    const { code, text } = await deployDesk();
    expect([code, text]).toEqual([1, expect.stringContaining('tick every box')]);
    expect(anna.google.sheets).toEqual([]);
  });

  test('with the Apps Script API off it makes no sheet and says where to switch it on', async () => {
    anna.google.refusal = API_OFF;
    const { code, text } = await deployDesk();
    const place =
      /API is off for anna@example\.com\.\nOpen https:\/\/script\.google\.com\/home\/usersettings/;
    expect([code, text]).toEqual([1, expect.stringMatching(place)]);
    expect(anna.google.sheets).toEqual([]);
    anna.google.refusal = undefined;
    expect((await deployDesk()).code).toBe(0);
  });
});

/** One life after another: each test goes on where the one before it has ended. */
describe('a desk', () => {
  beforeAll(() => anna.startOver());

  test('is deployed with an expired token, which clasp renews', async () => {
    anna.logIn({ isExpired: true });
    const { code, text } = await deployDesk();
    expect([code, anna.google.tokens]).toEqual([0, 1]);
    expect(text).not.toContain('of at most 200 versions');
  });

  test('stays as it is if the Apps Script API is off', async () => {
    const before = structuredClone(anna.google.scripts);
    anna.google.refusal = API_OFF;
    const { code, text } = await deployDesk('--no-alerts');
    anna.google.refusal = undefined;
    expect([code, text]).toEqual([1, expect.stringContaining('script.google.com/home/usersettings')]);
    expect(anna.google.scripts).toEqual(before);
  });

  test('is warned of at 190 versions', async () => {
    padVersions(189);
    const { code, text } = await deployDesk('--no-alerts');
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/has 190 of at most 200 versions.*script-1\/edit/),
    ]);
  });

  test('stays as it is at 200 versions', async () => {
    padVersions(200);
    const full = anna.google.get('Case desk');
    for (const version of full.versions) version.description = 'older';
    const before = structuredClone(full);
    const { code, text } = await deployDesk();
    expect([code, text]).toEqual([1, expect.stringContaining('has 200 of at most 200 versions')]);
    expect(full).toEqual(before);
  });
});

describe('after one of the scripts was deleted', () => {
  beforeAll(() => anna.startOver());

  test('the other is updated, and no sheet is made unasked', async () => {
    await anna.deploy();
    const counter = anna.google.get('API sheet');
    anna.google.scripts.splice(0, 1);
    counter.files = [];
    const { code, text } = await anna.deploy();
    const file = path.join(anna.state, 'desk/.clasp.json');
    expect([code, text]).toEqual([
      1,
      expect.stringContaining(`delete ${file} and run the same command with --new`),
    ]);
    expect(text).toContain('The script of "Case desk" no longer exists');
    expect([counter.files.length, anna.google.sheets.length]).toEqual([4, 2]);
    rmSync(file);
    expect((await deployDesk('--new')).code).toBe(0);
    expect(anna.google.get('Case desk').parentId).toBe('sheet-3');
  });
});
