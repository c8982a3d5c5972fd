import type { BookRecord } from './book';

type Shared = Pick<BookRecord, 'editors'>;

/** Everybody who may edit a spreadsheet, its owner first. */
export function editorsOf({ editors }: Shared, owner: string): string[] {
  return [owner, ...editors.filter((email) => email !== owner)];
}

export function share(record: Shared, emails: readonly string[]): void {
  record.editors = [...new Set([...record.editors, ...emails])];
}

/** The owner stays one whatever is taken away. */
export function unshare(record: Shared, emails: readonly string[]): void {
  record.editors = record.editors.filter((email) => !emails.includes(email));
}
