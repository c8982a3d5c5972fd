import { toA1 } from '../a1';
import { type CellFormula, type Constant, isFormula } from '../attributes';
import type { Book } from '../book';
import { display, isAutomatic, isDateFormat, NotShown } from '../format';
import type { Sheet } from '../sheet';
import type { Typing } from '../typed-text';
import { Arguments } from './arguments';
import { compareValues, toNumber, toText } from './coerce';
import { isOrdered } from './criterion';
import { FUNCTIONS } from './functions';
import { GOOGLE_FUNCTIONS } from './google-functions';
import { FormulaSyntaxError, type Node, parseFormula } from './parse';
import { quoteSheet, type Reference, spanOf } from './reference';
import {
  doubtful,
  FormulaError,
  fail,
  finite,
  formatOfSum,
  NotComputed,
  type Result,
  Uncertain,
  uncertain,
} from './result';

interface Place {
  sheet: Sheet;
  row: number;
  column: number;
}

/** Cells that a formula refers to, within the grid. */
export interface Referred extends Place {
  rows: number;
  columns: number;
}

/** A cell of a referred range. */
export interface Found extends Result {
  row: number;
  column: number;
  isFormula: boolean;
}

interface Options {
  /** Epoch ms, for TODAY and NOW. */
  now: number;
  /** The functions of the script in the spreadsheet: a formula may call them, and they are not run here. */
  listFunctions?: () => readonly string[];
}

const REFERENCE_ERROR: Result = { value: { error: '#REF!' } };
/** Formulas that refer to formulas are computed by recursion so far, and beyond it one after another. */
const MAX_DEPTH = 100;

class Circular extends Error {
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

class TooDeep extends Error {
  readonly place: Place & { formula: string };

  constructor(place: Place & { formula: string }) {
    super();
    this.place = place;
  }
}

/** The formulas of a spreadsheet, computed from its cells as they are now. Made for one read, since it remembers. */
export class Evaluation {
  readonly book: Book;
  readonly now: number;
  readonly typing: Typing;
  private readonly listFunctions: () => readonly string[];
  private readonly known = new Map<string, Result | NotComputed>();
  private readonly underWay = new Set<string>();

  constructor(book: Book, { now, listFunctions = () => [] }: Options) {
    this.book = book;
    this.now = now;
    this.typing = book.typing(now);
    this.listFunctions = listFunctions;
  }

  /** The value of a cell, and its own format or the one that its formula gives it. */
  result(sheet: Sheet, row: number, column: number): Result {
    const value = sheet.grid.value(row, column);
    const format = sheet.grid.attributes(row, column)?.format;
    if (!isFormula(value)) return { value, ...(format !== undefined && { format }) };
    return this.formula({ sheet, row, column }, value, format);
  }

  value(sheet: Sheet, row: number, column: number): Constant {
    const { value, doubt } = this.result(sheet, row, column);
    if (doubt === 'date' && typeof value === 'number') throw this.noFormat({ sheet, row, column });
    return value;
  }

  /** The value as the cell shows it. */
  shown(sheet: Sheet, row: number, column: number): string {
    const { value } = this.result(sheet, row, column);
    return display(value, this.format(sheet, row, column), this.typing.conventions);
  }

  /** The number format that a cell has or that its formula gives it. */
  format(sheet: Sheet, row: number, column: number): string | undefined {
    const { value, format, doubt } = this.result(sheet, row, column);
    if (doubt && typeof value === 'number') throw this.noFormat({ sheet, row, column });
    return format;
  }

  isDate(sheet: Sheet, row: number, column: number): boolean {
    const { value, format } = this.result(sheet, row, column);
    return typeof value === 'number' && isDateFormat(format);
  }

  /** The result of a formula, whether or not its cell holds it yet. */
  formula(place: Place, { formula }: CellFormula, format?: string): Result {
    const result = this.compute({ ...place, formula });
    return isAutomatic(format) ? result : { value: result.value, format };
  }

