import type { Conventions } from '../locale';
import { parseReference, type Reference } from './reference';
import { type Token, tokenize } from './tokens';

/** A formula as a tree; `uncertain` stands where no source says what Google makes of it. */
export type Node =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'error'; error: string }
  | { kind: 'reference'; reference: Reference; text: string }
  | { kind: 'name'; name: string }
  | { kind: 'call'; name: string; args: Node[] }
  | { kind: 'unary'; operator: string; operand: Node }
  | { kind: 'binary'; operator: string; left: Node; right: Node }
  | { kind: 'missing' }
  | { kind: 'uncertain'; what: string };

/** The error for a text that is no formula at all; the cell shows `#ERROR!`. */
export class FormulaSyntaxError extends Error {}

const LEVELS: readonly (readonly string[])[] = [
  ['=', '<>', '<', '>', '<=', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/'],
  ['^'],
];

/** Parses a formula. Arguments are separated by `;`, and by `,` where that is not the decimal sign. */
export function parseFormula(formula: string, { decimal }: Conventions): Node {
  return new Parser(tokenize(formula, decimal), decimal).formula();
}

class Parser {
  private readonly tokens: readonly Token[];
  private readonly decimal: '.' | ',';
  private at = 0;

  constructor(tokens: readonly Token[], decimal: '.' | ',') {
    this.tokens = tokens;
    this.decimal = decimal;
  }

  formula(): Node {
    const array = this.tokens.some(({ kind }) => kind === 'array');
    if (array) return { kind: 'uncertain', what: 'an array' };
    const node = this.level(0);
    if (this.at < this.tokens.length) throw new FormulaSyntaxError();
    return node;
  }

  private level(depth: number): Node {
    const operators = LEVELS[depth];
    if (!operators) return this.prefixed();
    let left = this.level(depth + 1);
    for (let count = 0; this.isAny(operators); count++) {
      const operator = this.next().text;
      const right = this.level(depth + 1);
      // Spreadsheets differ in whether powers are taken from the left or from the right.
      left =
        operator === '^' && count > 0
          ? { kind: 'uncertain', what: 'a power of a power' }
          : { kind: 'binary', operator, left, right };
    }
    return left;
  }

  private prefixed(): Node {
    if (!this.isAny(['+', '-', '@'])) return this.percent();
    const { text: operator } = this.next();
    const operand = this.prefixed();
    // Spreadsheets differ in whether `-2^2` is 4 or -4.
    if (operator === '-' && this.isAny(['^']))
      return { kind: 'uncertain', what: 'a power of a negated number' };
    return operator === '@' ? operand : { kind: 'unary', operator, operand };
  }

  private percent(): Node {
    let operand = this.range();
    while (this.isAny(['%'])) operand = { kind: 'unary', operator: this.next().text, operand };
    return operand;
  }

  private range(): Node {
    const first = this.atom();
    if (!this.isAny([':'])) return first;
    this.next();
    this.atom();
    return { kind: 'uncertain', what: 'a range between two expressions' };
  }

  private atom(): Node {
    const { kind, text } = this.next();
    if (kind === 'number') return { kind, value: Number(text.replace(',', '.')) };
    if (kind === 'text') return { kind, value: text.slice(1, -1).replaceAll('""', '"') };
    if (kind === 'error') return { kind, error: text.toUpperCase() };
    if (kind === 'reference') return this.reference(text);
    if (kind === 'name') return this.isAny(['(']) ? this.call(text) : { kind, name: text };
    if (text !== '(') throw new FormulaSyntaxError();
    const inner = this.level(0);
    this.expect(')');
    return inner;
  }

  private reference(text: string): Node {
    const reference = parseReference(text);
    return reference ? { kind: 'reference', reference, text } : { kind: 'error', error: '#REF!' };
  }

  private call(name: string): Node {
    this.expect('(');
    const args: Node[] = [];
    const separators = this.decimal === ',' ? [';'] : [',', ';'];
    while (!this.isAny([')'])) {
      const isMissing = this.isAny(separators);
      args.push(isMissing ? { kind: 'missing' } : this.level(0));
      if (this.isAny([')'])) break;
      if (!this.isAny(separators)) throw new FormulaSyntaxError();
      this.next();
      if (this.isAny([')'])) args.push({ kind: 'missing' });
    }
    this.expect(')');
    return { kind: 'call', name: name.toUpperCase(), args };
  }

  private isAny(texts: readonly string[]): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'operator' && texts.includes(token.text);
  }

  private expect(text: string): void {
    if (this.next().text !== text) throw new FormulaSyntaxError();
  }

  private next(): Token {
    const token = this.tokens[this.at++];
    if (!token || token.kind === 'unknown') throw new FormulaSyntaxError();
    return token;
  }
}
