/** Where a sheet is: its spreadsheet and its id within it. */
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
}

export type Dimension = 'rows' | 'columns';

/** A text that may be a link as a whole. */
export interface RichText {
  text: string;
  link: string | null;
}

/** A value that a script writes. A date goes as its instant; a number that JSON cannot hold as an error. */
export type Input = string | number | boolean | null | { date: number } | { error: string } | RichText;

/** Values as a script reads them; at the positions (row * width + column) in `dates` the number is an instant. */
export interface Block {
  rows: (string | number | boolean)[][];
  dates: number[];
}

/** How a cell looks; what is absent has the default. */
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
}

/** A data validation rule: the criterion by its enum name, its arguments as JSON. */
export interface Rule {
  criteria: string;
  /** As getCriteriaValues gives them; dates as `{date}`, ranges as `{area}`. */
  values: unknown[];
  allowInvalid: boolean;
  helpText: string | null;
}

/** What a cell carries besides its value. `null` takes it away. */
export interface Patch {
  format?: string | null;
  note?: string | null;
  rule?: Rule | null;
  look?: { [K in keyof Look]?: Look[K] | null };
}

export interface Aspect {
  format: string;
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
