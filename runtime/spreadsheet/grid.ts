import { type Attributes, isFormula, type Row, type Value } from './attributes';

const BLOCK_ROWS = 64;

/** The cells of one sheet by row; rows and columns count from 1. Untouched rows do not exist. */
export class Grid {
  rows: (Row | undefined)[];
  maxRows: number;
  maxColumns: number;
  /** Blocks of rows that are not stored yet. */
  readonly dirty = new Set<number>();
  /** True if a cell holds a formula; unknown after one has gone. */
  private formulas: boolean | undefined;

  constructor(maxRows = 1000, maxColumns = 26, rows: (Row | undefined)[] = []) {
    this.maxRows = maxRows;
    this.maxColumns = maxColumns;
    this.rows = rows;
  }

  get hasFormulas(): boolean {
    this.formulas ??= this.rows.some((row) => row?.values.some(isFormula));
    return this.formulas;
  }

  row(row: number): Row | undefined {
    return this.rows[row - 1];
  }

  value(row: number, column: number): Value {
    return this.rows[row - 1]?.values[column - 1] ?? null;
  }

  attributes(row: number, column: number): Attributes | undefined {
    return this.rows[row - 1]?.attributes[column - 1];
  }

  setValue(row: number, column: number, value: Value): void {
    const { values } = this.touch(row);
    if (value === null && column > values.length) return;
    while (values.length < column - 1) values.push(null);
    const isGone = isFormula(values[column - 1] ?? null);
    values[column - 1] = value;
    if (isFormula(value)) this.formulas = true;
    else if (isGone) this.formulas = undefined;
    trim(values);
  }

  setAttributes(row: number, column: number, attributes: Attributes | undefined): void {
    const cells = this.touch(row).attributes;
    while (cells.length < column - 1) cells.push(undefined);
    cells[column - 1] = attributes;
  }

  /** The row, created if absent and marked for storing. */
  touch(row: number): Row {
    this.dirty.add(Math.floor((row - 1) / BLOCK_ROWS));
    while (this.rows.length < row) this.rows.push(undefined);
    const known = this.rows[row - 1];
    if (known) return known;
    const made: Row = { values: [], attributes: [] };
    this.rows[row - 1] = made;
    return made;
  }

  /** Marks everything from this row on for storing, since it has moved. */
  touchFrom(row: number): void {
    if (this.formulas) this.formulas = undefined;
    const last = Math.floor((Math.max(this.rows.length, row) + BLOCK_ROWS) / BLOCK_ROWS);
    for (let block = Math.floor((row - 1) / BLOCK_ROWS); block <= last; block++) this.dirty.add(block);
  }

  block(index: number): (Row | undefined)[] {
    return this.rows.slice(index * BLOCK_ROWS, (index + 1) * BLOCK_ROWS);
  }

  get lastRow(): number {
    let last = this.rows.length;
    while (last > 0 && !this.rows[last - 1]?.values.length) last--;
    return last;
  }

  get lastColumn(): number {
    let last = 0;
    for (const row of this.rows) if (row && row.values.length > last) last = row.values.length;
    return last;
  }
}

function trim(values: Value[]): void {
  while (values.length > 0 && values[values.length - 1] === null) values.pop();
}
