import type { Area, Dimension } from './cells';
import type { SheetFacts, Track } from './facts';
import { Grid } from './grid';

/** The stored facts of a sheet besides its cells. */
export interface SheetRecord
  extends Omit<SheetFacts, 'index' | 'lastRow' | 'lastColumn' | 'selection' | 'currentCell' | 'filterRules'> {
  id: number;
  /** The active range; absent until something is selected. */
  selection?: Area | null;
  /** Absent unless more ranges than one are selected. */
  selectedRanges?: Area[] | null;
  /** Absent unless it is not the first cell of the active range. */
  currentCell?: Area | null;
  /** Absent until a filter gets criteria. */
  filterRules?: SheetFacts['filterRules'];
  /** Absent until cells are merged. */
  merges?: Area[];
  /** Width and hidden flag of columns; rows have their own. */
  columns: (Track | null)[];
}

/** One tab in memory. Its cells are loaded when they are first read. */
export class Sheet {
  readonly record: SheetRecord;
  private loaded: Grid | undefined;
  private readonly load: (() => Grid) | undefined;

  constructor(record: SheetRecord, load?: () => Grid) {
    this.record = record;
    this.load = load;
  }

  get grid(): Grid {
    this.loaded ??= this.load?.() ?? new Grid(this.record.maxRows, this.record.maxColumns);
    return this.loaded;
  }

  get isLoaded(): boolean {
    return this.loaded !== undefined;
  }

  get maxRows(): number {
    return this.loaded?.maxRows ?? this.record.maxRows;
  }

  get maxColumns(): number {
    return this.loaded?.maxColumns ?? this.record.maxColumns;
  }

  max(dimension: Dimension): number {
    return dimension === 'rows' ? this.maxRows : this.maxColumns;
  }

  frozen(dimension: Dimension): number {
    return dimension === 'rows' ? this.record.frozenRows : this.record.frozenColumns;
  }
}

export function newSheet(id: number, name: string, { rows = 1000, columns = 26 } = {}): SheetRecord {
  return {
    id,
    name,
    hidden: false,
    maxRows: rows,
    maxColumns: columns,
    frozenRows: 0,
    frozenColumns: 0,
    tabColor: null,
    hiddenGridlines: false,
    filter: null,
    conditionalRules: [],
    columns: [],
  };
}
