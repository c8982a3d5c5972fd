import { existsSync } from 'node:fs';
import { assertWithoutSendMail } from './built';
import { Newcomer, PATIENCE_MS } from './newcomer';
import { assertWhole } from './whole';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
});
afterAll(() => anna.leave());

describe('npm run deploy', () => {
  test.each([
    [['--only', 'cafe'], '--only must be desk or api, not "cafe".'],
    [['--dry'], "Unknown option '--dry'"],
  ])('refuses %j', async (args, message) => {
    const { code, text } = await anna.deploy(...args);
    expect(code).toBe(1);
    expect(text).toContain(message);
  });

  test(
    'only says with --dry-run what it would do',
    async () => {
      const { code, text } = await anna.deploy('--dry-run');
      expect([code, text.match(/would/g)?.length]).toEqual([0, 6]);
      expect(anna.google.calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
      expect(existsSync(anna.state)).toBe(false);
    },
    PATIENCE_MS,
  );

  test(
    'tells whoever is not logged in how to, and asks Google nothing',
    async () => {
      const before = [...anna.google.calls];
      anna.logOut();
      const { code, text } = await anna.deploy();
      anna.logIn();
      expect([code, text]).toEqual([1, expect.stringContaining('Run: npx clasp login\n')]);
      expect(anna.google.calls).toEqual(before);
    },
    PATIENCE_MS,
  );

  test(
    'brings what is there up to date, without the consent to send mail, under the same address',
    async () => {
      const { deployments, versions } = anna.hasDesk('sheetdesk 0.0.1 older');
      const before = deployments.map(({ deploymentId }) => deploymentId);
      const { code } = await anna.deploy('--only', 'desk', '--no-alerts');
      assertWhole(anna.google);
      expect([code, versions.length]).toEqual([0, 2]);
      expect(deployments.map(({ deploymentId }) => deploymentId)).toEqual(before);
      assertWithoutSendMail(anna.google.served('Case desk'));
    },
    PATIENCE_MS,
  );
});
