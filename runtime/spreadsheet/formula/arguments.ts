import type { Constant } from '../attributes';
import type { Sheet } from '../sheet';
import type { Typing } from '../typed-text';
import { toBoolean, toNumber, toText } from './coerce';
import type { Evaluation, Found, Referred } from './evaluation';
import type { Node } from './parse';
import { FormulaError, fail, type Result, uncertain } from './result';

/** The arguments of a function, computed when they are asked for. */
export class Arguments {
  readonly evaluation: Evaluation;
  private readonly nodes: readonly Node[];
  private readonly sheet: Sheet;

  constructor(evaluation: Evaluation, nodes: readonly Node[], sheet: Sheet) {
    this.evaluation = evaluation;
    this.nodes = nodes;
    this.sheet = sheet;
  }

  get typing(): Typing {
    return this.evaluation.typing;
  }

  get indexes(): number[] {
    return [...this.nodes.keys()];
  }

  /** Tells if there is such an argument; one may be left out between two separators. */
  has(index: number): boolean {
    const node = this.nodes[index];
    return node !== undefined && node.kind !== 'missing';
  }

  result(index: number): Result {
    const node = this.nodes[index];
    return node ? this.evaluation.single(node, this.sheet) : { value: null };
  }

  /** The value of an argument, where an error is a value too. */
  tried(index: number): Result {
    try {
      return this.result(index);
    } catch (error) {
      if (error instanceof FormulaError) return { value: { error: error.error } };
      throw error;
    }
  }

  /** The value of an argument; an error ends the computation. */
  value(index: number): Exclude<Constant, object> | null {
    const { value } = this.result(index);
    return value !== null && typeof value === 'object' ? fail(value.error) : value;
  }

  number(index: number, absent = 0): number {
    return this.has(index) ? toNumber(this.result(index), this.typing) : absent;
  }

  boolean(index: number): boolean {
    return toBoolean(this.result(index));
  }

  text(index: number): string {
    return toText(this.result(index), this.typing);
  }

  /** A text whose characters are counted; how Google counts those beyond 16 bits is not documented. */
  countable(index: number): string {
    const text = this.text(index);
    return /[\ud800-\udfff]/.test(text) ? uncertain('a count of characters like emoji') : text;
  }

  /** The cells that an argument names, if it does. */
  referred(index: number): Referred | undefined {
    const node = this.nodes[index];
    return node && this.evaluation.refer(node, this.sheet);
  }

  range(index: number): Referred {
    return this.referred(index) ?? uncertain('an array');
  }

  cells(index: number): Iterable<Found> {
    return this.evaluation.cells(this.range(index));
  }

  /** All numbers: text and truth values in ranges are skipped, and count where they are arguments themselves. */
  numbers(): Result[] {
    return this.indexes.flatMap((index): Result[] => {
      const range = this.referred(index);
      if (range) return [...this.evaluation.cells(range)].filter(isNumber);
      if (!this.has(index)) return uncertain('a missing argument');
      return [{ ...this.result(index), value: this.number(index) }];
    });
  }
}

function isNumber({ value }: Result): boolean {
  if (value !== null && typeof value === 'object') return fail(value.error);
  return typeof value === 'number';
}
