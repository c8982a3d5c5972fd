import type { Area } from '../../protocol/spreadsheet-cells';
import { call } from '../host';
import { emulated } from '../not-emulated';
import { areaOf } from './areas';
import { range } from './range';

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
    getRange: () => range(own.area),
    remove: () => call('spreadsheet.setNamedRange', area.book, own.name, null),
    setName: (to: string) => set({ name: to }),
    setRange: (to: GoogleAppsScript.Spreadsheet.Range) => set({ area: areaOf(to) }),
  } satisfies NamedRange);
  return self;
}
