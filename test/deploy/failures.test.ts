import { rmSync } from 'node:fs';
import path from 'node:path';
import { Newcomer, PATIENCE_MS } from './newcomer';

let anna: Newcomer;
beforeEach(async () => {
  anna = await Newcomer.arrive();
});
afterEach(() => anna.leave());

const deployDesk = (...args: string[]) => anna.deploy('--only', 'desk', ...args);

/** As if so many versions had been made before, of other builds. */
function padVersions(count: number): void {
  const { versions } = anna.google.get('Case desk');
  while (versions.length < count)
    versions.push({ versionNumber: versions.length + 1, description: 'older', files: [] });
}

describe('before anything is made', () => {
  test('whoever is not logged in is told how to', async () => {
    anna.logOut();
    const { code, text } = await deployDesk();
    expect([code, text]).toEqual([1, expect.stringContaining('Run: npx clasp login\n')]);
    expect(anna.google.calls).toEqual([]);
  }, 60_000);

  test('whoever deploys as another account is told to log in as that one', async () => {
    const { code, text } = await deployDesk('--user', 'shop');
    expect([code, text]).toEqual([1, expect.stringContaining('Run: npx clasp login --user shop\n')]);
  }, 60_000);

  test('a login that Google has ended is told as one', async () => {
    anna.logIn({ isExpired: true });
    anna.google.isLoginGood = false;
    const { code, text } = await deployDesk();
    expect([code, text]).toEqual([1, expect.stringContaining('Run: npx clasp login\n')]);
    expect(anna.google.sheets).toEqual([]);
  }, 60_000);

  test(
    'an Apps Script API that is off leaves no sheet behind, and is told with where to switch it on',
    async () => {
      anna.google.isApiOn = false;
      const { code, text } = await deployDesk();
      const place =
        /API is off for anna@example\.com\.\nOpen https:\/\/script\.google\.com\/home\/usersettings/;
      expect([code, text]).toEqual([1, expect.stringMatching(place)]);
      expect(anna.google.sheets).toEqual([]);
      anna.google.isApiOn = true;
      expect((await deployDesk()).code).toBe(0);
    },
    PATIENCE_MS,
  );
});

test(
  'a token that has run out is renewed, and nobody notices',
  async () => {
    anna.logIn({ isExpired: true });
    expect((await deployDesk()).code).toBe(0);
    expect(anna.google.tokens).toBe(1);
  },
  PATIENCE_MS,
);

test(
  'an API that is switched off later stops the update, and leaves what is served',
  async () => {
    await deployDesk();
    const before = structuredClone(anna.google.scripts);
    anna.google.isApiOn = false;
    const { code, text } = await deployDesk('--no-alerts');
    expect([code, text]).toEqual([1, expect.stringContaining('script.google.com/home/usersettings')]);
    expect(anna.google.scripts).toEqual(before);
  },
  PATIENCE_MS,
);

test(
  'where one of the scripts has been deleted the other is brought up to date, and no sheet is made unasked',
  async () => {
    await anna.deploy();
    const counter = anna.google.get('Counter');
    anna.google.scripts.splice(0, 1);
    counter.files = [];
    const { code, text } = await anna.deploy();
    const file = path.join(anna.state, 'desk/.clasp.json');
    expect([code, text]).toEqual([1, expect.stringContaining(`Delete ${file}: the next run`)]);
    expect(text).toContain('The script of "Case desk" is not there any more');
    expect([counter.files.length, anna.google.sheets.length]).toEqual([2, 2]);
    rmSync(file);
    expect((await deployDesk()).code).toBe(0);
    expect(anna.google.get('Case desk').parentId).toBe('sheet-3');
  },
  PATIENCE_MS,
);

test(
  'many versions are pointed out, and 200 of them stop the update before anything is changed',
  async () => {
    expect((await deployDesk()).text).not.toContain('versions, and Google keeps');
    padVersions(189);
    const many = await deployDesk('--no-alerts');
    expect([many.code, many.text]).toEqual([0, expect.stringMatching(/has 190 versions.*script-1\/edit/)]);
    padVersions(200);
    const full = anna.google.get('Case desk');
    for (const version of full.versions) version.description = 'older';
    const before = structuredClone(full);
    const { code, text } = await deployDesk();
    expect([code, text]).toEqual([1, expect.stringContaining('has 200 versions')]);
    expect(full).toEqual(before);
  },
  PATIENCE_MS,
);
