import type { Answer, Dialog } from '../execution/dialogs';
import type {
  Area,
  Aspect,
  Block,
  ClearOptions,
  Dimension,
  Direction,
  Input,
  MergeKind,
  Paste,
  Patch,
  RichText,
  SheetRef,
} from './cells';
import type {
  BookChange,
  BookFacts,
  CopyTarget,
  Layout,
  ProtectionChange,
  ProtectionFacts,
  SheetChange,
  SheetFacts,
  Span,
  Track,
} from './facts';
import type { MenuTree } from './menu';

/** The query of a TextFinder; by default case-insensitive and anywhere in the displayed value. */
export interface Query {
  text: string;
  matchCase: boolean;
  entireCell: boolean;
  regex: boolean;
  formulas: boolean;
  ignoreDiacritics: boolean;
}

/** An area, or a whole spreadsheet by its id. */
export type Scope = Area | string;

/** Which match: the first after a cell or the last before it; without a cell the first or last of all. */
export interface Step {
  forward: boolean;
  from: Area | null;
}

/** All calls of SpreadsheetApp. */
export interface SpreadsheetCalls extends CellCalls, RangeCalls, SheetCalls, FindCalls, UiCalls {}

interface CellCalls {
  /** Checks and completes an address. Free, since making a Range does not leave the script on Google. */
  'spreadsheet.locate'(sheet: SheetRef | string, address: string | number[]): Area;
  'spreadsheet.getValues'(area: Area): Block;
  'spreadsheet.getDisplayValues'(area: Area): string[][];
  'spreadsheet.getFormulas'(area: Area): string[][];
  /** Null for a cell that holds no text. */
  'spreadsheet.getRichTexts'(area: Area): (RichText | null)[][];
  'spreadsheet.inspect'(area: Area): Aspect[][];
  'spreadsheet.setValues'(area: Area, values: Input[][]): void;
  'spreadsheet.setValue'(areas: Area[], value: Input): void;
  'spreadsheet.appendRow'(sheet: SheetRef, values: Input[]): void;
  /** One patch for all cells, or one for each. */
  'spreadsheet.format'(areas: Area[], patches: Patch[][]): void;
  'spreadsheet.clear'(areas: Area[], options: ClearOptions): void;
  'spreadsheet.sort'(area: Area, keys: { column: number; ascending: boolean }[]): void;
  /** Transposed, rows become columns. */
  'spreadsheet.copy'(from: Area, to: Area, what: Paste, transposed?: boolean): void;
  /** Tells if no cell has content. */
  'spreadsheet.isBlank'(area: Area): boolean;
  'spreadsheet.trimWhitespace'(areas: Area[]): void;
  /** Cuts, and pastes from the first cell of the target on. */
  'spreadsheet.moveCells'(from: Area, to: Area): void;
  'spreadsheet.flush'(): void;
}

export interface RangeCalls {
  'spreadsheet.merge'(area: Area, kind: MergeKind): void;
  'spreadsheet.breakApart'(areas: Area[]): void;
  /** The merged blocks that have a cell in the area. */
  'spreadsheet.getMerges'(area: Area): Area[];
  'spreadsheet.getDataRegion'(area: Area, dimension: Dimension | null): Area;
  'spreadsheet.getNextDataCell'(area: Area, direction: Direction): Area;
  'spreadsheet.insertCells'(area: Area, dimension: Dimension): void;
  'spreadsheet.deleteCells'(area: Area, dimension: Dimension): void;
  /** Rows by the index that they had. */
  'spreadsheet.reorder'(area: Area, order: number[]): void;
  'spreadsheet.removeDuplicates'(area: Area, columns: number[]): Area;
}

interface SheetCalls {
  'spreadsheet.container'(): string | null;
  'spreadsheet.open'(idOrUrl: string): string;
  /** Returns the id of the copy. */
  'spreadsheet.copyBook'(book: string, name: string): string;
  /** Returns the id of a new spreadsheet. */
  'spreadsheet.create'(name: string, size: { rows: number; columns: number } | null): string;
  'spreadsheet.describe'(book: string): BookFacts;
  'spreadsheet.change'(book: string, change: BookChange): void;
  /** Adds or removes editors. */
  'spreadsheet.share'(book: string, emails: string[], mayEdit: boolean): void;
  'spreadsheet.setNamedRange'(book: string, name: string, area: Area | null): void;
  'spreadsheet.renameNamedRange'(book: string, from: string, to: string): void;
  'spreadsheet.describeSheet'(sheet: SheetRef): SheetFacts;
  'spreadsheet.changeSheet'(sheet: SheetRef, change: SheetChange): void;
  /** Areas of one sheet, which is activated too; the last one is the active range. */
  'spreadsheet.select'(areas: Area[]): void;
  'spreadsheet.setCurrentCell'(cell: Area): void;
  'spreadsheet.insertSheet'(book: string, name: string | null, index: number | null): number;
  'spreadsheet.copySheet'(sheet: SheetRef, to: CopyTarget): number;
  'spreadsheet.deleteSheet'(sheet: SheetRef): void;
  'spreadsheet.layout'(sheet: SheetRef, change: Layout): void;
  'spreadsheet.insert'(span: Span, inheritFrom: number): void;
  'spreadsheet.delete'(span: Span): void;
  'spreadsheet.move'(span: Span, before: number): void;
  'spreadsheet.setTrack'(span: Span, track: Track): void;
  'spreadsheet.getTrack'(span: Span): Track;
  'spreadsheet.shiftGroupDepth'(span: Span, delta: number): void;
  'spreadsheet.collapseRowGroups'(sheet: SheetRef): void;
  'spreadsheet.protect'(area: Area, whole: boolean): number;
  'spreadsheet.getProtections'(book: string): ProtectionFacts[];
  'spreadsheet.changeProtection'(book: string, id: number, change: ProtectionChange | null): void;
}

interface FindCalls {
  'spreadsheet.find'(scope: Scope, query: Query): Area[];
  'spreadsheet.findOne'(scope: Scope, query: Query, step: Step): Area | null;
  'spreadsheet.replace'(scope: Scope, query: Query, by: string): number;
}

interface UiCalls {
  /** Returns the script's name; throws if there is no editor to show anything in. */
  'spreadsheet.getUi'(method: string): string;
  'spreadsheet.addMenu'(menu: MenuTree): void;
  'spreadsheet.show'(dialog: Dialog): Answer;
}
