import type { Execution } from '../execution/execution';
import type { Book } from './book';
import type { Books } from './books';

/** A write that waits for the flush. */
interface Write {
  book: Book;
  sheet: number;
  apply(): void;
  /** The same row by row, since a fault may cut it off between two rows, but never within one. */
  rows?(): Write[];
}

export const FIRST_TOUCH_MS = 800;
export const IMPLICIT_FLUSH_MS = 140;

/**
 * The state of one execution for spreadsheets: writes that nobody else sees yet, and what it has read. Google promises
 * fresh data only after a flush (facts 6.4), so here a repeated read always returns what was read before, until the
 * execution flushes or writes there itself.
 */
export class Session {
  private opened = false;
  private pending: Write[] = [];
  private seen = new Map<string, unknown>();
  private readonly books: Books;
  private readonly isFresh: boolean;

  /** `isFresh`: every read is fresh. */
  constructor(books: Books, { isFresh }: { isFresh: boolean }) {
    this.books = books;
    this.isFresh = isFresh;
  }

  /** The first call opens the spreadsheet, which takes time (facts 11.2). */
  open(execution: Execution): void {
    if (!this.opened) execution.meter({ extraMs: FIRST_TOUCH_MS });
    this.opened = true;
  }

  buffer(write: Write): void {
    this.pending.push(write);
  }

  flush(): void {
    this.apply(this.pending);
  }

  /** Applies the first so many writes, each row of a block counted as one; the others are lost. */
  flushFirst(writes: number): void {
    this.apply(this.pending.flatMap((write) => write.rows?.() ?? [write]).slice(0, writes));
  }

  invalidateAll(): void {
    this.seen.clear();
  }

  /** True if there was something to flush. */
  flushPending(): boolean {
    const due = this.pending.length > 0;
    if (due) this.flush();
    return due;
  }

  readOnce<T>(book: Book, sheet: number | '', { what, read }: { what: string; read: () => T }): T {
    if (this.isFresh) return read();
    const key = `${book.record.id}\n${sheet}\n${what}`;
    if (!this.seen.has(key)) this.seen.set(key, read());
    return this.seen.get(key) as T;
  }

  /** Drops what was read of a sheet, by default or with formulas of all, and of the spreadsheet's own facts. */
  invalidate(book: Book, sheet?: number): void {
    const { id } = book.record;
    const concerned =
      sheet === undefined || book.hasFormulas ? [`${id}\n`] : [`${id}\n${sheet}\n`, `${id}\n\n`];
    for (const key of this.seen.keys())
      if (concerned.some((start) => key.startsWith(start))) this.seen.delete(key);
  }

  /** One by one: if one is refused, those before it stay applied and those after it are lost. */
  private apply(due: readonly Write[]): void {
    this.pending = [];
    const touched = new Set(due.map(({ book }) => book));
    try {
      for (const { book, sheet, apply } of due) {
        this.invalidate(book, sheet);
        apply();
      }
    } finally {
      for (const book of touched) this.books.save(book);
    }
  }
}
