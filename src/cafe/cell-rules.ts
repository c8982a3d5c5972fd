/** Rules for the cells of the tabs Cafes and Menu. */
import { toTimeZone } from '../platform/day';
import { quote } from '../platform/quote';
import { textOf } from '../tables/sheet';
import { column, type Table } from '../tables/tables';
import {
  DEFAULT_LATE_TIMES,
  DEFAULT_PREPARATION_MINUTES,
  lateMinutes,
  MAX_LATE_MINUTES,
  toLateTimes,
} from './late-times';
import {
  AVAILABILITIES,
  isFormulaError,
  isImage,
  isItemName,
  MAX_AMOUNT,
  options,
  toPrice,
} from './menu/item';
import { formatAmount, parseAmount, toCurrency } from './money';
import { EXPECTED_HOURS, findHoursProblem, type HoursField } from './opening-hours';
import { CAFES, MENU, repeatedIds } from './tables';
import { isTaxRate, taxPercent, taxRate } from './tax-rate';

/** A row of a tab as people have typed it. */
type Cells = Readonly<Record<string, column.Cell>>;

/** The context of a cell: its row, the ids that its tab has more than once, and the cafes by their ids. */
interface Context {
  row: Cells;
  repeated: ReadonlySet<string>;
  cafes: ReadonlyMap<string, Cells>;
}

/** Rule for a cell that people type. */
interface Check {
  isOptional?: true;
  accepts(cell: column.Cell, context: Context): boolean;
  /** Words for what the cell must be. */
  expected: string | ((cell: column.Cell, context: Context) => string);
  /** Consequence of an invalid cell. */
  effect: string;
}

type Checks = Readonly<Record<string, Check>>;

const NO_ORDERS = 'Orders are refused until then.';
const SOLD_OUT = 'The item is sold out until then.';

const LATE_CHECK: Check = {
  isOptional: true,
  accepts(_, { row }) {
    const minutes = (cell: column.Cell = '') => (cell === '' ? null : (lateMinutes.fromCell(cell) ?? null));
    const { lateSoonMinutes, lateMinutes: late } = row;
    return (
      toLateTimes({ lateSoonMinutes: minutes(lateSoonMinutes), lateMinutes: minutes(late) }) !== undefined
    );
  },
  expected: `a number of minutes up to ${MAX_LATE_MINUTES}, or empty, with lateSoonMinutes less than lateMinutes`,
  effect: `They count as ${DEFAULT_LATE_TIMES.lateSoonMinutes} and ${DEFAULT_LATE_TIMES.lateMinutes} until then.`,
};

function hoursCheck(field: HoursField): Check {
  return {
    isOptional: true,
    accepts: (cell) => findHoursProblem(field, textOf(cell)) === undefined,
    expected: (cell) => `${EXPECTED_HOURS[field]}: ${findHoursProblem(field, textOf(cell))}`,
    effect: NO_ORDERS,
  };
}

const CAFE_CHECKS: Checks = {
  id: {
    accepts: (cell, { repeated }) => !repeated.has(textOf(cell).trim()),
    expected: 'a unique id',
    effect: 'If several rows have the same id, the first one counts.',
  },
  currency: {
    accepts: (cell) => toCurrency(textOf(cell)) !== undefined,
    expected: 'three letters such as EUR',
    effect: NO_ORDERS,
  },
  taxPercent: {
    isOptional: true,
    accepts: (cell) => (taxPercent.fromCell(cell) ?? -1) >= 0,
    expected: 'a percentage such as 19, or empty',
    effect: NO_ORDERS,
  },
  maxDrafts: {
    isOptional: true,
    accepts: (cell) => column.integer().fromCell(cell) !== undefined,
    expected: 'a whole number, or empty',
    effect: 'It counts as 200 until then.',
  },
  timeZone: {
    accepts: (cell, { row }) =>
      (cell === '' && row.openingHours === '' && row.specialHours === '') ||
      toTimeZone(textOf(cell)) !== undefined,
    expected: 'a time zone such as Europe/Berlin',
    effect: 'A cafe with opening hours refuses orders until then.',
  },
  openingHours: hoursCheck('openingHours'),
  specialHours: hoursCheck('specialHours'),
  isPaused: {
    isOptional: true,
    accepts: (cell) => column.boolean().fromCell(cell) !== undefined,
    expected: 'TRUE or FALSE',
    effect: 'Anything other than FALSE or no pauses the cafe.',
  },
  lateSoonMinutes: LATE_CHECK,
  lateMinutes: LATE_CHECK,
  preparationMinutes: {
    isOptional: true,
    accepts: (cell) => column.integer().fromCell(cell) !== undefined,
    expected: 'a whole number of minutes, or empty',
    effect: `It counts as ${DEFAULT_PREPARATION_MINUTES} until then.`,
  },
};

const TAX_CHECK: Check = {
  isOptional: true,
  accepts: (cell) => isTaxRate(taxRate.fromCell(cell) ?? null),
  expected: 'a tax such as Reduced 7%, or empty for the tax of the cafe',
  effect: SOLD_OUT,
};

