import { ServiceError } from '../execution/service';
import { everything, fitted, shifted } from './address';
import { inherited, type Row } from './attributes';
import type { Book } from './book';
import type { Area } from './cells';
import type { Span, Track } from './facts';
import { moveReferences } from './formula/rewrite';
import type { Grid } from './grid';
import { assertListsStay, moveListedAreas } from './listed-areas';
import { mergesOf } from './merging';
import { keepNamedRanges } from './named-ranges';
import type { Sheet } from './sheet';
import { LIMITS, MESSAGES } from './wording';

/** `count` rows or columns from `at` on. */
type Lines = Pick<Span, 'dimension' | 'at' | 'count'>;

/** New lines look like the line `from`. */
type Insertion = Lines & { from: number };

/** Lines are moved before what was at `before`. */
type Move = Lines & { before: number };

const DEFAULT_SIZE = { rows: 21, columns: 100 };

/** Inserts rows or columns; named ranges, protections, filter and rules move along. */
export function insertLines(book: Book, sheet: Sheet, insertion: Insertion): void {
  const { dimension, at, count } = insertion;
  const max = sheet.max(dimension);
  if (at < 1 || at > max + 1 || count < 1) throw new ServiceError(MESSAGES.outOfBounds(dimension));
  assertRoom(book, count * (dimension === 'rows' ? sheet.maxColumns : sheet.maxRows));
  insertTracks(sheet.grid, insertion);
  if (dimension === 'columns' && sheet.record.columns.length >= at)
    sheet.record.columns.splice(at - 1, 0, ...Array<null>(count).fill(null));
  const shift = (area: Area) => shifted(area, insertion);
  moveLists(book, sheet, shift);
  shiftAreas(book, sheet, shift);
}

export function deleteLines(book: Book, sheet: Sheet, lines: Lines): void {
  const { dimension, at, count } = lines;
  assertInside(sheet, lines);
  assertSomeStay(sheet, lines);
  const shift = (area: Area) => shifted(area, { dimension, at, count: -count });
  const isRows = dimension === 'rows';
  assertListsStay(book.sheets, `Sheet.delete${isRows ? 'Rows' : 'Columns'}`, (area) =>
    area.sheet === sheet.record.id ? shift(area) : area,
  );
  deleteTracks(sheet.grid, lines);
  if (dimension === 'columns') sheet.record.columns.splice(at - 1, count);
  const frozen = isRows ? 'frozenRows' : 'frozenColumns';
  sheet.record[frozen] -= Math.max(0, Math.min(sheet.record[frozen], at + count - 1) - at + 1);
  moveLists(book, sheet, shift);
  shiftAreas(book, sheet, shift);
}

export function moveLines(book: Book, sheet: Sheet, move: Move): void {
  const { dimension, at, count, before } = move;
  if (before < 1 || before > sheet.max(dimension) + 1)
    throw new ServiceError(MESSAGES.outOfBounds(dimension));
  if (before >= at && before <= at + count) return;
  assertMergesMoveWhole(sheet, move);
  moveTracks(sheet.grid, move);
  if (dimension === 'columns') moveWithin(sheet.record.columns, null, move);
  const to = before > at ? before - count : before;
  const key = dimension === 'rows' ? ('row' as const) : ('column' as const);
  const length = dimension;
  const shift = (area: Area) => {
    const first = area[key];
    if (first >= at && first + area[length] <= at + count) return { ...area, [key]: first - at + to };
    const without = shifted(area, { dimension, at, count: -count });
    return without && shifted(without, { dimension, at: to, count });
  };
  moveLists(book, sheet, shift);
  shiftAreas(book, sheet, shift);
}

/** Adds rows for an appended row; setValues never does (facts 6.2). */
export function growTo(book: Book, sheet: Sheet, row: number): void {
  const missing = row - sheet.maxRows;
  if (missing <= 0) return;
  assertRoom(book, missing * sheet.maxColumns);
  insertTracks(sheet.grid, { dimension: 'rows', at: sheet.maxRows + 1, count: missing, from: sheet.maxRows });
  shiftAreas(book, sheet, (area) => area);
  book.changed = true;
}

export function assertRoom(book: Book, cells: number): void {
  if (book.cells + cells > LIMITS.spreadsheetCells) throw new ServiceError(MESSAGES.tooManyCells);
}

/** Sets size or hidden flag of rows or columns. */
export function setTrack(sheet: Sheet, span: Span, track: Track): void {
  const { dimension, at, count } = span;
  assertInside(sheet, span);
  for (let index = at; index < at + count; index++) {
    if (dimension === 'rows') Object.assign(sheet.grid.touch(index), track);
    else setColumn(sheet, index, track);
  }
}

export function getTrack(sheet: Sheet, span: Span): Required<Track> {
  const { dimension, at } = span;
  assertInside(sheet, span);
  const track = dimension === 'rows' ? sheet.grid.row(at) : sheet.record.columns[at - 1];
  return {
    size: track?.size ?? DEFAULT_SIZE[dimension],
    hidden: track?.hidden ?? false,
    depth: track?.depth ?? 0,
  };
}

/** Puts rows or columns into one more group, or takes them out of one. */
export function shiftGroupDepth(sheet: Sheet, { count, ...span }: Span, delta: number): void {
  for (let at = span.at; at < span.at + count; at++) {
    const one = { ...span, at, count: 1 };
    setTrack(sheet, one, { depth: Math.max(0, getTrack(sheet, one).depth + delta) });
  }
}

/** Hides the rows of each group (developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/sheets#dimensiongroup). */
export function collapseRowGroups(sheet: Sheet): void {
  for (const [index, row] of sheet.grid.rows.entries())
    if (row?.depth) sheet.grid.touch(index + 1).hidden = true;
}

