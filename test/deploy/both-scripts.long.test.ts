import path from 'node:path';
import { assertWithoutSendMail, built, manifestOf, SEND_MAIL, sourcesOf } from './built';
import { Newcomer } from './newcomer';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
});
afterAll(() => anna.leave());

/** What the only deployment serves, and where. */
function served(title: string) {
  const [deployment, ...others] = anna.google.deployed(title);
  expect(others).toEqual([]);
  const id = deployment?.deploymentId ?? '';
  return { id, url: `/macros/s/${id}/exec`, files: anna.google.served(title) };
}

/** One life after another: each test goes on where the one before it has ended. */
describe('npm run deploy with both scripts', () => {
  test('makes both sheets with their scripts and prints their URLs', async () => {
    const { code, text } = await anna.deploy();
    expect(code).toBe(0);
    expect(text).toContain('anna@example.com');
    expect(anna.google.sheets.map(({ name }) => name)).toEqual(['Case desk', 'API sheet']);
    for (const [index, title] of ['Case desk', 'API sheet'].entries()) {
      const sheet = anna.google.sheets[index]?.id ?? '';
      expect(anna.google.get(title).parentId).toBe(sheet);
      expect(text).toContain(`https://docs.google.com/spreadsheets/d/${sheet}/edit`);
      expect(text).toContain(`https://script.google.com${served(title).url}`);
    }
  });

  test('serves what was built: the desk to its owner, the API to everyone', () => {
    const [desk, api] = [served('Case desk'), served('API sheet')];
    expect(sourcesOf(desk.files)).toEqual(built('desk', desk.id));
    expect(sourcesOf(api.files)).toEqual(built('api', api.id));
    expect(manifestOf(desk.files).webapp.access).toBe('MYSELF');
    expect(manifestOf(api.files).webapp.access).toBe('ANYONE_ANONYMOUS');
  });

  test('changes nothing if nothing has changed', async () => {
    const before = structuredClone([anna.google.sheets, anna.google.scripts]);
    const { code } = await anna.deploy();
    expect(code).toBe(0);
    expect([anna.google.sheets, anna.google.scripts]).toEqual(before);
  });

  test('with --dry-run shows what would change, and changes nothing', async () => {
    const before = structuredClone(anna.google.scripts);
    const { text } = await anna.deploy('--dry-run', '--no-alerts', 'desk');
    expect(text).toMatch(/would push the code\n.*would save it as version.*, then move the deployment/);
    expect(anna.google.scripts).toEqual(before);
  });

  test('updates the desk alone, without permission to send mail, at the same URL', async () => {
    const [{ url }, counter] = [served('Case desk'), structuredClone(anna.google.get('API sheet'))];
    const { code } = await anna.deploy('desk', '--no-alerts');
    const after = served('Case desk');
    expect([code, after.url, anna.google.sheets.length]).toEqual([0, url, 2]);
    assertWithoutSendMail(after.files);
    expect(anna.google.get('API sheet')).toEqual(counter);
  });

  test('remembers --no-alerts until --alerts', async () => {
    const { text } = await anna.deploy('--dry-run', 'desk');
    expect(text).not.toContain('would save it as version');
  });

  test('keeps the URL of a deployment whose description the owner has changed', async () => {
    const { deployments } = anna.google.get('Case desk');
    for (const { deploymentConfig } of deployments.slice(1)) deploymentConfig.description = 'My desk';
    const { url } = served('Case desk');
    await anna.deploy('desk', '--alerts');
    expect(served('Case desk').url).toBe(url);
    expect(manifestOf(served('Case desk').files).oauthScopes).toContain(SEND_MAIL);
  });

  test('needs only the two ids when the state folder is lost', async () => {
    const before = structuredClone(anna.google.scripts);
    const state = path.join(anna.home, 'written');
    anna.writeIds(anna.google.get('Case desk'), path.join(state, 'desk'));
    const { code, text } = await anna.deploy('desk', '--state', state);
    expect([code, text]).toEqual([0, expect.stringContaining(served('Case desk').url)]);
    expect(anna.google.scripts).toEqual(before);
  });
});
