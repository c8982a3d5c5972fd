/** A value as `getValues` gives it. An empty cell is an empty string. */
export type Cell = string | number | boolean | Date;

/** How the values of one column stand in cells. */
export interface Column<T> {
  /** The number format of the whole column: `@` keeps what a person types as text. */
  format: string;
  /** Offered as a drop-down; anything else is refused. */
  choices?: readonly string[];
  toCell(value: T): Cell;
  fromCell(cell: Cell): T;
}

export function text(): Column<string> {
  return { format: '@', toCell: (value) => value, fromCell: String };
}

export function choice<const V extends string>(choices: readonly V[]): Column<V> {
  return { format: '@', choices, toCell: (value) => value, fromCell: (cell) => cell as V };
}

/** A real date cell, so that the sheet stays sortable; a cell that holds no date reads as an invalid Date. */
export function timestamp(): Column<Date> {
  return {
    format: 'yyyy-mm-dd hh:mm',
    toCell: (value) => value,
    fromCell: (cell) => (cell instanceof Date ? cell : new Date(Number.NaN)),
  };
}

/** An empty cell reads as `empty`. */
export function json<T>(empty: T): Column<T> {
  const fromCell = (cell: Cell) => (cell === '' ? empty : (JSON.parse(String(cell)) as T));
  return { format: '@', toCell: (value) => JSON.stringify(value), fromCell };
}

export function integer(): Column<number> {
  return { format: '0', toCell: (value) => value, fromCell: Number };
}

/** A person may also have typed it as a word. */
export function boolean(): Column<boolean> {
  return {
    format: 'General',
    toCell: (value) => value,
    fromCell: (cell) => String(cell).toLowerCase() === 'true',
  };
}

/** One entry a line; a person may also separate them by commas, semicolons or blanks. */
export function lines(): Column<string[]> {
  return {
    format: '@',
    toCell: (value) => value.join('\n'),
    fromCell: (cell) =>
      String(cell)
        .split(/[\s,;]+/)
        .filter(Boolean),
  };
}