function assertInside(sheet: Sheet, { dimension, at, count }: Lines): void {
  if (at < 1 || count < 1 || at + count - 1 > sheet.max(dimension))
    throw new ServiceError(MESSAGES.outOfBounds(dimension));
}

function assertSomeStay(sheet: Sheet, { dimension, at, count }: Lines): void {
  const frozen = sheet.frozen(dimension);
  const free = sheet.max(dimension) - frozen;
  const freeGone = Math.max(0, at + count - 1 - Math.max(frozen, at - 1));
  if (freeGone >= free) throw new ServiceError(dimension === 'rows' ? MESSAGES.allRows : MESSAGES.allColumns);
}

function assertMergesMoveWhole(sheet: Sheet, { dimension, at, count, before }: Move): void {
  const start = dimension === 'rows' ? 'row' : 'column';
  const isCut = mergesOf(sheet).some((merge) =>
    [at, at + count, before].some((line) => line > merge[start] && line < merge[start] + merge[dimension]),
  );
  if (isCut)
    throw new ServiceError(
      MESSAGES.mergesNotEmulated(`Sheet.move${dimension === 'rows' ? 'Rows' : 'Columns'}`),
      { name: 'Error' },
    );
}

function moveLists(book: Book, sheet: Sheet, shift: (area: Area) => Area | null): void {
  moveListedAreas(book, (area) => (area.sheet === sheet.record.id ? shift(area) : area));
  const isOf = (column: number) => ({ ...everything(book, sheet), column, columns: 1 });
  sheet.record.filterRules &&= sheet.record.filterRules.flatMap(({ column, rule }) => {
    const moved = shift(isOf(column));
    return moved ? [{ column: moved.column, rule }] : [];
  });
}

function shiftAreas(book: Book, sheet: Sheet, shift: (area: Area) => Area | null): void {
  const moved = (area: Area) => {
    const place = shift(area);
    return place && fitted(place, sheet);
  };
  const own = (area: Area) => (area.sheet === sheet.record.id ? moved(area) : area);
  const kept = (areas: Area[]) => areas.map(own).filter((area): area is Area => area !== null);
  const { record } = book;
  keepNamedRanges(
    book,
    record.names.flatMap(({ name, area }) => kept([area]).map((place) => ({ name, area: place }))),
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
  sheet.record.selectedRanges &&= kept(sheet.record.selectedRanges);
  sheet.record.currentCell &&= own(sheet.record.currentCell);
  sheet.record.merges &&= kept(sheet.record.merges).filter(({ rows, columns }) => rows * columns > 1);
  for (const rule of sheet.record.conditionalRules) rule.areas = kept(rule.areas);
  for (const {
    record: { charts = [] },
  } of book.sheets)
    for (const chart of charts) chart.areas = kept(chart.areas);
  moveReferences(book, sheet, shift);
}

function insertTracks(grid: Grid, insertion: Insertion): void {
  if (insertion.dimension === 'rows') insertRows(grid, insertion);
  else insertColumns(grid, insertion);
}

function deleteTracks(grid: Grid, { dimension, at, count }: Lines): void {
  if (dimension === 'rows') {
    grid.touchFrom(at);
    grid.rows.splice(at - 1, count);
    grid.maxRows -= count;
    return;
  }
  for (const row of everyRow(grid)) {
    row.values.splice(at - 1, count);
    row.attributes.splice(at - 1, count);
    while (row.values.at(-1) === null) row.values.pop();
  }
  grid.maxColumns -= count;
}

function moveTracks(grid: Grid, move: Move): void {
  if (move.dimension === 'rows') {
    grid.touchFrom(Math.min(move.at, move.before));
    moveWithin(grid.rows, undefined, move);
    return;
  }
  for (const row of everyRow(grid)) {
    moveWithin(row.values, null, move);
    moveWithin(row.attributes, undefined, move);
    while (row.values.at(-1) === null) row.values.pop();
  }
}

function moveWithin<T>(items: T[], empty: T, { at, count, before }: Move): void {
  while (items.length < Math.max(at + count, before) - 1) items.push(empty);
  items.splice((before > at ? before - count : before) - 1, 0, ...items.splice(at - 1, count));
}

function insertRows(grid: Grid, { at, count, from }: Insertion): void {
  const model = grid.row(from)?.attributes.map(inherited) ?? [];
  grid.maxRows += count;
  if (at > grid.rows.length && model.length === 0) return;
  while (grid.rows.length < at - 1) grid.rows.push(undefined);
  const made = Array.from({ length: count }, (): Row | undefined =>
    model.length ? { values: [], attributes: [...model] } : undefined,
  );
  grid.rows = [...grid.rows.slice(0, at - 1), ...made, ...grid.rows.slice(at - 1)];
  grid.touchFrom(at);
}

function insertColumns(grid: Grid, { at, count, from }: Insertion): void {
  grid.maxColumns += count;
  for (const row of everyRow(grid)) {
    const attributes = inherited(row.attributes[from - 1]);
    if (row.values.length >= at) row.values.splice(at - 1, 0, ...Array<null>(count).fill(null));
    while (attributes && row.attributes.length < at - 1) row.attributes.push(undefined);
    if (attributes || row.attributes.length >= at)
      row.attributes.splice(at - 1, 0, ...Array<typeof attributes>(count).fill(attributes));
  }
}

function everyRow(grid: Grid): Row[] {
  grid.touchFrom(1);
  return grid.rows.filter((row): row is Row => row !== undefined);
}

function setColumn({ record: { columns } }: Sheet, column: number, track: Track): void {
  while (columns.length < column) columns.push(null);
  columns[column - 1] = { ...columns[column - 1], ...track };
}
