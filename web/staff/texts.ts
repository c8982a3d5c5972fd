/** The texts of the frame around every page; each folder has its own beside it. */

export const name = 'Sheetdesk';
export const titleOf = (page: string, waiting: number) =>
  `${waiting > 0 ? `(${waiting}) ` : ''}${page} · Sheetdesk`;
export const skip = 'Skip to the content';
export const opening = 'Opening…';
export const openingLater =
  'This page opens by itself once the connection is back. Nothing you did here is lost.';
export const menu = 'Menu';
export const pages = {
  orders: 'Orders',
  menu: 'Sold out',
  devices: 'Tablets',
  leads: 'Leads',
  vehicles: 'Vehicles',
  reports: 'Lead overview',
  overview: 'Cafe overview',
};
export const colors = { label: 'Colors', automatic: 'Automatic', dark: 'Dark', light: 'Light' };
export const cancel = 'Cancel';
export const close = 'Close';
export const loading = 'Loading…';
export const tryAgain = 'Try again';
export const logOut = 'Log out';
export const logOutDevice = {
  question: 'Log this tablet out?',
  consequence: 'It shows no orders until a manager adds it again.',
};
export const logOutUnsent =
  'Logged out on this device. The server could not be reached, so the session there stays valid until it expires.';
export const reportFailed = 'The figures could not be loaded.';
export const noPages = 'Your role has no pages here. Ask an admin to change it in the Users tab.';
export const testMode = {
  cafe: 'Test mode: no money moves.',
  leads: 'Test mode: texts may be simulated.',
};

export const logIn = {
  title: 'Log in',
  email: 'Email address',
  password: 'Password',
  isKept: 'Stay logged in until this tab is closed',
  submit: 'Log in',
  submitting: 'Logging in…',
  asDevice: 'Log in as a tablet',
  token: 'Tablet token',
  useToken: 'Use this token',
  noDevice: 'This is not a tablet token. A manager can create one under Tablets.',
  somebodyElse: 'Not saved because someone else has logged in.',
  expired: 'Your session has ended. Log in to continue. Nothing on this page is lost.',
  deviceEnded: 'This tablet has been removed. Log in to continue. A manager can add it again under Tablets.',
};

export const connection = {
  offline: (since: string) => `Offline since ${since}`,
  waiting: (count: number) => `, ${count} ${count === 1 ? 'change' : 'changes'} waiting`,
  busy: (waiting: string) => `The service is busy${waiting}. Trying again…`,
};

export const errors = {
  connection: 'No connection to the server.',
  unreadable: (status: number) => `The server sent an unreadable response (${status}).`,
};

export const sound = {
  locked: 'Tap for sound',
  mute: 'Mute',
  on: 'Sound is on',
  off: 'Sound is off',
};
