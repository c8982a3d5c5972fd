import { ServiceError } from '../execution/service';
import { shifted } from './address';
import type { Book } from './book';
import type { Area } from './cells';
import type { Span } from './facts';
import type { Sheet } from './sheet';
import { deleteTracks, insertTracks, moveTracks, moveWithin } from './tracks';
import { LIMITS, MESSAGES } from './wording';

type Lines = Pick<Span, 'dimension' | 'at' | 'count'>;

/** Inserts rows or columns; named ranges, protections, filter and rules move along. */
export function insertLines(book: Book, sheet: Sheet, { dimension, at, count }: Lines, from: number): void {
  const max = sheet.max(dimension);
  if (at < 1 || at > max + 1 || count < 1) throw new ServiceError(MESSAGES.outOfBounds(dimension));
  assertRoom(book, count * (dimension === 'rows' ? sheet.maxColumns : sheet.maxRows));
  insertTracks(sheet.grid, dimension, at, count, from);
  if (dimension === 'columns' && sheet.record.columns.length >= at)
    sheet.record.columns.splice(at - 1, 0, ...Array<null>(count).fill(null));
  shiftAreas(book, sheet, (area) => shifted(area, dimension, at, count));
}

export function deleteLines(book: Book, sheet: Sheet, { dimension, at, count }: Lines): void {
  const max = sheet.max(dimension);
  if (at < 1 || count < 1 || at + count - 1 > max) throw new ServiceError(MESSAGES.outOfBounds(dimension));
  assertSomeStay(sheet, { dimension, at, count });
  deleteTracks(sheet.grid, dimension, at, count);
  if (dimension === 'columns') sheet.record.columns.splice(at - 1, count);
  const frozen = dimension === 'rows' ? 'frozenRows' : 'frozenColumns';
  sheet.record[frozen] -= Math.max(0, Math.min(sheet.record[frozen], at + count - 1) - at + 1);
  shiftAreas(book, sheet, (area) => shifted(area, dimension, at, -count));
}

export function moveLines(book: Book, sheet: Sheet, { dimension, at, count }: Lines, before: number): void {
  if (before < 1 || before > sheet.max(dimension) + 1)
    throw new ServiceError(MESSAGES.outOfBounds(dimension));
  if (before >= at && before <= at + count) return;
  moveTracks(sheet.grid, dimension, { at, count, before });
  if (dimension === 'columns') moveWithin(sheet.record.columns, null, { at, count, before });
  const to = before > at ? before - count : before;
  const key = dimension === 'rows' ? ('row' as const) : ('column' as const);
  const length = dimension;
  shiftAreas(book, sheet, (area) => {
    const first = area[key];
    if (first >= at && first + area[length] <= at + count) return { ...area, [key]: first - at + to };
    const without = shifted(area, dimension, at, -count);
    return without && shifted(without, dimension, to, count);
  });
}

/** Adds rows for an appended row; setValues never does (facts 6.2). */
export function growTo(book: Book, sheet: Sheet, row: number): void {
  const missing = row - sheet.maxRows;
  if (missing <= 0) return;
  assertRoom(book, missing * sheet.maxColumns);
  insertTracks(sheet.grid, 'rows', sheet.maxRows + 1, missing, sheet.maxRows);
  book.changed = true;
}

export function assertRoom(book: Book, cells: number): void {
  if (book.cells + cells > LIMITS.spreadsheetCells) throw new ServiceError(MESSAGES.tooManyCells);
}

function assertSomeStay(sheet: Sheet, { dimension, at, count }: Lines): void {
  const frozen = sheet.frozen(dimension);
  const free = sheet.max(dimension) - frozen;
  const freeGone = Math.max(0, at + count - 1 - Math.max(frozen, at - 1));
  if (freeGone >= free) throw new ServiceError(dimension === 'rows' ? MESSAGES.allRows : MESSAGES.allColumns);
}

function shiftAreas(book: Book, sheet: Sheet, shift: (area: Area) => Area | null): void {
  const own = (area: Area) => (area.sheet === sheet.record.id ? shift(area) : area);
  const kept = (areas: Area[]) => areas.map(own).filter((area): area is Area => area !== null);
  const { record } = book;
  record.names = record.names.flatMap(({ name, area }) =>
    kept([area]).map((moved) => ({ name, area: moved })),
  );
  record.protections = record.protections.flatMap((protection) =>
    kept([protection.area]).map((area) => ({
      ...protection,
      area,
      unprotected: kept(protection.unprotected),
    })),
  );
  sheet.record.filter &&= own(sheet.record.filter);
  sheet.record.selection &&= own(sheet.record.selection);
  for (const rule of sheet.record.conditionalRules) rule.areas = kept(rule.areas);
}
