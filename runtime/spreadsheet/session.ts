import type { Execution } from '../execution/execution';
import type { Book } from './book';
import type { Books } from './books';

/** A write that waits for the flush. */
interface Write {
  book: Book;
  sheet: number;
  apply(): void;
  /** The same row by row, where trouble may cut it off between two: no row is ever written in part. */
  rows?(): Write[];
}

export const FIRST_TOUCH_MS = 800;
export const IMPLICIT_FLUSH_MS = 140;

/**
 * What one execution has going with spreadsheets: writes that nobody else sees yet, and what it has read. A read may
 * come from what was read before until the execution flushes or writes there itself (facts 6.4: Google promises
 * fresh data only after a flush), so it always does here.
 */
export class Session {
  private opened = false;
  private pending: Write[] = [];
  private seen = new Map<string, unknown>();
  private readonly books: Books;
  private readonly isFresh: boolean;

  /** A fresh one reads anew each time. */
  constructor(books: Books, { isFresh }: { isFresh: boolean }) {
    this.books = books;
    this.isFresh = isFresh;
  }

  /** The first call that needs the spreadsheet opens it (facts 11.2). */
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

  /** Only the first so many take effect, a block of rows counted as so many writes; the others are lost. */
  flushFirst(writes: number): void {
    this.apply(this.pending.flatMap((write) => write.rows?.() ?? [write]).slice(0, writes));
  }

  invalidateAll(): void {
    this.seen.clear();
  }

  /** True if there was something to write. */
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

  /** What was read of a sheet and of the spreadsheet's own facts; of all sheets unless one is named. */
  invalidate(book: Book, sheet?: number): void {
    const { id } = book.record;
    for (const key of this.seen.keys()) {
      const concerned = sheet === undefined ? [`${id}\n`] : [`${id}\n${sheet}\n`, `${id}\n\n`];
      if (concerned.some((start) => key.startsWith(start))) this.seen.delete(key);
    }
  }

  /** One by one; the first that is refused takes those behind it with it, those before it stay. */
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
