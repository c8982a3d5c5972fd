import type { Doubts } from '../doubts';
import { ServiceError } from '../execution/service';
import { isZone } from '../realm/zone-clock';
import { intersects, locate, refOf } from './address';
import { type Attributes, isFormula, type Value } from './attributes';
import type { Book, BookRecord } from './book';
import type { Area } from './cells';
import type { BookChange, BookFacts, CopyTarget, Layout, SheetChange, SheetFacts } from './facts';
import { dropFromFormulas, renameInFormulas } from './formula/rewrite';
import { Grid } from './grid';
import { assertListsStay } from './listed-areas';
import { isLocale } from './locale';
import { assertFreezes } from './merging';
import { keepNamedRanges } from './named-ranges';
import { newSheet, Sheet } from './sheet';
import { assertRoom } from './structure';
import { LIMITS, MESSAGES } from './wording';

export function bookFacts(
  { owner, doubts }: { owner: string; doubts: Doubts },
  { record, sheets, active }: Book,
): BookFacts {
  return {
    name: record.name,
    url: `https://docs.google.com/spreadsheets/d/${record.id}/edit`,
    locale: record.locale,
    timeZone: record.timeZone,
    active: active.record.id,
    owner,
    editors: doubts.has('editors-are-hidden') ? [owner] : editorsOf(record, owner),
    sheets: sheets.map(({ record: { id, name, hidden } }) => ({ id, name, hidden })),
    names: record.names,
  };
}

export function sheetFacts({ book, sheet }: { book: Book; sheet: Sheet }): SheetFacts {
  const { name, hidden, frozenRows, frozenColumns, tabColor, hiddenGridlines, filter, conditionalRules } =
    sheet.record;
  const { selectedRanges, currentCell, rightToLeft = false, filterRules = [], charts = [] } = sheet.record;
  const selection = selectionOf(book, sheet);
  return {
    name,
    hidden,
    frozenRows,
    frozenColumns,
    tabColor,
    hiddenGridlines,
    filter,
    conditionalRules,
    charts,
    index: book.sheets.indexOf(sheet) + 1,
    lastRow: sheet.grid.lastRow,
    lastColumn: sheet.grid.lastColumn,
    rightToLeft,
    filterRules,
    selection: selectedRanges ?? [selection],
    currentCell: currentCell ?? firstCell(selection),
    maxRows: sheet.maxRows,
    maxColumns: sheet.maxColumns,
  };
}

export function changeBook({ record }: Book, change: BookChange): void {
  if (change.timeZone !== undefined && !isZone(change.timeZone))
    throw new ServiceError(MESSAGES.badZone(change.timeZone));
  if (change.locale !== undefined && !isLocale(change.locale))
    throw new ServiceError(MESSAGES.localeNotEmulated(change.locale), { name: 'Error' });
  Object.assign(record, change);
}

export function changeSheet(book: Book, sheet: Sheet, { name, index, hidden }: SheetChange): void {
  if (name !== undefined) {
    assertName(book, name, sheet);
    renameInFormulas(book, sheet, name);
    sheet.record.name = name;
  }
  if (index !== undefined) {
    if (!(index >= 1 && index <= book.sheets.length))
      throw new ServiceError(MESSAGES.sheetIndex, { name: 'Error' });
    book.sheets = book.sheets.filter((other) => other !== sheet);
    book.sheets.splice(index - 1, 0, sheet);
  }
  if (hidden !== undefined) hide(book, sheet, hidden);
}

/** A new sheet becomes the active one (facts 6.3). */
export function insertSheet(book: Book, name: string | null, index: number | null): Sheet {
  const sheet = new Sheet(newSheet(freshId(book), name ?? freshName(book)));
  assertName(book, sheet.record.name);
  return add(book, sheet, index);
}

export function copySheet(from: Book, source: Sheet, book: Book, to: CopyTarget): Sheet {
  assertCopied(from, source, book);
  const id = freshId(book);
  const onCopy = (areas: readonly Area[]) =>
    areas.map((area) => ({ ...area, ...refOf(book, { record: { id } }) }));
  const { filter, merges, conditionalRules, charts, ...plain } = structuredClone(source.record);
  const record = {
    ...plain,
    id,
    selection: null,
    selectedRanges: null,
    currentCell: null,
    filter: filter && { ...filter, book: book.record.id, sheet: id },
    ...(merges && { merges: onCopy(merges) }),
    ...(charts && { charts: charts.map((chart) => ({ ...chart, areas: onCopy(chart.areas) })) }),
    conditionalRules: conditionalRules.map((rule) => ({ ...rule, areas: onCopy(rule.areas) })),
    name: to.name ?? `Copy of ${source.record.name}`,
  };
  assertName(book, record.name);
  const rows = source.grid.rows.map(
    (row) => row && { ...row, values: [...row.values], attributes: [...row.attributes] },
  );
  const copy = new Sheet(record, () => new Grid(source.maxRows, source.maxColumns, rows));
  const { active } = book;
  const sheet = add(book, copy, to.index);
  if (!to.activate) book.record.active = active.record.id;
  sheet.grid.touchFrom(1);
  return sheet;
}

/**
 * Throws for formulas or rules that lead to other cells, which Google makes lead into the copy, or nowhere, and for named ranges,
 * whose copies it names after those of the original.
 */
