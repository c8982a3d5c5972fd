/** The texts of the bar above the board and of the cafe's own pages. */

export const cafe = 'Cafe';
export const noCafe = 'There is no cafe yet. Add one in the Cafes tab.';
export const notLoaded = 'The cafe could not be loaded:';

export const opening = {
  open: 'Open',
  paused: 'Paused',
  closed: 'Closed',
  opensAt: (time: string) => `Opens ${time}`,
  pause: 'Pause',
  pauseOrders: 'Pause orders',
  resume: 'Resume',
  resumeOrders: 'Resume orders',
  notPaused: 'Could not pause:',
  notResumed: 'Could not resume:',
};

export const takings = {
  today: 'Today',
  refresh: "Today's takings. Press to refresh.",
  orders: (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`,
  testOrders: (count: number) => `${count} test ${count === 1 ? 'order' : 'orders'}`,
  unknown: 'Not available',
};

export const allDay = {
  title: 'To make, all orders',
  showAll: 'All items',
  none: 'Nothing to make',
};

export const availabilities = { available: 'Available', sold_out: 'Sold out', hidden: 'Hidden' };

export const menu = {
  notLoaded: 'The menu could not be loaded:',
  search: 'Search the menu',
  count: (soldOut: number) => (soldOut === 0 ? 'Nothing is sold out' : `${soldOut} sold out`),
  empty: 'The menu is empty.',
  noMatch: (search: string) => `No item matches "${search}".`,
  noCategory: 'Other',
  left: (count: number) => `${count} left`,
  noStock: 'None left. Change its stock in the Menu tab.',
  noPrice: 'Its price in the Menu tab is invalid.',
  hidden: 'Hidden from the menu',
  show: 'Show on the menu',
  changed: (name: string, availability: string) => `${name}: ${availability}`,
  notSaved: 'Not saved:',
  changedElsewhere: 'It was changed on another screen in the meantime.',
  gone: 'It is no longer on the menu.',
};

export const devices = {
  add: 'Add a tablet',
  what: 'A tablet stays logged in for 90 days. Anyone who uses it sees the orders, the sold-out items and the takings.',
  name: 'Name',
  example: 'Counter',
  useHere: 'Use this screen as the tablet',
  showToken: 'Add another tablet',
  notAdded: 'Not added:',
  tokenOf: (name: string) => `Token for ${name}`,
  tokenUse:
    'Open this page on the tablet, choose "Log in as a tablet" and enter the token. It cannot be shown again.',
  copy: 'Copy',
  copied: 'Copied',
  done: 'Done',
  list: 'Tablets at this cafe',
  none: 'No tablet has been added yet.',
  notLoaded: 'The tablets could not be loaded:',
  you: 'you',
  noDate: 'unknown',
  added: (day: string, by: string) => `Added ${day} by ${by}.`,
  until: (day: string) => `Logged in until ${day}.`,
  revoke: 'Revoke',
  revokeName: (name: string) => `Revoke ${name}`,
  revokeQuestion: (name: string) => `Revoke ${name}?`,
  revokeConsequence: 'It is logged out at once. Orders are not affected.',
  revoked: (name: string) => `${name} revoked`,
  notRevoked: 'Not revoked:',
};
