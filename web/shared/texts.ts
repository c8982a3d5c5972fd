/** The texts of what all pages share. */

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
