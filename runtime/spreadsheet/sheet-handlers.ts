import type { Doubts } from '../doubts';
import type { Execution, ExecutionKind } from '../execution/execution';
import { type Handlers, ServiceError } from '../execution/service';
import type { Access } from './access';
import type { Book } from './book';
import type { SpreadsheetCalls } from './calls';
import type { SheetRef } from './cells';
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
  share,
  sheetFacts,
  unshare,
} from './sheets';
import { deleteLines, getTrack, insertLines, moveLines, setTrack } from './structure';
import { MESSAGES } from './wording';

type SheetMethods = Extract<
  keyof SpreadsheetCalls,
  `spreadsheet.${'container' | 'open' | 'describe' | 'change' | 'share' | 'setNamedRange' | 'describeSheet' | 'changeSheet' | 'select' | 'insertSheet' | 'copySheet' | 'deleteSheet' | 'layout' | 'insert' | 'delete' | 'move' | 'setTrack' | 'getTrack'}`
>;

/** Handlers of spreadsheets, sheets, rows and columns. */
export function sheetHandlers(access: Access): Handlers<Pick<SpreadsheetCalls, SheetMethods>> {
  const change = <T>(execution: Execution, ref: SheetRef, make: (book: Book, sheet: Sheet) => T) =>
    access.change(execution, ref, (book) => make(book, book.getSheet(ref)));
  return {
    'spreadsheet.container': ({ script, kind }) =>
      isDenied(kind, access.doubts) ? null : script.spreadsheetId,
    'spreadsheet.open': (execution, idOrUrl) => open(access, execution, idOrUrl),
    'spreadsheet.describe': (execution, book) =>
      access.describe(execution, { book }, { read: () => bookFacts(access, access.books.get(book)) }),
    'spreadsheet.change': (execution, book, wanted) =>
      access.change(execution, { book }, (found) => changeBook(found, wanted)),
    'spreadsheet.share': (execution, book, emails, mayEdit) =>
      access.change(execution, { book }, ({ record }) => (mayEdit ? share : unshare)(record, emails)),
    'spreadsheet.setNamedRange': (execution, id, name, area) =>
      access.change(execution, { book: id }, ({ record }) => {
        record.names = record.names.filter((known) => known.name !== name);
        if (area) record.names.push({ name, area });
      }),
    'spreadsheet.describeSheet': (execution, ref) =>
      access.describe(execution, ref, { read: () => sheetFacts(access.place(ref)) }),
    'spreadsheet.changeSheet': (execution, ref, wanted) =>
      change(execution, ref, (book, sheet) => changeSheet(book, sheet, wanted)),
    'spreadsheet.select': (execution, area) =>
      access.change(execution, { book: area.book }, (book) => select(book, area)),
    'spreadsheet.insertSheet': (execution, id, name, index) =>
      access.change(execution, { book: id }, (book) => insertSheet(book, name, index).record.id),
    'spreadsheet.copySheet': (execution, ref) =>
      change(execution, ref, (book, sheet) => copySheet(book, sheet).record.id),
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
  };
}

/** Whether an execution of this kind gets no active spreadsheet. */
function isDenied(kind: ExecutionKind, doubts: Doubts): boolean {
  if (kind === 'trigger') return doubts.has('no-active-spreadsheet-in-triggers');
  return (kind === 'web app' || kind === 'page function') && doubts.has('no-active-spreadsheet');
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
