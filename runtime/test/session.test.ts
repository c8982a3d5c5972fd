import type { ExecutionKind } from '../execution/execution';
import { createScript, toScriptFiles } from '../execution/script';
import { type Realm, startRealm } from './harness/realm';

// Sources: platform facts 3 and 4.2; developers.google.com/apps-script/reference/base/session
describe('Session', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm({ scopes: ['userinfo.email'] });
  });
  afterAll(() => realm.close());

  test.each<[ExecutionKind, string]>([
    ['menu', 'owner@example.com'],
    ['run', 'owner@example.com'],
    ['trigger', 'owner@example.com'],
    ['simple trigger', 'owner@example.com'],
    ['web app', ''],
  ])('the active user of a %s is %j', async (kind, email) => {
    const { returned } = await realm.execute(() => Session.getActiveUser().getEmail(), [], { kind });
    expect(returned).toMatchObject({ json: JSON.stringify(email) });
  });

  test('the effective user is the owner, whoever calls', async () => {
    const run = () => Session.getEffectiveUser().getEmail();
    const { returned } = await realm.execute(run, [], { kind: 'web app' });
    expect(returned).toMatchObject({ json: '"owner@example.com"' });
  });

  test.each<[access: string, email: string]>([
    ['MYSELF', 'owner@example.com'],
    ['ANYONE', 'owner@example.com'],
    ['ANYONE_ANONYMOUS', ''],
  ])('the active user of a web app for %s is %j', async (access, email) => {
    const manifest = {
      timeZone: 'Etc/UTC',
      oauthScopes: ['https://www.googleapis.com/auth/userinfo.email'],
      webapp: { access, executeAs: 'USER_DEPLOYING' },
    };
    const code = 'function main() { return Session.getActiveUser().getEmail(); }';
    const files = toScriptFiles({ 'appsscript.json': JSON.stringify(manifest), 'Code.js': code });
    const script = createScript('test', () => files);
    const { returned } = await realm.runtime.run(script, 'main', [], { kind: 'web app' });
    expect(returned).toMatchObject({ json: JSON.stringify(email) });
  });

  test('the time zone is the manifest’s, and the temporary key of a user changes after 30 days at the latest', async () => {
    const key = () => Session.getTemporaryActiveUserKey();
    const first = await realm.run(key);
    expect(await realm.runAll([key], [() => Session.getScriptTimeZone()])).toEqual([first, 'Etc/UTC']);
    await realm.scheduler.advance(30 * 86_400_000);
    expect(await realm.run(key)).not.toBe(first);
  });
});
