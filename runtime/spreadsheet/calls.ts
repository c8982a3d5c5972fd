import type { Area, Aspect, Block, ClearOptions, Input, Patch, RichText, SheetRef } from './cells';
import type { Answer, Dialog, MenuTree } from './dialogs';
import type {
  BookChange,
  BookFacts,
  Layout,
  ProtectionChange,
  ProtectionFacts,
  SheetChange,
  SheetFacts,
  Span,
  Track,
} from './facts';

/** What a TextFinder looks for; without options: case-insensitive, anywhere in the displayed value. */
export interface Query {
  text: string;
  matchCase: boolean;
  entireCell: boolean;
  regex: boolean;
  formulas: boolean;
  ignoreDiacritics: boolean;
}

/** One area, or a whole spreadsheet by its id. */
export type Scope = Area | string;

/** Which match of several: the first after a cell or the last before one; none: from that end of the scope. */
export interface Step {
  forward: boolean;
  from: Area | null;
}

/** Everything of SpreadsheetApp begins with `spreadsheet.`, so that a ledger can count it. */
export interface SpreadsheetCalls extends CellCalls, SheetCalls, FindCalls, UiCalls {}

interface CellCalls {
  /** Checks an address and completes it; making a Range does not leave the script on the platform. */
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
  /** One patch for all cells, or a block of them as large as the area. */
  'spreadsheet.format'(areas: Area[], patches: Patch[][]): void;
  'spreadsheet.clear'(areas: Area[], options: ClearOptions): void;
  'spreadsheet.sort'(area: Area, keys: { column: number; ascending: boolean }[]): void;
  'spreadsheet.copy'(from: Area, to: Area, what: 'all' | 'values' | 'formats'): void;
  'spreadsheet.flush'(): void;
}

interface SheetCalls {
  'spreadsheet.container'(): string | null;
  'spreadsheet.open'(idOrUrl: string): string;
  'spreadsheet.describe'(book: string): BookFacts;
  'spreadsheet.change'(book: string, change: BookChange): void;
  /** Lets people edit it, or no longer. */
  'spreadsheet.share'(book: string, emails: string[], mayEdit: boolean): void;
  'spreadsheet.setNamedRange'(book: string, name: string, area: Area | null): void;
  'spreadsheet.describeSheet'(sheet: SheetRef): SheetFacts;
  'spreadsheet.changeSheet'(sheet: SheetRef, change: SheetChange): void;
  /** Makes its sheet the active one too. */
  'spreadsheet.select'(area: Area): void;
  'spreadsheet.insertSheet'(book: string, name: string | null, index: number | null): number;
  'spreadsheet.copySheet'(sheet: SheetRef): number;
  'spreadsheet.deleteSheet'(sheet: SheetRef): void;
  'spreadsheet.layout'(sheet: SheetRef, change: Layout): void;
  'spreadsheet.insert'(span: Span, inheritFrom: number): void;
  'spreadsheet.delete'(span: Span): void;
  'spreadsheet.move'(span: Span, before: number): void;
  'spreadsheet.setTrack'(span: Span, track: Track): void;
  'spreadsheet.getTrack'(span: Span): Track;
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
  /** Answers the script's name; throws where there is no editor to show anything in. */
  'spreadsheet.getUi'(): string;
  'spreadsheet.addMenu'(menu: MenuTree): void;
  'spreadsheet.show'(dialog: Dialog): Answer;
}
