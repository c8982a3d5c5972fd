import { Newcomer } from './newcomer';
import { html, PAGES } from './web-apps';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
  await anna.deploy('--new');
});
beforeEach(() => {
  const { webApps, doubts } = anna.google;
  doubts.clear();
  webApps.isSetUp = true;
  webApps.instead = undefined;
});
afterAll(() => anna.leave());

const deployApi = () => anna.deploy('api');
const refusal = (code: string, message: string) => () => ({ error: { status: 503, code, message } });

describe("the check of the API's URL", () => {
  test('reports the version if it works, and no next steps', async () => {
    const { code, text } = await deployApi();
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/API sheet: it answers as version \d+\.\d+\.\d+\+[0-9a-f]{8}\./),
    ]);
    expect(text).not.toContain('next steps');
  });

  test.each([
    ['in a page', () => undefined],
    ['in its own words', refusal('not_set_up', 'Choose Set up in the sheet.')],
  ])('waits for Set up %s, which is no failure', async (_, health) => {
    const { webApps } = anna.google;
    const before = webApps.health;
    webApps.isSetUp = health() !== undefined;
    webApps.health = health as typeof before;
    const { code, text } = await deployApi();
    webApps.health = before;
    expect([code, text]).toEqual([0, expect.stringContaining('API sheet: it waits for Set up.')]);
    expect(text).toContain('menu "API", choose Set up');
  });

  test.each<[string, () => Response, RegExp]>([
    ['error page', () => html(PAGES.crash), /error page: "TypeError: Cannot read.*Executions/s],
    ['missing file', () => html(PAGES.missing, 404), /nothing at this address.*Manage deployments/s],
    ['quota', () => html(PAGES.quota), /in a short time.*exec qps.*within a minute/s],
    ['denial', () => html(PAGES.denied, 403), /denies access.*Who has access/s],
    ['limit', () => html('', 429), /fewer requests.*Wait a few minutes/s],
    ['outage', () => html('', 503), /error page.*appsstatus/s],
    ['redirect elsewhere', () => Response.redirect('https://proxy.example.com/'), /away from Google/],
    [
      'older version',
      () => anna.google.webApps.redirect('{"status":"ok","version":"0.0.1+00000000"}'),
      /still serves version 0\.0\.1/,
    ],
    ['other JSON', () => anna.google.webApps.redirect('{"a":1}'), /answered with something unexpected/],
    [
      'sheet that cannot be opened',
      () =>
        anna.google.webApps.redirect(
          JSON.stringify(refusal('no_spreadsheet', 'Run: npm run deploy -- --wide-sheets api')()),
        ),
      /"no_spreadsheet". Run: npm run deploy -- --wide-sheets api/,
    ],
  ])('fails with its %s, told with a cure', async (_, answer, words) => {
    anna.google.webApps.instead = answer;
    const { code, text } = await deployApi();
    expect([code, text]).toEqual([1, expect.stringMatching(words)]);
  });

  test('fails if Google asks for a login', async () => {
    anna.google.doubts.add('access-is-myself');
    const { code, text } = await deployApi();
    expect([code, text]).toEqual([1, expect.stringMatching(/login page.*"Who has access" to Anyone/s)]);
  });

  test('is repeated while Google still serves something else', async () => {
    let asked = 0;
    anna.google.webApps.instead = () => (++asked < 3 ? html(PAGES.missing, 404) : undefined);
    const { code } = await anna.deploy('api', '--patience', '2');
    expect([code, asked]).toEqual([0, 3]);
  });
});

test.each([
  ['a page', () => html('<title>Case desk</title>')],
  ['an error of the script', () => html(PAGES.crash)],
  ['a request for permission', () => html(PAGES.consent)],
])(
  'a desk that answers with %s without a login is reported as open to anyone, with how to close it',
  async (_, answer) => {
    anna.google.webApps.instead = answer;
    const { code, text } = await anna.deploy('desk');
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/Anyone can open your case desk: .*\n.*d\/script-1\/edit.*Archive/),
    ]);
  },
);
