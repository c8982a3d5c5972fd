import { emulated } from '../realm/emulated';
import { call } from '../realm/host';
import type { Area } from './cells';
import { toArea, toRange } from './references.realm';

type NamedRange = GoogleAppsScript.Spreadsheet.NamedRange;

export function namedRange(name: string, area: Area): NamedRange {
  let own = { name, area };
  const set = (change: { name?: string; area?: Area }) => {
    const next = { ...own, ...change };
    if (next.name !== own.name) call('spreadsheet.setNamedRange', area.book, own.name, null);
    call('spreadsheet.setNamedRange', area.book, next.name, next.area);
    own = next;
    return self;
  };
  const self: NamedRange = emulated('NamedRange', {
    getName: () => own.name,
    getRange: () => toRange(own.area),
    remove: () => call('spreadsheet.setNamedRange', area.book, own.name, null),
    setName: (to: string) => set({ name: to }),
    setRange: (to: GoogleAppsScript.Spreadsheet.Range) => set({ area: toArea(to) }),
  } satisfies NamedRange);
  return self;
}
