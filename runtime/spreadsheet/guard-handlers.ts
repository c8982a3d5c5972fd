import type { Handlers } from '../execution/service';
import type { Access } from './access';
import type { SpreadsheetCalls } from './calls';
import { findAll, findOne, replaceAll } from './finder';

type GuardMethods = Extract<
  keyof SpreadsheetCalls,
  `spreadsheet.${'protect' | 'getProtections' | 'changeProtection'}`
>;
type FindMethods = Extract<keyof SpreadsheetCalls, `spreadsheet.${'find' | 'findOne' | 'replace'}`>;

/** Handlers of protections. */
export function guardHandlers(access: Access): Handlers<Pick<SpreadsheetCalls, GuardMethods>> {
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

/** Handlers of text finders. They meter every cell they look over. */
export function findHandlers(access: Access): Handlers<Pick<SpreadsheetCalls, FindMethods>> {
  return {
    'spreadsheet.find': (execution, scope, query) => {
      access.search(execution, scope);
      return findAll(access.books, scope, query);
    },
    'spreadsheet.findOne': (execution, scope, query, step) => {
      access.search(execution, scope);
      return findOne(access.books, scope, query, step);
    },
    'spreadsheet.replace': (execution, scope, query, by) => {
      access.search(execution, scope);
      const id = typeof scope === 'string' ? scope : scope.book;
      return access.change(execution, { book: id }, () =>
        replaceAll(access.books, scope, query, { by, now: execution.clock }),
      );
    },
  };
}
