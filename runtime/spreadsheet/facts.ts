import type { Area, Dimension, SheetRef } from './cells';

export interface BookFacts {
  name: string;
  url: string;
  locale: string;
  timeZone: string;
  active: number;
  owner: string;
  /** The owner first. */
  editors: string[];
  sheets: { id: number; name: string; hidden: boolean }[];
  names: { name: string; area: Area }[];
}

export interface BookChange {
  name?: string;
  locale?: string;
  timeZone?: string;
  active?: number;
}

/** A conditional format rule as it was built; it has no effect here. */
export interface ConditionalRule {
  criteria: string;
  values: unknown[];
  areas: Area[];
  style: Record<string, unknown>;
}

/** A rule for what a filter shows of a column. */
export interface FilterRule {
  criteria: string;
  values: unknown[];
  hidden: string[];
  visible: string[];
}

/** A chart as it was built; nothing draws it here. */
export interface ChartFacts {
  /** Null until it is on a sheet. */
  id: number | null;
  /** The name of its `Charts.ChartType`. */
  type: string;
  areas: Area[];
  options: Record<string, unknown>;
  position: { row: number; column: number; offsetX: number; offsetY: number };
  /** Header rows or columns; -1 where Google is to find out. */
  headers: number;
  transposed: boolean;
  /** The names of its `Charts.ChartMergeStrategy` and `Charts.ChartHiddenDimensionStrategy`. */
  merge: string;
  hidden: string;
}

export interface SheetFacts {
  name: string;
  index: number;
  hidden: boolean;
  lastRow: number;
  lastColumn: number;
  maxRows: number;
  maxColumns: number;
  frozenRows: number;
  frozenColumns: number;
  tabColor: string | null;
  hiddenGridlines: boolean;
  filter: Area | null;
  filterRules: { column: number; rule: FilterRule }[];
  conditionalRules: ConditionalRule[];
  /** Absent until there is one. */
  charts?: ChartFacts[];
  rightToLeft?: boolean;
  /** The selected cells, the active range last; A1 by default. */
  selection: Area[];
  currentCell: Area;
}

export interface SheetChange {
  name?: string;
  /** Position among the sheets, from 1. */
  index?: number;
  hidden?: boolean;
}

export interface Layout {
  frozenRows?: number;
  frozenColumns?: number;
  tabColor?: string | null;
  hiddenGridlines?: boolean;
  rightToLeft?: boolean;
  filter?: Area | null;
  filterRules?: SheetFacts['filterRules'];
  conditionalRules?: ConditionalRule[];
  charts?: ChartFacts[];
}

/** The target of a copied sheet: by default beside the active sheet, and named after its original. */
export interface CopyTarget {
  book: string;
  name: string | null;
  index: number | null;
  activate: boolean;
}

/** Consecutive rows or columns from `at` on. */
export interface Span {
  sheet: SheetRef;
  dimension: Dimension;
  at: number;
  count: number;
}

export interface Track {
  size?: number;
  hidden?: boolean;
  /** The number of groups that it is in. */
  depth?: number;
}

export interface ProtectionFacts {
  id: number;
  area: Area;
  /** The whole sheet, not only the area. */
  whole: boolean;
  description: string;
  warningOnly: boolean;
  editors: string[];
  unprotected: Area[];
  /** Set by somebody else, without the script's user among its editors. */
  foreign: boolean;
}

export type ProtectionChange = Partial<
  Pick<ProtectionFacts, 'description' | 'warningOnly' | 'editors' | 'unprotected' | 'area'>
>;
