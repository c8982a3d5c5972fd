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

  settings: {},

  shortcuts: {},

  errors: {},
} as const;