const MENU_CHECKS: Checks = {
  id: {
    accepts: (cell, { repeated }) => !repeated.has(textOf(cell).trim()),
    expected: 'a unique id',
    effect: SOLD_OUT,
  },
  cafeId: {
    accepts: (cell, { cafes }) => cell !== '' && cafes.has(textOf(cell)),
    expected: 'the id of a cafe in the Cafes tab',
    effect: 'The item is not on any menu until then.',
  },
  name: {
    accepts: (cell) => isItemName(textOf(cell)),
    expected: (cell) =>
      isFormulaError(textOf(cell))
        ? 'a name, with an apostrophe before one that begins with =, + or -'
        : 'a name of 1 to 200 characters',
    effect: SOLD_OUT,
  },
  priceAmount: {
    accepts(cell, context) {
      const currency = currencyOf(context);
      // All that is known without a currency is that every amount has a digit.
      return currency === undefined ? /\d/.test(textOf(cell)) : toPrice(cell, currency) !== null;
    },
    expected(cell, context) {
      const currency = currencyOf(context);
      if (currency === undefined) return 'an amount such as 12.50';
      if ((parseAmount(cell, currency) ?? 0) > MAX_AMOUNT)
        return `an amount in ${currency} of at most ${formatAmount(MAX_AMOUNT, currency)}`;
      return `an amount in ${currency} such as ${formatAmount(1_250, currency)}`;
    },
    effect: SOLD_OUT,
  },
  availability: {
    isOptional: true,
    accepts: (cell) => column.choice(AVAILABILITIES).fromCell(cell) !== undefined,
    expected: `one of ${AVAILABILITIES.join(', ')}`,
    effect: SOLD_OUT,
  },
  stock: {
    isOptional: true,
    accepts: (cell) => column.integer().fromCell(cell) !== undefined,
    expected: 'a whole number, or empty for no limit',
    effect: SOLD_OUT,
  },
  image: {
    isOptional: true,
    accepts: (cell) => isImage(textOf(cell)),
    expected: 'a URL that starts with https://, or empty',
    effect: 'The item is shown without an image until then.',
  },
  options: {
    isOptional: true,
    accepts: (cell) => options.fromCell(cell) !== null,
    expected: 'the JSON that the API writes, or empty',
    effect: SOLD_OUT,
  },
  taxRate: TAX_CHECK,
  taxRateToGo: TAX_CHECK,
};

/** The columns whose cells are checked. */
export const CAFE_COLUMNS = Object.keys(CAFE_CHECKS);
export const MENU_COLUMNS = Object.keys(MENU_CHECKS);

/** The cells of a tab that are checked, and those of them that are invalid. */
export interface CheckedTab {
  table: Table;
  rows: readonly number[];
  columns: readonly string[];
  invalid: readonly InvalidCell[];
}

export interface InvalidCell {
  row: number;
  column: string;
  /** `Menu!D7` */
  address: string;
  /** Says what is expected, and what was found. */
  problem: string;
  /** Consequence where the sheet is what the desk runs on. */
  effect?: string;
}

/** A row as people have typed it. */
export interface TypedRow {
  row: number;
  cells: Cells;
  addressOf(column: string): string;
}

/** The invalid cells of these rows of the Cafes tab. */
export function checkCafes(cafes: readonly TypedRow[]): CheckedTab {
  return checkTab(CAFES, CAFE_CHECKS, { typed: cafes, cafes: new Map() });
}

/** The invalid cells of these rows of the Menu tab. */
export function checkMenu(items: readonly TypedRow[], cafes: readonly Pick<TypedRow, 'cells'>[]): CheckedTab {
  // The upper one of cafes with the same id counts.
  const known = new Map(cafes.map(({ cells }) => [textOf(cells.id ?? '').trim(), cells] as const).reverse());
  return checkTab(MENU, MENU_CHECKS, { typed: items, cafes: known });
}

/** Blank rows are left out. */
function checkTab(
  table: Table,
  checks: Checks,
  { typed, cafes }: { typed: readonly TypedRow[]; cafes: ReadonlyMap<string, Cells> },
): CheckedTab {
  const repeated = repeatedIds(typed.map(({ cells }) => textOf(cells.id ?? '')));
  const filled = typed.filter(({ cells }) => Object.values(cells).some((cell) => cell !== ''));
  const invalid = filled.flatMap(({ row, cells, addressOf }) =>
    Object.entries(checks).flatMap(([name, check]): InvalidCell[] => {
      const problem = findProblem(check, cells[name] ?? '', { row: cells, repeated, cafes });
      if (problem === undefined) return [];
      return [{ row, column: name, address: addressOf(name), problem, effect: check.effect }];
    }),
  );
  return { table, rows: typed.map(({ row }) => row), columns: Object.keys(checks), invalid };
}

function findProblem(
  { isOptional, accepts, expected }: Check,
  cell: column.Cell,
  context: Context,
): string | undefined {
  if ((cell === '' && isOptional) || accepts(cell, context)) return undefined;
  const wanted = typeof expected === 'string' ? expected : expected(cell, context);
  return `must be ${wanted} (got ${quote(textOf(cell))}).`;
}

/** Finds the currency of an item's cafe; undefined where it has none that is valid, which is reported for the cafe. */
function currencyOf({ row: { cafeId = '' }, cafes }: Context): string | undefined {
  const cafe = cafes.get(textOf(cafeId).trim());
  return toCurrency(textOf(cafe?.currency ?? ''));
}
