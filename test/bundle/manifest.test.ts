import { advancedServicesOf, codeOf, manifestOf, namesUsed, SCRIPTS, type Script, SERVICES } from './built';

/** What services and some of their members ask for; null: no scope. Others are not known here, and so not used. */
const SCOPES: Record<string, string | null> = {
  Gmail: 'gmail.readonly',
  Drive: 'drive.file',
  SpreadsheetApp: 'spreadsheets.currentonly',
  'SpreadsheetApp.create': 'spreadsheets',
  'SpreadsheetApp.openById': 'spreadsheets',
  'SpreadsheetApp.openByUrl': 'spreadsheets',
  MailApp: 'script.send_mail',
  UrlFetchApp: 'script.external_request',
  ScriptApp: null,
  'ScriptApp.newTrigger': 'script.scriptapp',
  'ScriptApp.getProjectTriggers': 'script.scriptapp',
  'ScriptApp.getUserTriggers': 'script.scriptapp',
  'ScriptApp.deleteTrigger': 'script.scriptapp',
  Session: null,
  'Session.getActiveUser': 'userinfo.email',
  'Session.getEffectiveUser': 'userinfo.email',
  CacheService: null,
  Charts: null,
  ContentService: null,
  HtmlService: null,
  LockService: null,
  PropertiesService: null,
  Utilities: null,
};

const DIALOG = /\.show(?:ModalDialog|ModelessDialog|Sidebar)\(/;

/** The scopes that code with these names cannot do without. */
function scopesNeeded(code: string, names = namesUsed(code)): string[] {
  const used = [...names].map((name) => SCOPES[name]).filter((scope) => typeof scope === 'string');
  return [...new Set([...used, ...(DIALOG.test(code) ? ['script.container.ui'] : [])])].sort();
}

const scopesOf = (script: Script) =>
  manifestOf(script).oauthScopes.map((scope) => scope.replace('https://www.googleapis.com/auth/', ''));

test('the desk asks for the five scopes of the interface, one for a sidebar, and no other', () => {
  expect(scopesOf('desk')).toEqual([
    'gmail.readonly',
    'spreadsheets.currentonly',
    'drive.file',
    'script.scriptapp',
    'script.container.ui',
    'script.send_mail',
  ]);
});

test('the desk is open to its owner alone, the api to anybody', () => {
  expect(manifestOf('desk').webapp).toEqual({ access: 'MYSELF', executeAs: 'USER_DEPLOYING' });
  expect(manifestOf('api').webapp).toEqual({ access: 'ANYONE_ANONYMOUS', executeAs: 'USER_DEPLOYING' });
});

test('the api reaches neither mail nor files', () => {
  expect(scopesOf('api')).toEqual([
    'spreadsheets.currentonly',
    'script.external_request',
    'script.scriptapp',
    'script.container.ui',
  ]);
  expect(manifestOf('api').dependencies).toEqual({});
});

describe.each(SCRIPTS)('the manifest of the %s', (script) => {
  const used = namesUsed(codeOf(script));

  test('asks for every scope that the script needs, and for no other', () => {
    // Asked for only with --wide-sheets: without it the script says so where it would need it.
    const needed = scopesNeeded(codeOf(script), used).filter((scope) => scope !== 'spreadsheets');
    expect([...scopesOf(script)].sort()).toEqual(needed);
  });

  test('turns on every advanced service that the script uses, and no other', () => {
    expect(advancedServicesOf(script)).toEqual(['Gmail', 'Drive'].filter((service) => used.has(service)));
  });

  test('covers all services that the script uses', () => {
    const services = [...used].filter(
      (name) => SERVICES.includes(name) && !/^(?:console|Logger)$/.test(name),
    );
    expect(services.filter((name) => !(name in SCOPES))).toEqual([]);
  });
});

test.each([
  ['Session.getActiveUser()', ['userinfo.email']],
  ['Session.getScriptTimeZone()', []],
  ['SpreadsheetApp.openById("a")', ['spreadsheets', 'spreadsheets.currentonly']],
  ['(ui => ui.showSidebar(1))(SpreadsheetApp.getUi())', ['script.container.ui', 'spreadsheets.currentonly']],
  ['const MailApp = 1; MailApp.sendEmail()', []],
])('%s needs the scopes %j', (code, scopes) => expect(scopesNeeded(code)).toEqual(scopes));
