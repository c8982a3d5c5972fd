import type { Execution } from '../execution/execution';
import { type Handlers, ServiceError } from '../execution/service';
import type { Access } from './access';
import { everything } from './address';
import { isFormula } from './attributes';
import type { Book } from './book';
import type { Query, Scope, SpreadsheetCalls, Step } from './calls';
import type { Area } from './cells';
import type { Evaluation } from './formula/evaluation';
import type { Sheet } from './sheet';
import { MESSAGES } from './wording';
import { writeValues } from './write-cells';

type Methods = Extract<keyof SpreadsheetCalls, `spreadsheet.${'find' | 'findOne' | 'replace'}`>;

interface Found {
  sheet: Sheet;
  row: number;
  column: number;
  text: string;
}

/** Handlers of text finders. They meter every cell that they search. */
export function findHandlers(access: Access): Handlers<Pick<SpreadsheetCalls, Methods>> {
  return {
    'spreadsheet.find': (execution, scope, query) => {
      access.search(execution, scope);
      return findAll(evaluationOf(access, execution, scope), scope, query);
    },
    'spreadsheet.findOne': (execution, scope, query, step) => {
      access.search(execution, scope);
      return findOne(evaluationOf(access, execution, scope), scope, query, step);
    },
    'spreadsheet.replace': (execution, scope, query, by) => {
      access.search(execution, scope);
      const id = typeof scope === 'string' ? scope : scope.book;
      return access.change(execution, { book: id }, () =>
        replaceAll(evaluationOf(access, execution, scope), scope, query, by),
      );
    },
  };
}

function evaluationOf(access: Access, execution: Execution, scope: Scope): Evaluation {
  return access.evaluation(execution, typeof scope === 'string' ? scope : scope.book);
}

/** Matching cells in reading order, sheet by sheet. */
function findAll(evaluation: Evaluation, scope: Scope, query: Query): Area[] {
  return [...search(evaluation, scope, query)].map((found) => toArea(scope, found));
}

/** The next match after a cell, or the last one before it. */
function findOne(evaluation: Evaluation, scope: Scope, query: Query, step: Step): Area | null {
  const all = findAll(evaluation, scope, query);
  const { forward, from } = step;
  const { sheets } = evaluation.book;
  const order = (area: Area) => sheets.findIndex(({ record }) => record.id === area.sheet);
  const compare = (a: Area, b: Area) => order(a) - order(b) || a.row - b.row || a.column - b.column;
  if (forward) return all.find((area) => !from || compare(from, area) < 0) ?? null;
  return all.findLast((area) => !from || compare(area, from) < 0) ?? null;
}

/**
 * Replaces in every match; the result is parsed as if typed. Returns how often, which may be several times in a cell
 * (reference of TextFinder.replaceAllWith).
 */
function replaceAll(evaluation: Evaluation, scope: Scope, query: Query, by: string): number {
  const { book, now } = evaluation;
  const pattern = toPattern(query, 'g');
  if (query.regex && /\$(?!\d)/.test(by)) throw notEmulated(`TextFinder.replaceAllWith("${by}")`);
  const matches = [...search(evaluation, scope, query)];
  const isResult = ({ sheet, row, column }: Found) => isFormula(sheet.grid.value(row, column));
  if (!query.formulas && matches.some(isResult)) throw new ServiceError(MESSAGES.replacedFormula);
  if (query.ignoreDiacritics && matches.some(({ text }) => withoutDiacritics(text) !== text))
    throw notEmulated('TextFinder.replaceAllWith of text with diacritics that are ignored');
  let count = 0;
  for (const { sheet, row, column, text } of matches) {
    count += [...text.matchAll(pattern)].length;
    const replaced = text.replace(pattern, query.regex ? by : by.replaceAll('$', '$$$$'));
    const cell = { book: book.record.id, sheet: sheet.record.id, row, column, rows: 1, columns: 1 };
    writeValues({ book, sheet }, cell, [[replaced]], { now });
  }
  return count;
}

function* search(evaluation: Evaluation, scope: Scope, query: Query): Generator<Found> {
  const pattern = toPattern(query, '');
  const fold = query.ignoreDiacritics ? withoutDiacritics : (text: string) => text;
  for (const { sheet, area } of areasOf(evaluation.book, scope)) {
    const { grid } = sheet;
    const last = Math.min(area.row + area.rows - 1, grid.rows.length);
    for (let row = area.row; row <= last; row++) {
      const known = grid.row(row);
      const width = Math.min(area.column + area.columns - 1, known?.values.length ?? 0);
      for (let column = area.column; column <= width; column++) {
        const value = known?.values[column - 1] ?? null;
        if (value === null) continue;
        const text =
          query.formulas && isFormula(value) ? value.formula : evaluation.shown(sheet, row, column);
        if (pattern.test(fold(text))) yield { sheet, row, column, text };
      }
    }
  }
}

function areasOf(book: Book, scope: Scope): { sheet: Sheet; area: Area }[] {
  if (typeof scope !== 'string') return [{ sheet: book.getSheet(scope), area: scope }];
  return book.sheets.map((sheet) => ({ sheet, area: everything(book, sheet) }));
}

function toArea(scope: Scope, { sheet, row, column }: Found): Area {
  const ref =
    typeof scope === 'string'
      ? { book: scope, sheet: sheet.record.id }
      : { book: scope.book, sheet: scope.sheet };
  return { ...ref, row, column, rows: 1, columns: 1 };
}

/** Google's expressions are those of RE2 (support.google.com/docs/answer/62754), which have no lookarounds and references. */
function toPattern(query: Query, flags: string): RegExp {
  const isOther = query.regex && /\(\?(?:[=!]|<[=!])|\\[1-9]/.test(query.text);
  if (query.text === '' || isOther) throw notEmulated(`A search for "${query.text}"`);
  const text = query.ignoreDiacritics ? withoutDiacritics(query.text) : query.text;
  const source = query.regex ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  try {
    return new RegExp(
      query.entireCell ? `^(?:${source})$` : source,
      `${flags}u${query.matchCase ? '' : 'i'}`,
    );
  } catch {
    throw notEmulated(`A search for "${query.text}"`);
  }
}

function withoutDiacritics(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

function notEmulated(what: string): ServiceError {
  return new ServiceError(`${what} is not emulated here.`, { name: 'Error' });
}
