import type { Grants } from '../account/grants';
import type { Doubts } from '../doubts';
import type { Execution } from '../execution/execution';
import type { BufferedWrites } from '../execution/faults';
import { listCallable } from '../execution/script';
import { ServiceError } from '../execution/service';
import { everything } from './address';
import type { Book } from './book';
import type { Books } from './books';
import type { Scope } from './calls';
import type { Area, SheetRef } from './cells';
import { Evaluation } from './formula/evaluation';
import { IMPLICIT_FLUSH_MS, Session } from './session';
import type { Sheet } from './sheet';

const SCOPES = ['spreadsheets.currentonly', 'spreadsheets'] as const;

export interface Place {
  book: Book;
  sheet: Sheet;
}

/** The handlers' access to spreadsheets, through the session of the execution that calls. */
export class Access {
  readonly books: Books;
  readonly grants: Grants;
  /** The owner of all spreadsheets. */
  readonly owner: string;
  readonly doubts: Doubts;
  private readonly sessions = new Map<Execution, Session>();

  constructor({ books, grants, owner, doubts }: Pick<Access, 'books' | 'grants' | 'owner' | 'doubts'>) {
    this.books = books;
    this.doubts = doubts;
    this.grants = grants;
    this.owner = owner;
  }

  session(execution: Execution): Session {
    const session =
      this.sessions.get(execution) ?? new Session(this.books, { isFresh: this.doubts.has('stale-reads') });
    this.sessions.set(execution, session);
    return session;
  }

  /** The session of an execution, after a check of its scopes; simple triggers need none (facts 4.2). */
  enter(execution: Execution): Session {
    const session = this.session(execution);
    if (execution.kind !== 'simple trigger' && !this.grants.allows(execution, SCOPES))
      this.grants.assert(execution, 'SpreadsheetApp.getActiveSpreadsheet', SCOPES[0]);
    session.open(execution);
    return session;
  }

  place(ref: SheetRef): Place {
    const book = this.books.get(ref.book);
    return { book, sheet: book.getSheet(ref) };
  }

  /** The formulas of a spreadsheet as they are at this time. */
  evaluation({ clock, script }: Execution, book: string): Evaluation {
    const listFunctions = () => (script.spreadsheetId === book ? listCallable(script) : []);
    return new Evaluation(this.books.get(book), { now: clock, listFunctions });
  }

  /** Reads cells, after own writes are flushed; what was read before is read from the session. */
  read<T>(execution: Execution, area: Area, { what, read }: { what: string; read: (place: Place) => T }): T {
    const session = this.enter(execution);
    session.flushPending();
    execution.meter({ cells: area.rows * area.columns });
    const place = this.place(area);
    return session.readOnce(place.book, area.sheet, {
      what: `${what} ${[area.row, area.column, area.rows, area.columns]}`,
      read: () => read(place),
    });
  }

  /** Reads facts about a spreadsheet or sheet; slower if own writes have to be flushed first (facts 11.2). */
  describe<T>(
    execution: Execution,
    { book: id, sheet }: { book: string; sheet?: number },
    { what = 'facts', read }: { what?: string; read: () => T },
  ): T {
    const session = this.enter(execution);
    if (session.flushPending()) execution.meter({ extraMs: IMPLICIT_FLUSH_MS });
    return session.readOnce(this.books.get(id), sheet ?? '', { what, read });
  }

  /** Buffers a write until the flush. */
  write(execution: Execution, areas: readonly Area[], apply: (place: Place, area: Area) => void): void {
    const session = this.enter(execution);
    for (const area of areas) {
      const { book } = this.place(area);
      session.buffer({ book, sheet: area.sheet, apply: () => apply(this.place(area), area) });
    }
    execution.meter({ cells: areas.reduce((sum, { rows, columns }) => sum + rows * columns, 0) });
  }

  /** Buffers the write of a block that may be applied row by row: `apply` is given all of it or one row. */
  writeRows(execution: Execution, area: Area, apply: (place: Place, rows: Area) => void): void {
    const session = this.enter(execution);
    const { book } = this.place(area);
    const write = (rows: Area) => ({ book, sheet: area.sheet, apply: () => apply(this.place(rows), rows) });
    session.buffer({ ...write(area), rows: () => rowsOf(area).map(write) });
    execution.meter({ cells: area.rows * area.columns });
  }

  /** Meters what a text finder searches, after own writes are flushed. */
  search(execution: Execution, scope: Scope): void {
    const session = this.enter(execution);
    session.flushPending();
    const areas = typeof scope === 'string' ? this.sheetAreas(scope) : [scope];
    execution.meter({ cells: areas.reduce((sum, { rows, columns }) => sum + rows * columns, 0) });
  }

  /** Forgets what an execution has read: it may be as large as the spreadsheet, and executions that have ended are remembered. */
  release(execution: Execution): void {
    this.sessions.delete(execution);
  }

  /** After a kill or an error: applies the given part of the writes that were not flushed. */
  applyBuffered(execution: Execution, writes: BufferedWrites): void {
    const session = this.session(execution);
    try {
      if (this.doubts.has('stale-reads')) session.flushFirst(0);
      else if (writes === 'applied') session.flush();
      else session.flushFirst(writes === 'lost' ? 0 : writes);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }

  /** Changes structure, after own writes are flushed; others see it at once. */
  change<T>(execution: Execution, ref: { book: string; sheet?: number }, make: (book: Book) => T): T {
    const session = this.enter(execution);
    session.flushPending();
    const book = this.books.get(ref.book);
    session.invalidate(book, ref.sheet);
    const made = make(book);
    book.changed = true;
    this.books.save(book);
    return made;
  }

  private sheetAreas(id: string): Area[] {
    const book = this.books.get(id);
    return book.sheets.map((sheet) => everything(book, sheet));
  }
}

function rowsOf(area: Area): Area[] {
  return Array.from({ length: area.rows }, (_, index) => ({ ...area, row: area.row + index, rows: 1 }));
}