function assertCopied(from: Book, source: Sheet, to: Book): void {
  const { names: named, lostNames = [] } = from.record;
  const names = [...named.map(({ name }) => name), ...lostNames].map((name) => name.toLowerCase());
  const isRuled = ({ rule }: Attributes) =>
    rule?.values.some((value) => {
      const { area } = (value ?? {}) as { area?: Area };
      return area && (from !== to || area.sheet === source.record.id);
    });
  const isFormulaLed = (value: Value) =>
    from !== to &&
    isFormula(value) &&
    (value.formula.includes('!') || names.some((name) => value.formula.toLowerCase().includes(name)));
  const isLed = source.grid.rows.some(
    (row) =>
      row?.attributes.some((attributes) => attributes && isRuled(attributes)) ||
      (source.grid.hasFormulas && row?.values.some(isFormulaLed)),
  );
  const isNamed = named.some(({ area }) => area.sheet === source.record.id);
  if (isLed || isNamed) throw new ServiceError(MESSAGES.copyNotEmulated, { name: 'Error' });
}

export function deleteSheet(book: Book, sheet: Sheet): void {
  if (book.sheets.length === 1) throw new ServiceError(MESSAGES.lastSheet);
  if (book.sheets.every((other) => other === sheet || other.record.hidden))
    throw new ServiceError(MESSAGES.lastVisibleDeleted);
  const { id } = sheet.record;
  const others = book.sheets.filter((other) => other !== sheet);
  assertListsStay(others, 'Spreadsheet.deleteSheet', (area) => (area.sheet === id ? null : area));
  dropFromFormulas(book, sheet);
  book.sheets = others;
  book.removed.add(id);
  keepNamedRanges(
    book,
    book.record.names.filter(({ area }) => area.sheet !== id),
  );
  book.record.protections = book.record.protections.filter(({ area }) => area.sheet !== id);
}

export function layOut(sheet: Sheet, change: Layout): void {
  if (change.filter && sheet.record.filter) throw new ServiceError(MESSAGES.filterExists);
  if ((change.frozenRows ?? 0) >= sheet.maxRows) throw new ServiceError(MESSAGES.frozen('rows'));
  if ((change.frozenColumns ?? 0) >= sheet.maxColumns) throw new ServiceError(MESSAGES.frozen('columns'));
  if (change.frozenRows) assertFreezes(sheet, 'rows', change.frozenRows);
  if (change.frozenColumns) assertFreezes(sheet, 'columns', change.frozenColumns);
  Object.assign(sheet.record, change);
}

export function share(record: Pick<BookRecord, 'editors'>, emails: readonly string[]): void {
  record.editors = [...new Set([...record.editors, ...emails])];
}

/** The owner always stays an editor. */
export function unshare(record: Pick<BookRecord, 'editors'>, emails: readonly string[]): void {
  record.editors = record.editors.filter((email) => !emails.includes(email));
}

/** The selected cells of a sheet. */
export function selectionOf(book: Book, sheet: Sheet): Area {
  return sheet.record.selection ?? locate(book, sheet, 'A1');
}

/** Selects ranges of a sheet, the active one last, and activates the sheet. */
export function select(book: Book, areas: readonly Area[]): void {
  const active = areas.at(-1);
  if (!active) return;
  const { record } = book.getSheet(active);
  book.record.active = active.sheet;
  record.selection = active;
  record.selectedRanges = areas.length > 1 ? [...areas] : null;
  record.currentCell = null;
}

/** A cell in a selected range makes that the active one; any other cell becomes the selection. */
export function setCurrentCell(book: Book, cell: Area): void {
  const sheet = book.getSheet(cell);
  const selected = sheet.record.selectedRanges ?? [selectionOf(book, sheet)];
  const active = selected.find((area) => intersects(area, cell));
  select(book, active ? [...selected.filter((area) => area !== active), active] : [cell]);
  sheet.record.currentCell = cell;
}

function firstCell({ open: _, ...area }: Area): Area {
  return { ...area, rows: 1, columns: 1 };
}

function add(book: Book, sheet: Sheet, index: number | null): Sheet {
  assertRoom(book, sheet.maxRows * sheet.maxColumns);
  const position = index ?? book.sheets.indexOf(book.active) + 1;
  if (!(position >= 0 && position <= book.sheets.length))
    throw new ServiceError(MESSAGES.sheetIndex, { name: 'Error' });
  book.sheets.splice(position, 0, sheet);
  book.record.active = sheet.record.id;
  return sheet;
}

function hide(book: Book, sheet: Sheet, hidden: boolean): void {
  const others = book.sheets.some((other) => other !== sheet && !other.record.hidden);
  if (hidden && !others) throw new ServiceError(MESSAGES.lastVisible);
  sheet.record.hidden = hidden;
}

/** Names that differ only in case are the same. */
function assertName(book: Book, name: string, own?: Sheet): void {
  if (name === '') throw new ServiceError(MESSAGES.sheetName, { name: 'Error' });
  if (name.length > LIMITS.sheetName) throw new ServiceError(MESSAGES.sheetNameTooLong);
  const taken = book.sheets.some(
    (sheet) => sheet !== own && sheet.record.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw new ServiceError(MESSAGES.sheetExists(name));
}

function freshName(book: Book): string {
  let number = book.sheets.length + 1;
  while (book.findByName(`Sheet${number}`)) number++;
  return `Sheet${number}`;
}

/** Google's ids are large and random; these are large and repeatable. The id of a deleted sheet is not used again. */
function freshId(book: Book): number {
  book.record.nextSheet += 1;
  return 1_000_003 * book.record.nextSheet;
}

/** All editors of a spreadsheet, the owner first. */
function editorsOf({ editors }: Pick<BookRecord, 'editors'>, owner: string): string[] {
  return [owner, ...editors.filter((email) => email !== owner)];
}
