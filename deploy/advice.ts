import type { DeployError } from './deploy-error';
import type { Ids } from './project';

interface Place {
  /** Whom clasp knows by another name than its default. */
  user: string | undefined;
  /** The account, where it is known. */
  email: string | undefined;
  /** Of the project file in question. */
  file: string;
  /** Of the sheet in question. */
  title: string;
  /** As far as they can be read. */
  ids: Ids;
}

const GO_ON = 'Then run the same command again: what is done stays, and it goes on from there.';

const ADVICE: Record<DeployError['why'], (place: Place) => string[]> = {
  login: ({ user }) => [
    'You are not logged in to Google, or the login has ended, or boxes were left empty.',
    `Run: npm run login${user === undefined ? '' : ` -- --user ${user}`}`,
    'A browser opens. Choose the account that is to own the sheets, tick every box, choose Continue.',
    GO_ON,
  ],
  apiOff: ({ email }) => [
    `The Apps Script API is off for ${email ?? 'your account'}.`,
    'Open https://script.google.com/home/usersettings as that account, choose "Google Apps Script API", switch it on.',
    'It takes Google up to a few minutes to notice.',
    GO_ON,
  ],
  network: ({ title, ids }) => [
    'Google could not be reached. Is there a network, does a proxy want to be named in HTTPS_PROXY?',
    ...(ids.parentId === undefined && ids.scriptId === undefined
      ? [`Should your Drive show an empty sheet "${title}" now, it is left over: delete it.`]
      : []),
    GO_ON,
  ],
  gone: ({ title, file, email }) => [
    `The script of "${title}" is not there any more, or ${email ?? 'your account'} may not change it.`,
    'In the bin of Drive? Take the sheet out again. Made by another account? Log in as that one.',
    `Gone for good? Delete ${file} and run the same command with --new: that makes a new sheet.`,
    'Otherwise run the same command again: what is done stays, and it goes on from there.',
  ],
  unbound: ({ ids }) => [
    'Google has made the sheet, and refuses to put a script into it yet.',
    `Open https://docs.google.com/spreadsheets/d/${ids.parentId}/edit and type something into A1.`,
    'If it does not open, take it out of the bin of Drive first.',
    'Then run the same command again: it uses this sheet and makes no other.',
  ],
  limited: () => ['Google asks for a pause. Wait a minute, after many runs an hour.', GO_ON],
  server: () => ['Google has a problem of its own. Wait a few minutes.', GO_ON],
  file: () => ['Correct or restore that file. Then run the same command again.'],
  full: () => [GO_ON],
  wrong: () => ['Everything is deployed; run the same command again to have it checked anew.'],
  busy: () => [],
  known: () => [],
  other: () => [GO_ON],
};

/** What went wrong, what to do about it, and that the next run goes on from there. */
export function explain(error: DeployError, place: Place): string {
  return [error.message, ...ADVICE[error.why](place)].join('\n');
}
