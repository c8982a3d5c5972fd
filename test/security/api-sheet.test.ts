import { manifestOf } from '../bundle/built';
import { type Realm, startRealm } from '../harness/realm';

const SCOPES = manifestOf('api').oauthScopes;
const DESK_SCOPES = manifestOf('desk').oauthScopes;

const FORBIDDEN: [what: string, snippet: () => unknown][] = [
  ['read mail', () => Gmail?.Users?.Messages?.list('me')],
  ['send mail', () => MailApp.sendEmail('a@example.com', 'x', 'y')],
  ['read files', () => Drive?.Files?.list()],
  ['open another sheet', () => SpreadsheetApp.openById('desk').getName()],
];
const REFUSED = /not sufficient|insufficient|Authorization is required/i;

describe('a script that whoever edits the API sheet has put in the place of the api', () => {
  let realm: Realm;
  afterEach(() => realm.close());

  test.each(FORBIDDEN)('cannot %s', async (_, snippet) => {
    realm = startRealm({ scopes: SCOPES });
    await expect(realm.run(snippet)).rejects.toThrow(REFUSED);
  });

  test.each(FORBIDDEN)(
    'cannot %s either by asking for more, before its owner consents',
    async (_, snippet) => {
      realm = startRealm({ scopes: [...SCOPES, ...DESK_SCOPES, 'spreadsheets'] });
      realm.services.grants.limit({ id: 'script-test' }, SCOPES);
      await expect(realm.run(snippet)).rejects.toThrow(REFUSED);
    },
  );

  test('opens every sheet of its owner, once it has the permission for all of them', async () => {
    const wide = SCOPES.map((scope) => scope.replace(/spreadsheets\.currentonly$/, 'spreadsheets'));
    realm = startRealm({ scopes: wide });
    realm.services.spreadsheets.books.get('desk');
    const open = (id: string) => SpreadsheetApp.openById(id).getSheets().length;
    expect(await realm.run(open, 'desk')).toBe(1);
    realm.services.grants.limit({ id: 'script-test' }, SCOPES);
    await expect(realm.run(open, 'desk')).rejects.toThrow(REFUSED);
  });

  test('reads the keys that its owner has entered', async () => {
    realm = startRealm({ scopes: SCOPES });
    await realm.run(() => void PropertiesService.getScriptProperties().setProperty('stripeKey', 'sk_1'));
    const read = realm.run(() => PropertiesService.getScriptProperties().getProperties());
    expect(await read).toEqual({ stripeKey: 'sk_1' });
  });
});
