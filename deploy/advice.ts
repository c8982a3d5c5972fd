import type { DeployError } from './deploy-error';
import type { Options } from './options';

interface Place {
  options: Options;
  /** The account, where it is known. */
  email: string | undefined;
  /** Of the project file in question. */
  file: string;
  /** Of the sheet in question. */
  title: string;
  /** Whether that sheet is known to be there. */
  hasSheet: boolean;
}

const ADVICE: Record<DeployError['why'], (place: Place) => string[]> = {
  login: ({ options: { user } }) => [
    'You are not logged in to Google, or the login has ended, or boxes were left empty.',
    `Run: npx clasp login${user === undefined ? '' : ` --user ${user}`}`,
    'A browser opens. Choose the account that is to own the sheets, tick every box, choose Continue.',
  ],
  apiOff: ({ email }) => [
    `The Apps Script API is off for ${email ?? 'your account'}.`,
    'Open https://script.google.com/home/usersettings as that account, choose "Google Apps Script API", switch it on.',
    'It takes Google up to a few minutes to notice.',
  ],
  network: ({ title, hasSheet }) => [
    'Google could not be reached. Is there a network, does a proxy want to be named in HTTPS_PROXY?',
    ...(hasSheet
      ? []
      : [`Should your Drive show an empty sheet "${title}" now, it is left over: delete it.`]),
  ],
  gone: ({ title, file, email }) => [
    `The script of "${title}" is not there any more, or ${email ?? 'your account'} may not change it.`,
    'In the bin of Drive? Take the sheet out again. Made by another account? Log in as that one.',
    `Gone for good? Delete ${file}: the next run makes a new sheet.`,
  ],
  full: () => [],
  other: () => [],
};

/** What went wrong, what to do about it, and that the next run goes on from there. */
export function explain(error: DeployError, place: Place): string {
  const lines = [error.message, ...ADVICE[error.why](place)];
  return [...lines, 'Then run the same command again: what is done stays, and it goes on from there.'].join(
    '\n',
  );
}
