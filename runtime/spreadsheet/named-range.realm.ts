import { emulated } from '../realm/emulated';
import { call } from './call.realm';
import type { Area } from './cells';
import { toArea, toRange } from './references.realm';

type NamedRange = GoogleAppsScript.Spreadsheet.NamedRange;

export function namedRange(name: string, area: Area): NamedRange {
  let state = { name, area };
  const self: NamedRange = emulated('Spreadsheet.NamedRange', {
    getName: () => state.name,
    getRange: () => toRange(state.area),
    remove: () => call('spreadsheet.setNamedRange', area.book, state.name, null),
    setName(to: string) {
      call('spreadsheet.renameNamedRange', area.book, state.name, to);
      state = { ...state, name: to };
      return self;
    },
    setRange(to: GoogleAppsScript.Spreadsheet.Range) {
      call('spreadsheet.setNamedRange', area.book, state.name, toArea(to));
      state = { ...state, area: toArea(to) };
      return self;
    },
  } satisfies NamedRange);
  return self;
}
