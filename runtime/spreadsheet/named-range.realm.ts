import { emulated } from '../realm/emulated';
import { call } from '../realm/host';
import type { Area } from './cells';
import { toArea, toRange } from './references.realm';

type NamedRange = GoogleAppsScript.Spreadsheet.NamedRange;

export function namedRange(name: string, area: Area): NamedRange {
  let state = { name, area };
  const set = (change: { name?: string; area?: Area }) => {
    const next = { ...state, ...change };
    if (next.name !== state.name) call('spreadsheet.setNamedRange', area.book, state.name, null);
    call('spreadsheet.setNamedRange', area.book, next.name, next.area);
    state = next;
    return self;
  };
  const self: NamedRange = emulated('Spreadsheet.NamedRange', {
    getName: () => state.name,
    getRange: () => toRange(state.area),
    remove: () => call('spreadsheet.setNamedRange', area.book, state.name, null),
    setName: (to: string) => set({ name: to }),
    setRange: (to: GoogleAppsScript.Spreadsheet.Range) => set({ area: toArea(to) }),
  } satisfies NamedRange);
  return self;
}
