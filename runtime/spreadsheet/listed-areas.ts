import { ServiceError } from '../execution/service';
import { contains, intersects } from './address';
import type { Attributes } from './attributes';
import type { Book } from './book';
import type { Area, Rule } from './cells';
import type { Sheet } from './sheet';
import { MESSAGES } from './wording';

type Move = (area: Area) => Area | null;

/** A rule whose values are listed in cells follows these. */
export function moveListedAreas(book: Book, move: Move): void {
  for (const { sheet, row, column, attributes, rule, area } of listedAreas(book.sheets)) {
    const to = move(area);
    if (!to || (contains(to, area) && contains(area, to))) continue;
    const values = [{ area: to }, ...rule.values.slice(1)];
    sheet.grid.setAttributes(row, column, { ...attributes, rule: { ...rule, values } });
  }
}

/** Throws if a rule's list would be gone: what becomes of the rule is not known. */
export function assertListsStay(sheets: readonly Sheet[], method: string, move: Move): void {
  for (const { area } of listedAreas(sheets))
    if (!move(area)) throw new ServiceError(MESSAGES.listNotEmulated(method), { name: 'Error' });
}

/** Throws if a list's cells would move one by one: what becomes of it is not known either. */
export function assertNoLists(book: Book, method: string, cells: Area): void {
  assertListsStay(book.sheets, method, (area) => (intersects(area, cells) ? null : area));
}

interface Listed {
  sheet: Sheet;
  row: number;
  column: number;
  attributes: Attributes;
  rule: Rule;
  area: Area;
}

/** Looks at every cell, so it makes nothing for one without a list. */
function listedAreas(sheets: readonly Sheet[]): Listed[] {
  const listed: Listed[] = [];
  for (const sheet of sheets)
    sheet.grid.rows.forEach((line, index) => {
      line?.attributes.forEach((attributes, at) => {
        const rule = attributes?.rule;
        if (!rule) return;
        const { area } = (rule.values[0] ?? {}) as { area?: Area };
        if (area) listed.push({ sheet, row: index + 1, column: at + 1, attributes, rule, area });
      });
    });
  return listed;
}
