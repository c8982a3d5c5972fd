import { testLong } from '../harness/extent';
import { built, manifestOf, sourcesOf } from './built';
import { Newcomer } from './newcomer';
import { assertCut, assertWhole } from './whole';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
});
afterAll(() => anna.leave());

const deployDesk = () => anna.deploy('--only', 'desk');

/** In the long tests the second test goes on where the first one has ended. */
describe('a first deployment', () => {
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
