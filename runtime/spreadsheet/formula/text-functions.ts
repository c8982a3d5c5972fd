import { display } from '../format';
import { readLiteral } from '../typed-text';
import type { Arguments } from './arguments';
import { toText } from './coerce';
import type { FormulaFunction, Functions } from './functions';
import { fail, type Result, uncertain } from './result';

const ANY = Number.POSITIVE_INFINITY;
const MAX_CHARACTERS = 50_000;

export const TEXT_FUNCTIONS: Functions = {
  CONCATENATE: { takes: [1, ANY], run: (args) => texts(args, 0).join('') },
  CONCAT: { takes: [2, 2], run: (args) => args.text(0) + args.text(1) },
  JOIN: { takes: [2, ANY], run: (args) => texts(args, 1).join(args.text(0)) },
  LEFT: { takes: [1, 2], run: (args) => args.countable(0).slice(0, length(args, 1)) },
  RIGHT: {
    takes: [1, 2],
    run(args) {
      const [text, count] = [args.countable(0), length(args, 1)];
      return text.slice(Math.max(0, text.length - count));
    },
  },
  MID: {
    takes: [3, 3],
    run(args) {
      const start = Math.trunc(args.number(1));
      if (start < 1) return fail('#NUM!');
      return args.countable(0).slice(start - 1, start - 1 + length(args, 2));
    },
  },
  LEN: { takes: [1, 1], run: (args) => args.countable(0).length },
  UPPER: of((text) => text.toUpperCase()),
  LOWER: of((text) => text.toLowerCase()),
  PROPER: of((text) =>
    text.toLowerCase().replace(/\p{L}+/gu, (word) => (word[0] ?? '').toUpperCase() + word.slice(1)),
  ),
  TRIM: of((text) => text.replace(/ +/g, ' ').replace(/^ | $/g, '')),
  SUBSTITUTE: { takes: [3, 4], run: substitute },
  FIND: { takes: [2, 3], run: (args) => position(args.countable(0), args.countable(1), args) },
  SEARCH: {
    takes: [2, 3],
    run(args) {
      const sought = args.countable(0).toLowerCase();
      if (/[*?~]/.test(sought)) return uncertain('a search with wildcards');
      return position(sought, args.countable(1).toLowerCase(), args);
    },
  },
  VALUE: {
    takes: [1, 1],
    run(args) {
      const value = args.value(0);
      if (typeof value === 'number') return value;
      if (typeof value !== 'string') return uncertain('VALUE of no text');
      const read = readLiteral(value.trim(), args.typing)?.value;
      return typeof read === 'number' ? read : fail('#VALUE!');
    },
  },
  TEXT: {
    takes: [2, 2],
    run(args) {
      const [value, format] = [args.value(0), args.text(1)];
      if (typeof value === 'string') return uncertain('TEXT of a text');
      if (typeof value === 'boolean' || value === null) return uncertain('TEXT of no number');
      if (format === '' || !/[0#?ymdhs]/i.test(format)) return uncertain('a format without digits');
      const { conventions } = args.typing;
      // Nobody says whether the format itself has a point or a comma there, nor which letters stand for dates.
      if (conventions.locale !== 'en_US' && !/^[0#%]+$/.test(format))
        return uncertain('a format in this locale');
      return display(value, format, conventions);
    },
  },
  EXACT: { takes: [2, 2], run: (args) => args.text(0) === args.text(1) },
  REPT: {
    takes: [2, 2],
    run(args) {
      const times = Math.trunc(args.number(1));
      const text = args.text(0);
      if (times < 0) return fail('#VALUE!');
      return text.length * times > MAX_CHARACTERS ? uncertain('a very long text') : text.repeat(times);
    },
  },
  HYPERLINK: {
    takes: [1, 2],
    run(args): Result {
      const url = args.text(0);
      return args.has(1) ? args.result(1) : { value: url };
    },
  },
};

function of(convert: (text: string) => string): FormulaFunction {
  return { takes: [1, 1], run: (args) => convert(args.text(0)) };
}

function texts(args: Arguments, from: number): string[] {
  return args.indexes.slice(from).flatMap((index) => {
    const range = args.referred(index);
    if (!range) return [args.text(index)];
    const found = [...args.evaluation.cells(range)];
    if (from > 0 && found.length < range.rows * range.columns) return uncertain('a join with empty cells');
    return found.map((cell) => toText(cell, args.typing));
  });
}

/** A number of characters; one if it is left out. */
function length(args: Arguments, index: number): number {
  const count = Math.trunc(args.number(index, 1));
  return count < 0 ? fail('#VALUE!') : count;
}

function position(sought: string, text: string, args: Arguments): number {
  const start = Math.trunc(args.number(2, 1));
  if (sought === '' || start < 1) return uncertain('a search for nothing or before the text');
  const at = text.indexOf(sought, start - 1);
  return at < 0 ? fail('#VALUE!') : at + 1;
}

/** Replaces every occurrence, or the one with the given number. */
function substitute(args: Arguments): string {
  const [text, sought, by] = [args.text(0), args.text(1), args.text(2)];
  if (sought === '') return uncertain('a substitution of nothing');
  if (!args.has(3)) return text.replaceAll(sought, () => by);
  const wanted = Math.trunc(args.number(3));
  if (wanted < 1) return uncertain('an occurrence before the first');
  let count = 0;
  return text.replaceAll(sought, (found) => (++count === wanted ? by : found));
}
