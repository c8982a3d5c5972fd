import type { Doubts } from '../doubts';
import type { Execution, ExecutionKind } from '../execution/execution';
import { type Handlers, ServiceError } from '../execution/service';
import type { Access } from './access';
import type { Book } from './book';
import type { SpreadsheetCalls } from './calls';
import type { SheetRef } from './cells';
import { keepNamedRanges, renameNamedRange, setNamedRange } from './named-ranges';
import type { Sheet } from './sheet';
import {
  bookFacts,
  changeBook,
  changeSheet,
  copySheet,
  deleteSheet,
  insertSheet,
  layOut,
  select,
  setCurrentCell,
  share,
  sheetFacts,
  unshare,
} from './sheets';
import {
  collapseRowGroups,
  deleteLines,
  getTrack,
  insertLines,
  moveLines,
  setTrack,
  shiftGroupDepth,
} from './structure';
import { MESSAGES } from './wording';

type SheetMethods = Extract<
  keyof SpreadsheetCalls,
  `spreadsheet.${'container' | 'open' | 'copyBook' | 'create' | 'setCurrentCell' | 'describe' | 'change' | 'share' | 'setNamedRange' | 'renameNamedRange' | 'describeSheet' | 'changeSheet' | 'select' | 'insertSheet' | 'copySheet' | 'deleteSheet' | 'layout' | 'insert' | 'delete' | 'move' | 'setTrack' | 'getTrack' | 'shiftGroupDepth' | 'collapseRowGroups'}`
>;

/** Handlers of spreadsheets, sheets, rows and columns. */
export function sheetHandlers(access: Access): Handlers<Pick<SpreadsheetCalls, SheetMethods>> {
  const change = <T>(execution: Execution, ref: SheetRef, make: (book: Book, sheet: Sheet) => T) =>
    access.change(execution, ref, (book) => make(book, book.getSheet(ref)));
  return {
    'spreadsheet.container': ({ script, kind }) =>
      isDenied(kind, access.doubts) ? null : script.spreadsheetId,
    'spreadsheet.open': (execution, idOrUrl) => open(access, execution, idOrUrl),
    'spreadsheet.copyBook': (execution, id, name) => {
      access.grants.assert(execution, 'Spreadsheet.copy', 'spreadsheets');
      access.enter(execution).flushPending();
      // The editors of copied protections are not known.
      if (access.books.get(id).record.protections.length > 0)
        throw new ServiceError(MESSAGES.protectionsNotCopied, { name: 'Error' });
      return access.books.copy(id, name).record.id;
    },
    'spreadsheet.create': (execution, name, size) => create(access, execution, { name, size }),
    'spreadsheet.describe': (execution, book) =>
      access.describe(execution, { book }, { read: () => bookFacts(access, access.books.get(book)) }),
    'spreadsheet.change': (execution, book, wanted) =>
      access.change(execution, { book }, (found) => changeBook(found, wanted)),
    'spreadsheet.share': (execution, book, emails, mayEdit) =>
      access.change(execution, { book }, ({ record }) => (mayEdit ? share : unshare)(record, emails)),
    'spreadsheet.setNamedRange': (execution, id, name, area) =>
      access.change(execution, { book: id }, (book) => {
        if (area) setNamedRange(book, name, area);
        else
          keepNamedRanges(
            book,
            book.record.names.filter((known) => known.name !== name),
          );
      }),
    'spreadsheet.renameNamedRange': (execution, id, from, to) =>
      access.change(execution, { book: id }, (book) => renameNamedRange(book, from, to)),
    'spreadsheet.describeSheet': (execution, ref) =>
      access.describe(execution, ref, { read: () => sheetFacts(access.place(ref)) }),
    'spreadsheet.changeSheet': (execution, ref, wanted) =>
      change(execution, ref, (book, sheet) => changeSheet(book, sheet, wanted)),
    'spreadsheet.select': (execution, areas) => {
      const [first] = areas;
      if (first) access.change(execution, { book: first.book }, (book) => select(book, areas));
    },
    'spreadsheet.setCurrentCell': (execution, cell) =>
      access.change(execution, { book: cell.book }, (book) => setCurrentCell(book, cell)),
    'spreadsheet.insertSheet': (execution, id, name, index) =>
      access.change(execution, { book: id }, (book) => insertSheet(book, name, index).record.id),
    'spreadsheet.copySheet': (execution, ref, to) =>
      access.change(execution, { book: to.book }, (book) => {
        const from = access.place(ref);
        return copySheet(from.book, from.sheet, book, to).record.id;
      }),
    'spreadsheet.deleteSheet': (execution, ref) => change(execution, ref, deleteSheet),
    'spreadsheet.layout': (execution, ref, layout) => {
      change(execution, ref, (_, sheet) => layOut(sheet, layout));
    },
    'spreadsheet.insert': (execution, span, from) =>
      change(execution, span.sheet, (book, sheet) => insertLines(book, sheet, { ...span, from })),
    'spreadsheet.delete': (execution, span) =>
      change(execution, span.sheet, (book, sheet) => deleteLines(book, sheet, span)),
    'spreadsheet.move': (execution, span, before) =>
      change(execution, span.sheet, (book, sheet) => moveLines(book, sheet, { ...span, before })),
    'spreadsheet.setTrack': (execution, span, track) =>
      change(execution, span.sheet, (_, sheet) => setTrack(sheet, span, track)),
    'spreadsheet.getTrack': (execution, span) => {
      access.enter(execution);
      return getTrack(access.place(span.sheet).sheet, span);
    },
    'spreadsheet.shiftGroupDepth': (execution, span, delta) =>
      change(execution, span.sheet, (_, sheet) => shiftGroupDepth(sheet, span, delta)),
    'spreadsheet.collapseRowGroups': (execution, ref) =>
      change(execution, ref, (_, sheet) => collapseRowGroups(sheet)),
  };
}

/** Tells if an execution of this kind gets no active spreadsheet. */
function isDenied(kind: ExecutionKind, doubts: Doubts): boolean {
  if (kind === 'trigger') return doubts.has('no-active-spreadsheet-in-triggers');
  return (kind === 'web app' || kind === 'page function') && doubts.has('no-active-spreadsheet');
}

function create(
  access: Access,
  execution: Execution,
  { name, size }: { name: string; size: { rows: number; columns: number } | null },
): string {
  access.grants.assert(execution, 'SpreadsheetApp.create', 'spreadsheets');
  if (size && (size.rows < 1 || size.columns < 1))
    throw new ServiceError(MESSAGES.sizeNotEmulated, { name: 'Error' });
  return access.books.create(name, size ?? {}).record.id;
}

/** Another spreadsheet than the container needs the full scope: currentonly is not enough (facts 4.2). */
function open(access: Access, execution: Execution, idOrUrl: string): string {
  const byUrl = idOrUrl.includes('://');
  const call = `SpreadsheetApp.${byUrl ? 'openByUrl' : 'openById'}`;
  access.grants.assert(execution, call, 'spreadsheets');
  const id = /\/d\/([^/]+)/.exec(idOrUrl)?.[1] ?? idOrUrl;
  if (id !== execution.script.spreadsheetId && !access.books.has(id))
    throw new ServiceError(MESSAGES.noDocument);
  access.enter(execution);
  return id;
}
