import { isDay } from '../../platform/day';

/** A value as `getValues` gives it. An empty cell is an empty string. */
export type Cell = string | number | boolean | Date;

/** Form in which the values of one column are written in cells. */
export interface Column<T> {
  /** Kind of value that `toCell` makes. */
  type: 'text' | 'number' | 'boolean' | 'timestamp';
  /** A number without decimals. */
  isInteger?: true;
  /** The number format of the whole column: `@` keeps what a person types as text. */
  format: string;
  /** The alignment of its cells. Text is aligned left unless this says otherwise. */
  align?: 'right';
  /** The column's header in the sheet, where it is not the name in code. */
  header?: string;
  /** Note on the header, for people. */
  note?: string;
  /** Texts of the column may be long, so it is read only where it is asked for. */
  isLong?: true;
  /** Stands for all columns that the owner has added, and has none itself. */
  isOwn?: true;
  /** Offered as a drop-down; anything else is refused. */
  choices?: readonly string[];
  /** The value of an empty cell, and of one that holds nothing of the kind. */
  empty: T;
  /** Words for what a cell should hold, for the message about one that does not. */
  holds: string;
  toCell(value: T): Cell;
  /** Undefined where a person has typed something that cannot be meant. Never called for an empty cell. */
  fromCell(cell: Cell): T | undefined;
}

export function text(): Column<string> {
  return { type: 'text', format: '@', empty: '', holds: 'text', toCell: (value) => value, fromCell: textOf };
}

/** Text of which a cell may hold pages. */
export function longText(): Column<string> {
  return { ...text(), isLong: true };
}

/** An empty cell reads as the first of the choices; case and blanks do not matter. */
export function choice<const V extends string>(choices: readonly [V, ...V[]]): Column<V> {
  const plain = (word: string) => word.trim().toLowerCase();
  return {
    type: 'text',
    format: '@',
    choices,
    empty: choices[0],
    holds: `one of ${choices.join(', ')}`,
    toCell: (value) => value,
    fromCell: (cell) => choices.find((one) => plain(one) === plain(textOf(cell))),
  };
}

/** The value of an empty date cell. */
export const NEVER = new Date(Number.NaN);

/** A real date cell, so that the sheet stays sortable; a cell that holds no date reads as an invalid Date. */
export function timestamp(): Column<Date> {
  return {
    type: 'timestamp',
    format: 'yyyy-mm-dd hh:mm',
    empty: NEVER,
    holds: 'a date',
    toCell: (value) => (Number.isNaN(value.getTime()) ? '' : value),
    fromCell: (cell) => (cell instanceof Date ? cell : undefined),
  };
}

/**
 * `accepts` judges what was parsed; without it anything of the shape of `empty` is taken, a list without gaps. An empty cell
 * stands for null.
 */
export function json<T>(
  empty: T,
  accepts = (value: unknown): value is T => shapeOf(value) === shapeOf(empty),
): Column<T> {
  return {
    type: 'text',
    format: '@',
    empty,
    holds: `JSON of the right shape (${shapeOf(empty)})`,
    toCell: (value) => (value === null ? '' : JSON.stringify(value)),
    fromCell: (cell) => {
      const value = parse(textOf(cell));
      return accepts(value) ? value : undefined;
    },
  };
}

/** Values in columns that the owner has added, by their headers. Null empties a cell. */
export type OwnValues = Readonly<Record<string, string | number | boolean | null>>;

/** All columns that the owner has added. A database, which has none, keeps their values in one column of JSON. */
export function own(): Column<OwnValues> {
  return {
    ...json<OwnValues>({}),
    isOwn: true,
    toCell(values) {
      const filled = Object.entries(values)
        .map(([text, value]) => [text, typeof value === 'string' ? toJsonText(value) : value] as const)
        .filter(([, value]) => value !== null && value !== '');
      return filled.length === 0 ? '' : JSON.stringify(Object.fromEntries(filled));
    },
  };
}

/** Leaves out what a database that looks into JSON refuses. */
function toJsonText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is looked for.
  return text.replace(/[\u0000\uD800-\uDFFF]/gu, '');
}

/** A whole number from 0 on, short enough for the fifteen digits of a cell. */
export function integer(): Column<number> {
  return {
    type: 'number',
    isInteger: true,
    format: '0',
    empty: 0,
    holds: 'a whole number',
    toCell: (value) => value,
    fromCell: (cell) => (/^\d{1,15}$/.test(textOf(cell).trim()) ? Number(cell) : undefined),
  };
}

/** A whole number, or unknown: an empty cell. */
export function optionalInteger(): Column<number | null> {
  return { ...integer(), empty: null, toCell: (value) => value ?? '' };
}

/** YYYY-MM-DD as text, since a date cell moves with the time zone; empty where there is none. */
export function day(): Column<string> {
  const accepts = (value: string) => (isDay(value) ? value : undefined);
  return {
    type: 'text',
    format: '@',
    empty: '',
    holds: 'a day such as 2026-02-28',
    toCell: (value) => value,
    fromCell: (cell) => accepts(textOf(cell).trim()),
  };
}

/** Any number that fits the fifteen digits of a cell; an empty cell is none. */
export function decimal(): Column<number | null> {
  return {
    type: 'number',
    format: 'General',
    empty: null,
    holds: 'a number',
    toCell: (value) => value ?? '',
    fromCell: (cell) => {
      if (typeof cell === 'number') return cell;
      const text = textOf(cell).trim();
      return /^-?\d{1,15}(\.\d{1,14})?$/.test(text) ? Number(text) : undefined;
    },
  };
}

/** Yes, no, or unknown: an empty cell. */
export function optionalBoolean(): Column<boolean | null> {
  return { ...boolean(), empty: null, toCell: (value) => value ?? '' };
}

/** A person may also have typed it as a word. */
export function boolean(): Column<boolean> {
  return {
    type: 'boolean',
    format: 'General',
    empty: false,
    holds: 'TRUE or FALSE',
    toCell: (value) => value,
    fromCell: (cell) => ({ TRUE: true, FALSE: false })[textOf(cell).trim().toUpperCase()],
  };
}

/** One entry a line; a person may also separate them by commas, semicolons or blanks. */
export function lines(): Column<string[]> {
  return {
    type: 'text',
    format: '@',
    empty: [],
    holds: 'a list',
    toCell: (value) => value.join('\n'),
    fromCell: (cell) =>
      textOf(cell)
        .split(/[\s,;]+/)
        .filter(Boolean),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return value.includes(null) ? 'a list with gaps' : 'a list';
  return value === null ? 'null' : typeof value;
}

/** Returns what a person typed where text belongs, as text: an id that Sheets took for a number, a day as ISO 8601. */
export function textOf(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}