  /** A single value; ranges of more cells would make an array. */
  single(node: Node, own: Sheet): Result {
    switch (node.kind) {
      case 'number':
      case 'text':
        return { value: node.value };
      case 'missing':
        return { value: null };
      case 'error':
        return fail(node.error);
      case 'uncertain':
        return uncertain(node.what);
      case 'unary':
        return this.unary(node.operator, this.single(node.operand, own));
      case 'binary':
        return this.binary(node.operator, this.single(node.left, own), this.single(node.right, own));
      case 'call':
        return this.call(node, own);
      default: {
        if (node.kind === 'name' && /^(true|false)$/i.test(node.name))
          return { value: node.name.toLowerCase() === 'true' };
        const { sheet, row, column, rows, columns } = this.refer(node, own) ?? fail('#NAME?');
        if (rows * columns > 1) return uncertain('a range as a value');
        return this.result(sheet, row, column);
      }
    }
  }

  /** The cells that an expression names; undefined if it is none that does. */
  refer(node: Node, own: Sheet): Referred | undefined {
    if (node.kind === 'reference') return this.referred(node.reference, own);
    if (node.kind !== 'name' || /^(true|false)$/i.test(node.name)) return undefined;
    const isCalled = (name: string) => name.toLowerCase() === node.name.toLowerCase();
    if (this.book.record.lostNames?.some(isCalled)) return uncertain('a named range that was removed');
    const named = this.book.record.names.find(({ name }) => isCalled(name));
    if (!named) return fail('#NAME?');
    return { ...named.area, sheet: this.book.findSheet(named.area.sheet) ?? fail('#REF!') };
  }

  /** The cells of a range that have content, row by row. */
  *cells({ sheet, row: top, column: left, rows, columns }: Referred): Generator<Found> {
    const last = Math.min(top + rows - 1, sheet.grid.rows.length);
    for (let row = top; row <= last; row++) {
      const values = sheet.grid.row(row)?.values ?? [];
      const width = Math.min(left + columns - 1, values.length);
      for (let column = left; column <= width; column++) {
        const value = values[column - 1] ?? null;
        if (value === null) continue;
        yield {
          ...this.result(sheet, row, column),
          row: row - top,
          column: column - left,
          isFormula: isFormula(value),
        };
      }
    }
  }

  private referred(reference: Reference, own: Sheet): Referred {
    const sheet =
      reference.sheet === undefined
        ? own
        : this.book.sheets.find(({ record }) => record.name.toLowerCase() === reference.sheet?.toLowerCase());
    if (!sheet) return fail('#REF!');
    const span = spanOf(reference);
    if (span.row > sheet.maxRows || span.column > sheet.maxColumns) return fail('#REF!');
    return {
      sheet,
      row: span.row,
      column: span.column,
      rows: Math.min(span.rows, sheet.maxRows - span.row + 1),
      columns: Math.min(span.columns, sheet.maxColumns - span.column + 1),
    };
  }

  private unary(operator: string, operand: Result): Result {
    if (operator === '+') return operand;
    const number = toNumber(operand, this.typing);
    if (operator === '%') return { value: number / 100, doubt: 'number' };
    const format = isDateFormat(operand.format) ? doubtful(operand) : operand;
    return { ...format, value: finite(-number) };
  }

  private binary(operator: string, left: Result, right: Result): Result {
    if (operator === '&') return { value: toText(left, this.typing) + toText(right, this.typing) };
    if (!/^[-+*/^]$/.test(operator))
      return { value: isOrdered(operator, compareValues(left.value, right.value)) };
    const [a, b] = [toNumber(left, this.typing), toNumber(right, this.typing)];
    if (operator === '+') return { ...formatOfSum(operator, left, right), value: finite(a + b) };
    if (operator === '-') return { ...formatOfSum(operator, left, right), value: finite(a - b) };
    const format = doubtful(left, right);
    if (operator === '*') return { ...format, value: finite(a * b) };
    if (operator === '/') return { ...format, value: b === 0 ? fail('#DIV/0!') : finite(a / b) };
    return { ...format, value: a === 0 && b === 0 ? fail('#NUM!') : finite(a ** b) };
  }

