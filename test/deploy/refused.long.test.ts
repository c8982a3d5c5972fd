import type { Fault } from './apps-script';
import { Newcomer } from './newcomer';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
});
beforeEach(() => anna.startOver());
afterAll(() => anna.leave());

const CONTENT = /^PUT .*\/content$/;

/** Each command of clasp, by the request that makes it what it is. */
const COMMANDS: [string, RegExp][] = [
  ['create-script', /^POST \/(drive|v1\/projects$)/],
  ['push', CONTENT],
  ['list-versions', /^GET .*\/script-1\/versions/],
  ['list-deployments', /^GET .*\/deployments/],
  ['create-deployment', /^POST .*\/deployments/],
  ['update-deployment', /^PUT .*\/deployments/],
];

/** In Google's words, which are told as they are. */
const REFUSALS: [Fault['status'], string, RegExp][] = [
  [400, 'Request contains an invalid argument.', /run the same command again/],
  [401, 'Request had invalid authentication credentials.', /npm run login/],
  [403, 'The caller does not have permission', /may not change it/],
  [404, 'Requested entity was not found.', /restore it|A1/],
  [429, "Quota exceeded for quota metric 'Read requests'.", /Google is limiting requests/],
  [500, 'Internal error encountered.', /Google has an outage|A1/],
];

const cases = COMMANDS.flatMap(([command, request]) =>
  REFUSALS.map(([status, message, cure]) => ({ command, request, status, message, cure })),
);

test.each(cases)("$command refused with $status quotes Google's error", async (refused) => {
  const { command, status, message, request, cure } = refused;
  if (!/^create/.test(command)) anna.hasDesk('sheetdesk 0.0.1 older');
  anna.google.fault = { request, status, message };
  const { code, text } = await anna.deploy('desk');
  expect([code, text]).toEqual([1, expect.stringContaining(`clasp ${command} failed: `)]);
  expect(text).toContain(message);
  expect(text).toMatch(cure);
  expect(text).not.toMatch(/^ {4}at |Error:/m);
  expect(anna.google.sheets.length).toBeLessThanOrEqual(1);
});

test.each(REFUSALS)('it deploys without knowing the account: %s changes nothing', async (status, message) => {
  anna.hasDesk('sheetdesk 0.0.1 older');
  anna.google.fault = { request: /^GET \/oauth2/, status, message };
  const { code, text } = await anna.deploy('desk', '--dry-run');
  expect([code, text]).toEqual([0, expect.stringContaining('Logged in (Google does not tell the account).')]);
});

test.each(['create', 'update'])('a clasp that exits with 0 without its %s is not believed', async (kind) => {
  if (kind === 'update') anna.hasDesk('sheetdesk 0.0.1 older');
  anna.google.doubts.add('clasp-exits-zero');
  const { code, text } = await anna.deploy('desk');
  const told = `clasp ${kind}-deployment failed: Request contains an invalid argument.`;
  expect([code, text]).toEqual([1, expect.stringContaining(told)]);
  anna.google.doubts.clear();
  expect((await anna.deploy('desk')).code).toBe(0);
  expect(anna.google.deployed('Case desk').length).toBe(1);
});
