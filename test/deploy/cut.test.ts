import { Newcomer, PATIENCE_MS } from './newcomer';

let anna: Newcomer;
beforeEach(async () => {
  anna = await Newcomer.arrive();
});
afterEach(() => anna.leave());

const deployDesk = () => anna.deploy('--only', 'desk');

/** One of everything, and what is served is what was pushed. */
function assertWhole(): void {
  const { google } = anna;
  expect([google.sheets.length, google.scripts.length]).toEqual([1, 1]);
  expect(google.deployed('Case desk').length).toBe(1);
  expect(google.served('Case desk')).toEqual(google.get('Case desk').files);
  expect(google.served('Case desk').map(({ name }) => name)).toEqual(['appsscript', 'Code', 'index']);
}

async function assertCut(): Promise<void> {
  const { code, text } = await deployDesk();
  expect([code, text]).toEqual([1, expect.stringContaining('Google could not be reached.')]);
  expect(text).toContain('run the same command again');
  anna.network.cut = undefined;
}

/** The requests of a first deployment in their order, by the command of clasp that makes them. */
const FIRST: [string, string][] = [
  ['show-authorized-user', 'GET /oauth2/v2/userinfo'],
  ['list-versions', 'GET /v1/projects/id-of-the-desk-script/versions'],
  ['create-script', 'POST /drive/v3/files'],
  ['create-script', 'POST /v1/projects'],
  ['create-script', 'GET /v1/projects/script-1/content'],
  ['push', 'GET /v1/projects/script-1/content'],
  ['push', 'PUT /v1/projects/script-1/content'],
  ['create-version', 'POST /v1/projects/script-1/versions'],
  ['create-deployment', 'POST /v1/projects/script-1/deployments'],
];

/** Those of an update. */
const UPDATE: [string, string][] = [
  ['list-versions', 'GET /v1/projects/script-1/versions'],
  ['list-deployments', 'GET /v1/projects/script-1/deployments'],
  ['push', 'GET /v1/projects/script-1/content'],
  ['push', 'PUT /v1/projects/script-1/content'],
  ['create-version', 'POST /v1/projects/script-1/versions'],
  ['update-deployment', 'PUT /v1/projects/script-1/deployments/deployment-1-of-script-1'],
];

test.each(FIRST.map((entry, served) => [...entry, served] as const))(
  'a network that goes away before %s has made its %s costs nothing: the next run goes on',
  async (_command, request, served) => {
    anna.network.cutAfter(served);
    await assertCut();
    expect(anna.google.calls).toEqual(FIRST.slice(0, served).map(([, call]) => call));
    expect(FIRST[served]?.[1]).toBe(request);
    const { code } = await deployDesk();
    expect(code).toBe(0);
    assertWhole();
  },
  PATIENCE_MS,
);

test.each([
  ['the version', 8],
  ['the deployment', 9],
])(
  '%s is made once where its answer is lost',
  async (_what, served) => {
    anna.network.cutAfter(served, true);
    await assertCut();
    expect((await deployDesk()).code).toBe(0);
    assertWhole();
    expect(anna.google.get('Case desk').versions.length).toBe(1);
  },
  PATIENCE_MS,
);

test(
  'a sheet whose answer is lost is named to whoever may have to delete it',
  async () => {
    anna.network.cutAfter(3, true);
    expect((await deployDesk()).text).toContain('an empty sheet "Case desk"');
    expect(anna.google.sheets.length).toBe(1);
  },
  PATIENCE_MS,
);

test(
  'a network that goes away in an update, at every request of it, leaves one sheet, one address and the next run whole',
  async () => {
    await deployDesk();
    const [{ deploymentId } = { deploymentId: '' }] = anna.google.deployed('Case desk');
    for (const [at, [, request]] of UPDATE.entries()) {
      const script = anna.google.get('Case desk');
      // As if what is there had been built and pushed by an older release.
      script.files = [];
      for (const version of script.versions) version.description = 'older';
      anna.google.calls.length = 0;
      anna.network.cutAfter(at + 1);
      await assertCut();
      expect(anna.google.calls.slice(1)).toEqual(UPDATE.slice(0, at).map(([, call]) => call));
      anna.google.calls.length = 0;
      expect((await deployDesk()).code).toBe(0);
      expect(anna.google.calls).toContain(request);
      assertWhole();
      expect(anna.google.deployed('Case desk')[0]?.deploymentId).toBe(deploymentId);
    }
  },
  2 * PATIENCE_MS,
);
