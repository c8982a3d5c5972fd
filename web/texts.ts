import type { Checked } from '../src/tracker/page/answers';
import { formatDay, pluralize } from './format';

/** Every text of the page. */
export const TEXTS = {
  app: {
    name: 'Case desk',
    noDate: 'No date',
    opening: 'Opening…',
    skip: 'Skip to content',
    pages: 'Pages',
    cases: 'Cases',
    settings: 'Settings',
    goToSettings: 'Go to the settings',
    problems: (count: number) => `The desk has ${pluralize(count, 'problem')}.`,
    whatToDo: 'See what to do',
  },

  list: {
    cases: 'Cases',
    lists: 'Lists',
    tabs: { unseen: 'New', all: 'All', due: 'Due' },
    goTo: (tab: string) => `Go to ${tab}`,
  },

  search: {
    search: 'Search cases',
  },

  bell: {
    notifications: 'Notifications',
  },

  toast: {
    undo: 'Undo',
    undoLast: 'Undo the last change',
    undone: 'Change undone',
    status: (cases: string, status: string) => `${cases} set to ${status}`,
    due: (cases: string, day: string) => `${cases} due ${formatDay(day)}`,
    noDue: (cases: string) => `${cases}: due date removed`,
    notChanged: (cases: string) => `${cases} could not be changed`,
  },

  case: {},

  settings: {
    title: 'Settings',
    loading: 'Loading the settings…',
    notLoaded: 'The settings could not be loaded',
    whenApplied: 'Changes apply from the next check.',
    saving: 'Saving…',
    saved: 'Saved',
    notSaved: 'The setting could not be saved',

    tracking: 'Whose mail becomes cases',
    senders: 'Tracked senders',
    senderExample: 'name@example.com, or example.com for everyone there',
    sendersNotSaved: 'The senders could not be saved',
    everyoneAt: (domain: string) => `everyone at ${domain}`,
    remove: (sender: string) => `Remove ${sender}`,
    alreadyTracked: (names: readonly string[]) => `${names.join(', ')}: already in the list. `,
    nobodyTracked: 'Add a sender. Mail from anyone else is ignored. ',
    lookBack: { before: 'A sender added later: also take in mail of the last', after: 'days' },
    daysNotSaved: 'The number of days could not be saved',
    reopenOnReply: 'Reopen a closed case when a reply arrives',

    alerts: 'Alerts',
    emailAlerts: 'Email me when a new case arrives',
    alertEmail: 'Send alerts to',
    ownAddress: 'your own address',
    addressNotSaved: 'The address could not be saved',

    deskStatus: 'Desk status',
    noProblems: 'No problems.',
    timer: 'Mail is checked every 5 minutes.',
    noTimer: 'The timer is not running.',
    lastCheck: 'Last check:',
    never: 'never',
    openSheet: 'Open the sheet',
    checkNow: 'Check now',
    checkingMail: 'Checking mail',
    checkTakesLong: 'Checking mail… This can take a few minutes.',
    checkFailed: 'The check failed',
    checked: ({ newCases, newMessages }: Pick<Checked, 'newCases' | 'newMessages'>) => {
      if (newCases.length > 0) return pluralize(newCases.length, 'new case');
      return newMessages > 0 ? `${pluralize(newMessages, 'new message')} in existing cases` : 'No new mail';
    },

    keyboard: 'Keyboard',

    welcome: 'Welcome to your case desk',
    threeSteps: 'Three steps turn the mail you track into cases.',
    done: '(done)',
    setUp: 'Set up the sheet',
    howToSetUp: {
      before: 'In the sheet, choose',
      menuItem: 'Case desk > Set up',
      after: 'from the menu, and tick every box when Google asks.',
    },
    addSenders: 'Add the senders to track',
    firstCheck: 'Run the first check',
    whatComesIn: (days: number) =>
      `Mail of the last ${pluralize(days, 'day')} becomes cases. After that, mail is checked every 5 minutes.`,
    checking: 'Checking…',
    checkAgain: 'Check again',
    notSetUp: (reason: string) => `Not set up yet: ${reason}`,
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    button: 'Keyboard shortcuts (?)',
    show: 'Show keyboard shortcuts',
    switch: 'Single-letter shortcuts',
    whatStays:
      'Turn them off if keys are pressed by accident or by dictation. Tab, Enter, Escape and the arrow keys always work.',
    shift: 'Shift',
    close: 'Close',
  },

  errors: {
    tryAgain: 'Try again',
    mayHaveWorked: 'It may have worked all the same: try again to make sure.',
    tryingAgain: 'Google is limiting requests. Trying again…',
    cures: { 'sign in': 'Sign in again', sheet: 'Open the sheet', reload: 'Open the page anew' },
    /** By kind; `said` are Google's words. */
    failures: {
      offline: () => 'You are offline.',
      busy: () => 'Too many scripts are running in your Google account at the moment. Try again in a minute.',
      'rate limit': () => 'Google is limiting requests. Try again in a minute.',
      'daily quota': () =>
        `The account's daily limit at Google is used up. Google lifts it within 24 hours, by ${inADay()} at the latest.`,
      'signed out': () => 'You are signed out of Google, or signed in with another account.',
      permission: () => 'A permission is missing. Choose Case desk > Set up in the sheet and tick every box.',
      storage: () => 'Your Google storage is full. Free some space, then try again.',
      undeployed: () => 'This page is no longer deployed. Choose Case desk > Open the page in the sheet.',
      outdated: () => 'The desk has been updated. Open the page anew.',
      'too long': () => 'Google stopped the script because it ran too long.',
      timeout: () => 'Google did not respond in time.',
      lost: () => 'Google lost the response.',
      connection: () => 'The connection to Google failed.',
      server: () => 'Google had a problem of its own. Try again in a minute.',
      'not found': (said: string) => said,
      other: (said: string) => said,
    },
  },
} as const;

/** Google counts a day from the first use. */
function inADay(): string {
  const DAY_MS = 24 * 60 * 60_000;
  return new Date(Date.now() + DAY_MS).toLocaleString(undefined, {
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  });
}
