import { type Handlers, ServiceError } from '../execution/service';
import type { Access } from './access';
import { intersects } from './address';
import type { Book } from './book';
import type { SpreadsheetCalls } from './calls';
import type { Area } from './cells';
import type { ProtectionFacts } from './facts';
import { MESSAGES } from './wording';

type Methods = Extract<
  keyof SpreadsheetCalls,
  `spreadsheet.${'protect' | 'getProtections' | 'changeProtection'}`
>;

/** Handlers of protections. */
export function protectionHandlers(access: Access): Handlers<Pick<SpreadsheetCalls, Methods>> {
  return {
    'spreadsheet.protect': (execution, area, whole) =>
      access.change(execution, area, ({ record }) => {
        const id = record.nextProtection++;
        const plain = { description: '', warningOnly: false, editors: [access.owner], unprotected: [] };
        record.protections.push({ id, area, whole, ...plain, foreign: false });
        return id;
      }),
    'spreadsheet.getProtections': (execution, book) =>
      access.describe(
        execution,
        { book },
        { what: 'protections', read: () => access.books.get(book).record.protections },
      ),
    'spreadsheet.changeProtection': (execution, id, protection, change) =>
      access.change(execution, { book: id }, ({ record }) => {
        record.protections = record.protections.flatMap((known) => {
          if (known.id !== protection) return [known];
          return change ? [{ ...known, ...change }] : [];
        });
      }),
  };
}

/**
 * A script runs as the spreadsheet's owner. Protections of the owner do not stop it, those of others do. Warnings are
 * for people only (facts 6.3).
 */
export function assertEditable(book: Book, area: Area): void {
  if (book.record.protections.some((protection) => forbids(protection, area)))
    throw new ServiceError(MESSAGES.protected);
}

function forbids(protection: ProtectionFacts, area: Area): boolean {
  if (!protection.foreign || protection.warningOnly) return false;
  const hit = protection.whole ? protection.area.sheet === area.sheet : intersects(protection.area, area);
  return hit && !protection.unprotected.some((free) => covers(free, area));
}

function covers(outer: Area, inner: Area): boolean {
  return (
    outer.sheet === inner.sheet &&
    outer.row <= inner.row &&
    outer.column <= inner.column &&
    outer.row + outer.rows >= inner.row + inner.rows &&
    outer.column + outer.columns >= inner.column + inner.columns
  );
}
