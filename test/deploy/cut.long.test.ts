import { Newcomer } from './newcomer';
import { assertCut, assertWhole } from './whole';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
});
afterAll(() => anna.leave());

const deployDesk = () => anna.deploy('desk');

const SCRIPT = '/v1/projects/script-1';

/** The requests of a first deployment in their order, by the command of clasp that makes them. */
const FIRST = [
  ['show-authorized-user', 'GET /oauth2/v2/userinfo'],
  ['list-versions', 'GET /v1/projects/id-of-the-desk-script/versions'],
  ['create-script', 'POST /drive/v3/files'],
  ['create-script', 'POST /v1/projects'],
  ['create-script', `GET ${SCRIPT}/content`],
  ['push', `PUT ${SCRIPT}/content`],
  ['create-deployment', `POST ${SCRIPT}/versions`],
  ['create-deployment', `POST ${SCRIPT}/deployments`],
  ['push, knowing its address,', `PUT ${SCRIPT}/content`],
  ['update-deployment', `POST ${SCRIPT}/versions`],
  ['update-deployment', `PUT ${SCRIPT}/deployments/deployment-1-of-script-1`],
  ['the last look', 'GET /macros/s/deployment-1-of-script-1/exec'],
] as const;

/** Those of an update. */
const UPDATE = [
  ['list-versions', `GET ${SCRIPT}/versions`],
  ['list-deployments', `GET ${SCRIPT}/deployments`],
  ['push', `GET ${SCRIPT}/content`],
  ['push', `PUT ${SCRIPT}/content`],
  ['update-deployment', `POST ${SCRIPT}/versions`],
  ['update-deployment', `PUT ${SCRIPT}/deployments/deployment-1-of-script-1`],
  ['the last look', 'GET /macros/s/deployment-1-of-script-1/exec'],
] as const;

/** Each run goes on where the one before it was cut off, and is cut off a request later. */
function cutOffAtEach(requests: typeof FIRST | typeof UPDATE): void {
  test.each([...requests])('is interrupted when %s makes its %s', async (_command, request) => {
    anna.network.cutBefore(request);
    assertCut(anna, await deployDesk());
  });
}

describe('a first deployment', () => {
  cutOffAtEach(FIRST);

  test('makes nothing twice', async () => {
    expect((await deployDesk()).code).toBe(0);
    assertWhole(anna.google);
    expect(anna.google.get('Case desk').versions.length).toBe(2);
  });
});

describe('an update', () => {
  /** As if what is there had been built and pushed by an older release. */
  beforeAll(() => {
    const script = anna.google.get('Case desk');
    script.files = [];
    for (const version of script.versions) version.description = 'sheetdesk 0.0.1 older';
  });

  cutOffAtEach(UPDATE);

  test('makes one more version, at the same URL', async () => {
    const [before] = structuredClone(anna.google.deployed('Case desk'));
    expect((await deployDesk()).code).toBe(0);
    assertWhole(anna.google);
    expect(anna.google.get('Case desk').versions.length).toBe(3);
    expect(anna.google.deployed('Case desk')[0]?.deploymentId).toBe(before?.deploymentId);
  });
});

describe('a lost response', () => {
  beforeAll(() => anna.startOver());

  test('leaves an empty sheet, which the message names', async () => {
    anna.network.cutAfter('POST /drive/v3/files');
    expect((await deployDesk()).text).toContain('an empty sheet "Case desk"');
    anna.network.restore();
    expect(anna.google.sheets.splice(0).length).toBe(1);
  });

  test('is not needed to find the new sheet again after the command was killed', async () => {
    const held = anna.network.hold('POST /v1/projects');
    const { process, said } = anna.launch('desk');
    await held;
    process.kill('SIGKILL');
    expect((await said).code).toBeNull();
    anna.network.restore();
    expect(anna.google.sheets.length).toBe(1);
  });

  test.each(['versions', 'deployments'] as const)('makes nothing twice of the %s', async (what) => {
    anna.network.cutAfter(`POST ${SCRIPT}/${what}`);
    assertCut(anna, await deployDesk());
    expect(anna.google.get('Case desk').versions.length).toBe(1);
  });

  test('is found by the next run', async () => {
    expect((await deployDesk()).code).toBe(0);
    assertWhole(anna.google);
    expect(anna.google.get('Case desk').versions.length).toBe(2);
  });
});
