import type { Store } from '../store';
import type { Book } from './book';
import { BookStore } from './book-store';

/** All spreadsheets, by id; one that nobody has seen yet is a fresh one. */
export class Books {
  private readonly store: BookStore;
  private readonly open = new Map<string, Book>();

  constructor(store: Store) {
    this.store = new BookStore(store);
  }

  get(id: string): Book {
    const known = this.open.get(id);
    if (known) return known;
    const book = this.store.load(id);
    this.open.set(id, book);
    return book;
  }

  has(id: string): boolean {
    return this.open.has(id) || this.store.has(id);
  }

  save(book: Book): void {
    this.store.save(book);
  }
}
