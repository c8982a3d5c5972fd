/** A sheet by its spreadsheet and its id within that. */
export interface SheetRef {
  book: string;
  sheet: number;
}

/** A block of cells; rows and columns count from 1, as Apps Script counts them. */
export interface Area extends SheetRef {
  row: number;
  column: number;
  rows: number;
  columns: number;
  /** Bounds that the address left open, as `A:B` leaves both ends of the rows; `rows` reaches to the end of the grid. */
  open?: Bound[];
}

export type Bound = 'startRow' | 'endRow' | 'startColumn' | 'endColumn';

export type Dimension = 'rows' | 'columns';

export type Direction = 'UP' | 'DOWN' | 'PREVIOUS' | 'NEXT';

/** The parts of cells that are copied. */
export type Paste = 'all' | 'no borders' | 'values' | 'formulas' | 'formats' | 'rules';

/** Into one block, or one for each row or each column. */
export type MergeKind = 'all' | 'rows' | 'columns';

/** A text that may be a link. */
export interface RichText {
  text: string;
  link: string | null;
}

/** A value that a script writes: dates as instants, and numbers that JSON does not have as errors. */
export type Input = string | number | boolean | null | { date: number } | { error: string } | RichText;

/** Values that a script reads; at the positions in `dates` (row * width + column) a number is an instant. */
export interface Block {
  rows: (string | number | boolean)[][];
  dates: number[];
}

/** The looks of a cell; absent fields have their defaults. */
export interface Look {
  background?: string;
  fontColor?: string;
  fontFamily?: string;
  fontLine?: string;
  fontSize?: number;
  fontStyle?: string;
  fontWeight?: string;
  horizontalAlignment?: string;
  verticalAlignment?: string;
  wrapStrategy?: string;
  border?: string;
  /** Degrees, counterclockwise. */
  rotation?: number | 'vertical';
  direction?: string;
}

/** A data validation rule: the criterion by its enum name, its arguments as JSON. */
export interface Rule {
  criteria: string;
  /** The values as getCriteriaValues returns them; dates as `{date}`, ranges as `{area}`. */
  values: unknown[];
  allowInvalid: boolean;
  helpText: string | null;
}

/** A change of what a cell has besides its value; `null` removes a field. */
export interface Patch {
  format?: string | null;
  note?: string | null;
  rule?: Rule | null;
  look?: { [K in keyof Look]?: Look[K] | null };
}

export interface Aspect {
  /** Unknown, with a message, for a formula that is not computed. */
  format: string | { unknown: string };
  note: string;
  rule: Rule | null;
  look: Look;
}

export interface ClearOptions {
  contents?: boolean;
  formats?: boolean;
  notes?: boolean;
  validations?: boolean;
}
