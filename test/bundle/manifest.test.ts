import { readFileSync } from 'node:fs';
import path from 'node:path';

const manifestOf = (script: string) =>
  JSON.parse(readFileSync(path.resolve(__dirname, '../../dist', script, 'appsscript.json'), 'utf8'));

const scopesOf = (script: string) =>
  manifestOf(script).oauthScopes.map((scope: string) =>
    scope.replace('https://www.googleapis.com/auth/', ''),
  );

test('the desk asks for the five scopes of the interface and no other', () => {
  expect(scopesOf('desk')).toEqual([
    'gmail.readonly',
    'spreadsheets.currentonly',
    'drive.file',
    'script.scriptapp',
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
  ]);
  expect(manifestOf('api').dependencies).toEqual({});
});
