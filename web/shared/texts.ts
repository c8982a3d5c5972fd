/** The texts of what all pages share. */

export const person = { unnamed: 'No name' };

export const time = { justNow: 'just now', noDate: 'No date' };

export const toast = { undo: 'Undo', undoLast: 'Undo the last change' };

export const shortcuts = {
  title: 'Keyboard shortcuts',
  button: 'Keyboard shortcuts (?)',
  show: 'Show keyboard shortcuts',
  groups: { own: 'On this page', goTo: 'Go to', general: 'Everywhere' },
  switch: 'Single-letter shortcuts',
  shift: 'Shift',
  ctrl: 'Ctrl',
  close: 'Close',
};

export const report = {
  untitled: 'Report',
  from: 'From',
  to: 'To',
  range: 'Date range',
  show: 'Show',
  lastDays: (days: number) => `Last ${days} days`,
  rangeError: 'The first day must not be after the last.',
  table: 'Show as a table',
  total: 'In all',
  before: 'The same days before',
  by: 'By',
  groupings: {
    day: 'Day',
    hour: 'Hour',
    source: 'Source',
    location: 'Location',
    agent: 'Agent',
    reason: 'Reason',
    sender: 'Sender',
    item: 'Item',
    category: 'Category',
  } as Readonly<Record<string, string>>,
  others: (count: number) => (count === 1 ? '1 other in the table.' : `${count} others in the table.`),
  nothing: '–',
  minutes: (count: string) => `${count} min`,
  hours: (count: string) => `${count} h`,
  days: (count: string) => `${count} days`,
};
