import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { DEPLOY } from '../../deploy/options';
import { spread, testLong } from '../harness/extent';
import { ROOT } from '../harness/local';
import { built, manifestOf, sourcesOf } from './built';
import { Newcomer } from './newcomer';
import { assertCut, assertWhole } from './whole';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
});
afterAll(() => anna.leave());

describe('npm run deploy', () => {
  const refused: [string[], string][] = [
    [['cafe'], 'The script must be desk or api (got "cafe").'],
    [['--dry'], "Unknown option '--dry'"],
    [['--wide-sheets', 'cafe'], '--wide-sheets must be desk or api (got "cafe").'],
    [['desk', '--wide-sheets', 'api'], '--wide-sheets api has no effect if only desk is deployed.'],
    [['--wide-sheets', 'api', '--no-wide-sheets', 'api'], 'cannot be used together'],
    [['--patience', 'long'], '--patience must be a number from 0 to 600 (got "long").'],
  ];

  test.each(spread(refused, 3))('refuses %j', async (args, message) => {
    const { code, text } = await anna.deploy(...args);
    expect(code).toBe(1);
    expect(text).toContain(message);
  });

  test.each([
    [{ npm_config_dry_run: 'true' }, [], '--dry-run'],
    [{ npm_config_dry_run: 'true' }, ['desk'], '--dry-run'],
    [{ npm_config_user: 'true' }, ['shop'], '--user <name>'],
    [{ npm_config_alerts: '' }, [], '--no-alerts'],
  ])('does nothing where npm has taken %j from %j', (env, args, flags) => {
    expect(() => DEPLOY.parse(args, env)).toThrow(
      `for itself, so nothing was done. Write: npm run deploy -- ${flags}`,
    );
    expect(DEPLOY.parse(flags.replace('<name>', 'shop').split(' '), env).values.help).toBe(false);
  });

  testLong('called with a flag before the two minus signs says where it belongs', () => {
    const { status, stderr } = spawnSync('npm', ['run', '--silent', 'deploy', '--dry-run'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/Write: npm run deploy -- --dry-run\n$/)]);
  });

  test('with --dry-run shows what it would do, and does nothing', async () => {
    const { code, text } = await anna.deploy('--dry-run');
    expect([code, text.match(/would/g)?.length]).toEqual([0, 10]);
    expect(anna.google.calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
    expect(existsSync(anna.state)).toBe(false);
  });

  test('without a login says how to log in, and calls nothing at Google', async () => {
    const before = [...anna.google.calls];
    anna.logOut();
    const { code, text } = await anna.launch().said;
    anna.logIn();
    expect([code, text]).toEqual([1, expect.stringContaining('Run: npm run login\n')]);
    expect(anna.google.calls).toEqual(before);
  });

  testLong("quotes Google's error and says what to do", async () => {
    anna.hasDesk('sheetdesk 0.0.1 older');
    const message = "Quota exceeded for quota metric 'Read requests'.";
    anna.google.fault = { request: /^GET .*versions/, status: 429, message };
    const { code, text } = await anna.deploy('desk');
    anna.google.fault = undefined;
    anna.google.reset();
    expect([code, text]).toEqual([1, expect.stringContaining(`clasp list-versions failed: ${message}\n`)]);
    expect(text).toContain('Wait a minute');
  });

  testLong(
    'with --wide-sheets asks for every sheet, and reports a web app that asks for a login',
    async () => {
      anna.hasApi('sheetdesk 0.0.1 older');
      anna.google.doubts.add('access-is-myself');
      const { code, text } = await anna.deploy('api', '--wide-sheets', 'api');
      expect([code, text]).toEqual([
        1,
        expect.stringMatching(/answered with Google's login page\. .* Anyone/),
      ]);
      const { oauthScopes } = manifestOf(anna.google.served('API sheet'));
      expect(oauthScopes[0]).toBe('https://www.googleapis.com/auth/spreadsheets');
    },
  );
});

const deployDesk = () => anna.deploy('desk');

/** In the long tests the second test goes on where the first one has ended. */
describe('a first deployment', () => {
  beforeAll(() => anna.startOver());

  testLong('stops when the network fails', async () => {
    anna.network.cutAfter('POST /v1/projects/script-1/versions');
    assertCut(anna, await deployDesk());
    expect(anna.google.get('Case desk').versions.length).toBe(1);
    expect(anna.google.deployed('Case desk')).toEqual([]);
  });

  test('makes nothing twice where it goes on, serves what was built and prints the URLs', async () => {
    const { code, text } = await deployDesk();
    const { google } = anna;
    assertWhole(google);
    expect([code, google.get('Case desk').versions.length]).toEqual([0, 2]);
    const files = google.served('Case desk');
    expect(manifestOf(files).webapp.access).toBe('MYSELF');
    const { parentId, deployments } = google.get('Case desk');
    expect(sourcesOf(files)).toEqual(built('desk', deployments.at(-1)?.deploymentId));
    for (const told of [
      'anna@example.com',
      'only your account can open the page.',
      `https://docs.google.com/spreadsheets/d/${parentId}/edit`,
      `https://script.google.com/macros/s/${deployments.at(-1)?.deploymentId}/exec`,
    ])
      expect(text).toContain(told);
  });
});
