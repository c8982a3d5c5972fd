import type { GoogleMethod } from './calls';

/** A method of a REST API: its official name, where it is, and which scopes let one in (any one of them). */
export interface GoogleRoute {
  api: string;
  verb: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Each `{}` takes the next value. */
  path: string;
  scopes: readonly string[];
}

const MAIL = 'https://mail.google.com/';
const READ_MAIL = ['gmail.readonly', 'gmail.modify', MAIL];
const ADD_MAIL = ['gmail.insert', 'gmail.modify', MAIL];
const READ_FILES = ['drive.file', 'drive.readonly', 'drive'];
const WRITE_FILES = ['drive.file', 'drive'];
const USER = '/gmail/v1/users/{}';
const FILES = '/drive/v3/files';

export const GOOGLE_ROUTES: Record<GoogleMethod, GoogleRoute> = {
  'gmail.getProfile': gmail('getProfile', 'GET', '/profile', READ_MAIL),
  'gmail.labels.list': gmail('labels.list', 'GET', '/labels', [...READ_MAIL, 'gmail.labels']),
  'gmail.messages.list': gmail('messages.list', 'GET', '/messages', READ_MAIL),
  'gmail.messages.get': gmail('messages.get', 'GET', '/messages/{}', READ_MAIL),
  'gmail.messages.attachments.get': gmail(
    'messages.attachments.get',
    'GET',
    '/messages/{}/attachments/{}',
    READ_MAIL,
  ),
  'gmail.messages.insert': gmail('messages.insert', 'POST', '/messages', ADD_MAIL),
  'gmail.messages.import': gmail('messages.import', 'POST', '/messages/import', ADD_MAIL),
  'gmail.history.list': gmail('history.list', 'GET', '/history', READ_MAIL),
  'drive.files.create': { api: 'drive.files.create', verb: 'POST', path: FILES, scopes: WRITE_FILES },
  'drive.files.get': { api: 'drive.files.get', verb: 'GET', path: `${FILES}/{}`, scopes: READ_FILES },
  'drive.files.list': { api: 'drive.files.list', verb: 'GET', path: FILES, scopes: READ_FILES },
  'drive.files.update': {
    api: 'drive.files.update',
    verb: 'PATCH',
    path: `${FILES}/{}`,
    scopes: WRITE_FILES,
  },
  'drive.files.remove': {
    api: 'drive.files.delete',
    verb: 'DELETE',
    path: `${FILES}/{}`,
    scopes: WRITE_FILES,
  },
};

function gmail(
  name: string,
  verb: GoogleRoute['verb'],
  path: string,
  scopes: readonly string[],
): GoogleRoute {
  return { api: `gmail.users.${name}`, verb, path: USER + path, scopes };
}
