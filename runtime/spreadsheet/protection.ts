import { type Handlers, ServiceError } from '../execution/service';
import type { Access } from './access';
import { contains, intersects } from './address';
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
        const found = record.protections.find((known) => known.id === protection);
        if (!found) throw new ServiceError(MESSAGES.protectionIsGone, { name: 'Error' });
        if (found.foreign) throw new ServiceError(MESSAGES.protected);
        // The owner stays an editor, as the page of Protection.removeEditors says.
        const editors = [...new Set([access.owner, ...(change?.editors ?? found.editors)])];
        record.protections = record.protections.flatMap((known) => {
          if (known !== found) return [known];
          return change ? [{ ...known, ...change, editors }] : [];
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
  return hit && !protection.unprotected.some((free) => contains(free, area));
}