  private call({ name, args }: Extract<Node, { kind: 'call' }>, own: Sheet): Result {
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (!known) {
      if (GOOGLE_FUNCTIONS.has(name)) return uncertain(`the function ${name}`);
      const isOwn = this.listFunctions().some((own) => own.toUpperCase() === name);
      return isOwn ? uncertain(`the custom function ${name}`) : fail('#NAME?');
    }
    const [least, most] = known.takes;
    if (args.length < least || args.length > most) return fail('#N/A');
    const made = known.run(new Arguments(this, args, own));
    return made !== null && typeof made === 'object' && 'value' in made ? made : { value: made };
  }

  /** Computes a formula, and those that it depends on first where they are many. */
  private compute(place: Place & { formula: string }): Result {
    if (this.underWay.size > 0) return this.computeNow(place);
    const waiting = [place];
    for (;;) {
      const next = waiting.at(-1) as typeof place;
      try {
        const result = this.computeNow(next);
        waiting.pop();
        if (waiting.length === 0) return result;
      } catch (error) {
        if (!(error instanceof TooDeep)) throw error;
        const again = waiting.findIndex((other) => keyOf(other) === keyOf(error.place));
        if (again >= 0)
          for (const circular of waiting.slice(again)) this.known.set(keyOf(circular), REFERENCE_ERROR);
        else waiting.push(error.place);
      }
    }
  }

  private computeNow(place: Place & { formula: string }): Result {
    const key = keyOf(place);
    const known = this.known.get(key);
    if (known instanceof NotComputed) throw known;
    if (known) return known;
    if (this.underWay.has(key)) throw new Circular(key);
    if (this.underWay.size >= MAX_DEPTH) throw new TooDeep(place);
    this.underWay.add(key);
    try {
      const result = this.evaluate(place);
      this.known.set(key, result);
      return result;
    } catch (error) {
      if (error instanceof NotComputed) this.known.set(key, error);
      if (!(error instanceof Circular)) throw error;
      this.known.set(key, REFERENCE_ERROR);
      if (error.key !== key) throw error;
      return REFERENCE_ERROR;
    } finally {
      this.underWay.delete(key);
    }
  }

  private evaluate(place: Place & { formula: string }): Result {
    try {
      const { value, format, doubt } = this.single(
        parseFormula(place.formula, this.typing.conventions),
        place.sheet,
      );
      if (value !== null && typeof value === 'object') return { value };
      return { value, ...(format !== undefined && { format }), ...(doubt && { doubt }) };
    } catch (error) {
      if (error instanceof FormulaSyntaxError) return { value: { error: '#ERROR!' } };
      if (error instanceof FormulaError) return { value: { error: error.error } };
      if (error instanceof Uncertain || error instanceof NotShown)
        throw notComputed(place, `: ${error.message.replace(/\.$/, '')}`);
      throw error;
    }
  }

  private noFormat(place: Place): NotComputed {
    const value = place.sheet.grid.value(place.row, place.column);
    const formula = isFormula(value) ? value.formula : '';
    return notComputed({ ...place, formula }, ': its number format');
  }
}

function keyOf({ sheet, row, column }: Place): string {
  return `${sheet.record.id} ${row} ${column}`;
}

function notComputed({ sheet, formula, ...cell }: Place & { formula: string }, why: string): NotComputed {
  const address = `${quoteSheet(sheet.record.name)}!${toA1({ ...cell, rows: 1, columns: 1 })}`;
  return new NotComputed(`${address}: ${formula} is not computed here${why}.`);
}
